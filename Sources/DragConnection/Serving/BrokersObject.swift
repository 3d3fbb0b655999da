internal import DBus
internal import DragModel
internal import DragProtocol

extension BrokerConnection {
  /// Serves an object that only dragd may call; `kind` names it in errors. `handle` returns false for a call to another
  /// interface; dragd gets what it throws as the error.
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
            message: "this object is a \(kind) of dragd's")
        }
      } catch {
        if message.expectsReply { bus.send(message.errorReply(error)) }
      }
    }
  }
}
