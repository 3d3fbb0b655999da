package import DBus
package import DragModel

/// The signal `Clipboard1.Changed`.
package struct ClipboardChanged: Hashable, Sendable {
  package var selection: ClipboardSelection
  package var serial: UInt64

  package init(selection: ClipboardSelection, serial: UInt64) {
    self.selection = selection
    self.serial = serial
  }

  /// Nil for any other message.
  package init?(_ message: Message) throws(Rejection) {
    guard message.isClipboardSignal, message.hasMember("Changed") else { return nil }
    var reader = message.read()
    selection = try reader.word("selection")
    serial = try reader.number()
  }

  /// The signal for one watcher.
  package func message(to watcher: String) throws(BusError) -> Message {
    let message = try Message.clipboardSignal(SignalName.clipboardChanged, to: watcher)
    try message.write { writer throws(BusError) in
      try writer.append(selection.rawValue)
      try writer.append(serial)
    }
    return message
  }
}

/// The signal `Clipboard1.HistoryChanged`.
package struct ClipboardHistoryChanged: Hashable, Sendable {
  package init() {}

  /// Nil for any other message.
  package init?(_ message: Message) {
    guard message.isClipboardSignal, message.hasMember("HistoryChanged") else { return nil }
  }

  package func message(to watcher: String) throws(BusError) -> Message {
    try Message.clipboardSignal(SignalName.clipboardHistoryChanged, to: watcher)
  }
}

extension Message {
  fileprivate static func clipboardSignal(
    _ member: String, to watcher: String
  ) throws(BusError) -> Message {
    try Message.signal(
      path: ObjectPath.clipboardText, interface: InterfaceName.clipboard.rawValue, member: member,
      to: watcher)
  }

  fileprivate var isClipboardSignal: Bool {
    kind == .signal && hasPath("/org/dragd/Clipboard1") && hasInterface("org.dragd.Clipboard1")
  }
}
