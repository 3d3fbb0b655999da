package import DBus
internal import DragModel
package import DragProtocol
internal import DragSystem

/// An event for a client that follows the clipboard.
package enum ClipboardEvent: Hashable, Sendable {
  /// A selection has another content, or none.
  case changed(ClipboardChanged)
  /// The history has a new entry, or one fewer, or another one is pinned.
  case historyChanged
  /// dragclip has appeared on the bus: call `BrokerCall.watchClipboard()` (again).
  case came
  /// dragclip has left the bus.
  case left
}

extension BrokerConnection {
  /// Follows the clipboard; changes are reported only after `BrokerCall.watchClipboard()`.
  package func followClipboard(_ handle: @escaping (ClipboardEvent) -> Void) throws(RequestError) {
    try mapError { () throws(BusError) in
      try bus.addMatch(NameOwnerChange.rule(for: BusName.clipboard))
    } to: {
      RequestError($0)
    }
    listen { message in
      if let event = ClipboardEvent(message) { handle(event) }
    }
  }
}

extension ClipboardEvent {
  /// Nil for any other message. This does not check that dragclip sent the signal, which is addressed to this
  /// connection. The bus lets no sandboxed program send one, and a program outside a sandbox can do more than claim
  /// that the clipboard has changed.
  package init?(_ message: Message) {
    guard message.kind == .signal else { return nil }
    if let changed = try? ClipboardChanged(message) {
      self = .changed(changed)
      return
    }
    if ClipboardHistoryChanged(message) != nil {
      self = .historyChanged
      return
    }
    guard let change = NameOwnerChange(message), change.name == BusName.clipboard else {
      return nil
    }
    self = change.new == nil ? .left : .came
  }
}
