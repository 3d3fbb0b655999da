internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// A method call that somebody waits on: it is answered once, now or later. Its arguments are no part of it, so that a
/// call that waits keeps nothing that its caller chose the size of.
final class Call {
  let address: ReplyAddress
  private let bus: Connection
  private var isAnswered = false

  init(_ address: ReplyAddress, on bus: Connection) {
    self.address = address
    self.bus = bus
  }

  var peer: Peer { Peer(address.caller) }
  /// Whether anybody waits for the answer.
  var expectsReply: Bool { address.expectsReply }

  /// Answers with the reply that `body` makes.
  func answer(_ body: (ReplyAddress) throws(BusError) -> Message) {
    do throws(BusError) {
      send(try body(address))
    } catch {
      guard error.name != BusError.Name.noMemory else {
        return refuse(Rejection(.quotaExceeded, "for the reply: \(error.message)"))
      }
      refuse(error)
    }
  }

  /// Answers with no values.
  func acknowledge() { send(address.reply()) }

  func refuse(_ why: Rejection) { refuse(BusError(why)) }
  func refuse(_ why: BusError) { send(address.errorReply(why)) }

  /// Does something for the call that may be refused.
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
    if expectsReply { bus.send(reply) }
  }
}

/// A call that waits for a worker or the bus. Its caller may leave meanwhile, and its patience may end.
final class Attempt {
  let peer: Peer
  /// Whether the outcome still matters.
  private(set) var isOpen = true
  private var timer: Timer?

  init(for peer: Peer) {
    self.peer = peer
  }

  func giveUp(after microseconds: UInt64, _ loop: EventLoop, _ then: @escaping () -> Void) {
    timer = loop.after(microseconds: microseconds) { [weak self] in
      if self?.isOpen == true { then() }
    }
  }

  func close() {
    isOpen = false
    timer?.cancel()
  }
}

extension BrokerService {
  /// Notes that a call is under way, so that the broker does not leave and a vanished caller is seen.
  /// - Throws: QuotaExceeded when the caller has too many.
  func begin(_ call: Call) throws(Rejection) -> Attempt {
    let attempt = Attempt(for: call.peer)
    try waitingCalls.count(attempt.peer, within: configuration.limits)
    attempts[ObjectIdentifier(attempt)] = attempt
    return attempt
  }

  /// Says whether the attempt still matters, and ends it.
  func end(_ attempt: Attempt) -> Bool {
    let matters = attempt.isOpen
    attempt.close()
    if attempts.removeValue(forKey: ObjectIdentifier(attempt)) != nil {
      waitingCalls.uncount(attempt.peer)
    }
    return matters
  }

  /// What a peer that has left was waiting for does not matter any more.
  func endAttempts(of peer: Peer) {
    for attempt in attempts.values where attempt.peer == peer { _ = end(attempt) }
  }
}
