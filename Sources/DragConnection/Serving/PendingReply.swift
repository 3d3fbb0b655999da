internal import DBus
package import DragModel
internal import DragProtocol

/// The reply to one call of dragd's, sent at once or later. Only the first reply is sent.
package final class PendingReply<Value> {
  private var call: Message?
  private weak var bus: Connection?
  private let encode: (Value, Message) throws(BusError) -> Message
  private let afterReply: () -> Void

  /// - Parameters:
  ///   - encode: makes the reply to the call.
  ///   - afterReply: called when the reply has been sent.
  init(
    to call: Message, on bus: Connection, afterReply: @escaping () -> Void = {},
    _ encode: @escaping (Value, Message) throws(BusError) -> Message
  ) {
    self.call = call
    self.bus = bus
    self.afterReply = afterReply
    self.encode = encode
  }

  package func succeed(_ value: Value) {
    guard let call else { return }
    do throws(BusError) {
      send(try encode(value, call))
    } catch {
      send(call.errorReply(error))
    }
  }

  package func fail(_ code: ErrorCode, _ message: String) {
    guard let call else { return }
    send(call.errorReply(BusError(Rejection(code, message))))
  }

  private func send(_ message: Message) {
    if call?.expectsReply == true { bus?.send(message) }
    call = nil
    afterReply()
  }
}

extension PendingReply where Value == Void {
  convenience init(
    to call: Message, on bus: Connection, afterReply: @escaping () -> Void = {}
  ) {
    self.init(to: call, on: bus, afterReply: afterReply) { _, call throws(BusError) in
      call.reply()
    }
  }

  package func succeed() { succeed(()) }

  /// A source's reply: yes (nil), or why it refuses.
  package func reply(_ refusal: Refusal?) {
    if let refusal { fail(.sourceFailed, refusal.message) } else { succeed() }
  }
}

extension BrokerConnection {
  /// Serves an object that only dragd may call; `kind` names it in errors. `handle` returns false for a call to another
  /// interface; dragd gets the error that `handle` throws.
  func serve(
    _ path: String, as kind: String,
    _ handle: @escaping (Message, Connection) throws(BusError) -> Bool
  ) {
    serve(path) { [weak self] message in
      guard let self else { return }
      do throws(BusError) {
        guard isFromBroker(message) else {
          throw BusError(
            name: ErrorCode.accessDenied.errorName, message: "only dragd may call a \(kind)")
        }
        guard try handle(message, bus) else {
          throw BusError(
            name: BusError.Name.unknownInterface,
            message: "this object is a \(kind), and does not serve that interface")
        }
      } catch {
        if message.expectsReply { bus.send(message.errorReply(error)) }
      }
    }
  }
}
