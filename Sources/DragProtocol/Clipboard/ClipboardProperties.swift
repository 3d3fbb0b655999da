package import DBus
package import DragModel

/// The properties of `org.dragd.Clipboard1`.
package struct ClipboardProperties: PropertyValues, Hashable {
  package static let interface = InterfaceName.clipboard

  package var isPaused = false

  package init() {}

  package init(isPaused: Bool) {
    self.isPaused = isPaused
  }

  package func write(
    _ name: ClipboardProperty, to writer: inout MessageWriter
  ) throws(BusError) {
    switch name {
    case .paused: try writer.append(isPaused)
    }
  }

  package mutating func read(
    _ name: ClipboardProperty, from reader: inout MessageReader
  ) throws(Rejection) {
    switch name {
    case .paused: isPaused = try reader.flag()
    }
  }

  /// The reply to a Get or GetAll.
  package func reply(
    to call: some Answerable, _ names: [ClipboardProperty]?
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      if let names {
        try write(names, to: &writer)
      } else {
        try writer.appendVariant("b") { value throws(BusError) in try value.append(isPaused) }
      }
    }
    return reply
  }

  /// A call of GetAll.
  package static func getAll() throws(BusError) -> Message {
    let message = try call(.getAll)
    try message.write { writer throws(BusError) in try writer.append(interface.rawValue) }
    return message
  }

  /// A call of Set for `Paused`.
  package static func setPaused(_ isPaused: Bool) throws(BusError) -> Message {
    let message = try call(.set)
    try message.write { writer throws(BusError) in
      try writer.append(interface.rawValue)
      try writer.append(ClipboardProperty.paused.rawValue)
      try writer.appendVariant("b") { value throws(BusError) in try value.append(isPaused) }
    }
    return message
  }

  private static func call(_ method: PropertiesMethod) throws(BusError) -> Message {
    try Message.call(
      to: BusName.clipboard, path: ObjectPath.clipboardText,
      interface: InterfaceName.properties.rawValue, member: method.rawValue)
  }
}
