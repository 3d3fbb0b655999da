internal import DBus
internal import DragModel
internal import DragProtocol

/// A method call, which is answered once, now or later. It does not keep its arguments: a call that waits keeps
/// nothing whose size its caller chose.
final class Call {
  let address: ReplyAddress
  private let bus: Connection
  private let open: OpenCalls
  private var isAnswered = false
  /// Called once, when the call is answered or can no longer be.
  var onEnd: (() -> Void)?

  init(_ address: ReplyAddress, on bus: Connection, _ open: OpenCalls) {
    self.address = address
    self.bus = bus
    self.open = open
    open.count += 1
  }

  deinit {
    guard !isAnswered else { return }
    open.count -= 1
    onEnd?()
  }

  var peer: Peer { Peer(address.caller) }
  var expectsReply: Bool { address.expectsReply }

  /// Answers with the reply that `body` makes.
  func answer(_ body: (ReplyAddress) throws(BusError) -> Message) {
    do throws(BusError) {
      send(try body(address))
    } catch {
      guard error.name != BusError.Name.noMemory else {
        return refuse(
          Rejection(.quotaExceeded, "there is no memory for the reply: \(error.message)"))
      }
      refuse(error)
    }
  }

  /// Answers with no values.
  func acknowledge() { send(address.reply()) }

  func refuse(_ why: Rejection) { refuse(BusError(why)) }
  func refuse(_ why: BusError) { send(address.errorReply(why)) }

  /// Refuses the call with the error that `body` throws.
  func attempt(_ body: () throws(Rejection) -> Void) {
    do throws(Rejection) {
      try body()
    } catch {
      refuse(error)
    }
  }

  func send(_ reply: Message) {
    guard !isAnswered else { return }
    isAnswered = true
    open.count -= 1
    if expectsReply { bus.send(reply) }
    onEnd.take()?()
  }
}

/// The calls that have no answer yet: also those of which the model knows nothing until their callers are identified.
final class OpenCalls {
  fileprivate(set) var count = 0
}
