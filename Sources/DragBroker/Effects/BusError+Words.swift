internal import DBus
internal import DragProtocol

extension BusError {
  /// What a peer says in its error, as much of it as is kept, logged and passed on.
  var words: String { (message.isEmpty ? name : message).prefix(bytes: Lengths.reason) }
}
