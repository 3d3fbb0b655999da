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
    guard message.kind == .signal, message.hasPath("/org/dragd/Clipboard1"),
      message.hasInterface("org.dragd.Clipboard1"), message.hasMember("Changed")
    else { return nil }
    var reader = message.read()
    selection = try reader.word("selection")
    serial = try reader.number()
  }

  /// The signal for one watcher.
  package func message(to watcher: String) throws(BusError) -> Message {
    let message = try Message.signal(
      path: ObjectPath.clipboardText, interface: InterfaceName.clipboard.rawValue,
      member: SignalName.clipboardChanged, to: watcher)
    try message.write { writer throws(BusError) in
      try writer.append(selection.rawValue)
      try writer.append(serial)
    }
    return message
  }
}
