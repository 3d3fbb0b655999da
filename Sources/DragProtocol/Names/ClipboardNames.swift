// The names of `org.dragd.Clipboard1`, which dragclip serves.

extension BusName {
  /// The well-known name that dragclip owns on the session bus.
  package static let clipboard = "org.dragd.Clipboard1"
}

extension ObjectPath {
  /// The path of dragclip's object.
  package static let clipboardText = "/org/dragd/Clipboard1"
}

extension SignalName {
  package static let clipboardChanged = "Changed"
  package static let clipboardHistoryChanged = "HistoryChanged"
}

/// The methods of `org.dragd.Clipboard1`.
package enum ClipboardMethod: String, CaseIterable, Hashable, Sendable {
  case copy = "Copy"
  case current = "Current"
  case history = "History"
  case forget = "Forget"
  case clear = "Clear"
  case pin = "Pin"
  case unpin = "Unpin"
  case watch = "Watch"
}

/// The properties of `org.dragd.Clipboard1`.
package enum ClipboardProperty: String, CaseIterable, Hashable, Sendable {
  case paused = "Paused"
}
