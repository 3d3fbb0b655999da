package import DBus
internal import DragModel
package import DragProtocol

/// An event for a client that follows the clipboard.
package enum ClipboardEvent: Hashable, Sendable {
  /// A selection has another content, or none.
  case changed(ClipboardChanged)
  /// The history has another entry, or one less, or another one is pinned.
  case historyChanged
  /// dragclip has appeared on the bus: call `BrokerCall.watchClipboard()` (again).
  case came
  /// dragclip has left the bus.
  case left
}

extension BrokerConnection {
  /// Follows the clipboard; changes are reported only after `BrokerCall.watchClipboard()`.
  package func followClipboard(_ handle: @escaping (ClipboardEvent) -> Void) throws(RequestError) {
    do throws(BusError) {
      try bus.addMatch(MatchRule.owner(of: BusName.clipboard))
    } catch {
      throw RequestError(error)
    }
    listen { message in
      if let event = ClipboardEvent(message) { handle(event) }
    }
  }
}

extension ClipboardEvent {
  /// Nil for any other message. The signal comes from dragclip alone, for it is sent to this connection: the bus lets
  /// no sandbox send to others, and a program outside of one can do more than claim that the clipboard has changed.
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
    guard message.hasMember("NameOwnerChanged"), message.hasSender("org.freedesktop.DBus") else {
      return nil
    }
    var reader = message.read()
    guard (try? reader.string()) == BusName.clipboard, (try? reader.string()) != nil,
      let new = try? reader.string()
    else { return nil }
    self = new.isEmpty ? .left : .came
  }
}
