package import DBus
package import DragModel

/// A call of `Clipboard1.Pin` or `Clipboard1.Unpin`: about a content of the history.
package struct HistoryOfferCall: Hashable, Sendable {
  package var offer: Identifier

  package init(offer: Identifier) {
    self.offer = offer
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    offer = try reader.offer()
  }

  package func pin() throws(BusError) -> Message { try message(.pin) }

  package func unpin() throws(BusError) -> Message { try message(.unpin) }

  private func message(_ method: ClipboardMethod) throws(BusError) -> Message {
    let message = try Message.call(method)
    try message.write { writer throws(BusError) in try writer.appendPath(offer.offerPath) }
    return message
  }
}

/// A call of `Clipboard1.Forget`.
package struct ForgetCall: Hashable, Sendable {
  /// Nil for the whole history.
  package var offer: Identifier?

  /// The path that stands for the whole history.
  private static let all = "/"

  package init(offer: Identifier?) {
    self.offer = offer
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    if let path = try? reader.objectPath(), path == Self.all {
      offer = nil
    } else {
      reader = message.read()
      offer = try reader.offer()
    }
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ClipboardMethod.forget)
    try message.write { writer throws(BusError) in
      try writer.appendPath(offer?.offerPath ?? Self.all)
    }
    return message
  }
}

/// A call of `Clipboard1.Clear`.
package struct ClearCall: Hashable, Sendable {
  package var selection: ClipboardSelection

  package init(selection: ClipboardSelection = .clipboard) {
    self.selection = selection
  }

  package init(_ message: Message) throws(Rejection) {
    var reader = message.read()
    selection = try reader.word("selection")
  }

  package func message() throws(BusError) -> Message {
    let message = try Message.call(ClipboardMethod.clear)
    try message.write { writer throws(BusError) in try writer.append(selection.rawValue) }
    return message
  }
}

extension Message {
  /// A call of `Clipboard1.Watch`.
  package static func watchClipboard() throws(BusError) -> Message {
    try call(ClipboardMethod.watch)
  }

  /// A call of a method of dragclip's.
  static func call(_ method: ClipboardMethod) throws(BusError) -> Message {
    try call(
      to: BusName.clipboard, path: ObjectPath.clipboardText,
      interface: InterfaceName.clipboard.rawValue, member: method.rawValue)
  }
}
