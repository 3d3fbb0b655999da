internal import DBus
internal import DragModel
internal import DragProtocol

extension BrokerConnection {
  /// Serves an object that only dragd calls; `kind` is what a stranger is told that it is. `handle` says
  /// whether the call was one to the interface that the object has; what it throws is the answer.
  func serve(
    _ path: String, as kind: String,
    _ handle: @escaping (Message, Answer) throws(BusError) -> Bool
  ) {
    serve(path) { [weak self] message in
      guard let self else { return }
      let answer = Answer(to: message, on: bus)
      guard isFromBroker(message) else {
        answer.fail(
          BusError(
            name: ErrorCode.accessDenied.errorName, message: "only dragd may call a \(kind)"))
        return
      }
      do throws(BusError) {
        guard try handle(message, answer) else {
          throw BusError(
            name: BusError.Name.unknownInterface,
            message: "this object is a \(kind) of dragd's")
        }
      } catch {
        answer.fail(error)
      }
    }
  }
}
