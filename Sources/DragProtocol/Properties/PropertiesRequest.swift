package import DBus

/// A call of `org.freedesktop.DBus.Properties` about an object of dragd's.
package enum PropertiesRequest: Sendable {
  case get(Contract.Property)
  /// All properties that the object has.
  case getAll
  /// All properties of an interface that has none.
  case getNone

  /// Reads which property is meant. No property can be set.
  /// - Throws: UnknownInterface, UnknownProperty, PropertyReadOnly.
  package init(
    _ method: PropertiesMethod, _ message: Message, at object: ObjectPath
  ) throws(BusError) {
    var reader = message.read()
    let name: String
    do {
      name = try reader.string()
    } catch {
      throw BusError(error)
    }
    let interface = try Self.interface(name, at: object)
    switch method {
    case .getAll:
      self = interface.properties.isEmpty ? .getNone : .getAll
    case .get:
      self = .get(try Self.property(&reader, of: interface))
    case .set:
      let property = try Self.property(&reader, of: interface)
      throw BusError(
        name: BusError.Name.propertyReadOnly,
        message: "\(property.name) of \(interface.name.rawValue) can only be read")
    }
  }

  /// Whether the reply has the value of that property.
  package func asks(for name: some RawRepresentable<String>) -> Bool {
    switch self {
    case .get(let property): property.name == name.rawValue
    case .getAll: true
    case .getNone: false
    }
  }

  private static func interface(
    _ name: String, at object: ObjectPath
  ) throws(BusError) -> Contract.Interface {
    let interfaces = Introspection.interfaces(at: object)
    // The specification lets a caller leave the interface empty; only the first here has properties.
    if name.isEmpty, let first = interfaces.first { return Contract.interface(first) }
    guard let known = InterfaceName(rawValue: name), interfaces.contains(known) else {
      throw BusError(
        name: BusError.Name.unknownInterface,
        message: "\(object) does not implement \(name.quoted): it implements "
          + interfaces.map(\.rawValue).joined(separator: ", "))
    }
    return Contract.interface(known)
  }

  private static func property(
    _ reader: inout MessageReader, of interface: Contract.Interface
  ) throws(BusError) -> Contract.Property {
    let name: String
    do {
      name = try reader.string()
    } catch {
      throw BusError(error)
    }
    guard let property = interface.property(named: name) else {
      let names = interface.properties.map(\.name).joined(separator: ", ")
      throw BusError(
        name: BusError.Name.unknownProperty,
        message: "\(interface.name.rawValue) has no property \(name.quoted): "
          + (names.isEmpty ? "it has none" : "it has \(names)"))
    }
    return property
  }
}

extension PropertyValues {
  /// The reply to a call of Get or GetAll about the object that has these values.
  package func reply(
    to call: some Answerable, _ request: PropertiesRequest
  ) throws(BusError) -> Message {
    let reply = call.reply()
    try reply.write { writer throws(BusError) in
      switch request {
      case .get(let property):
        guard let name = Name(rawValue: property.name) else { return }
        try writer.appendVariant(property.signature) { value throws(BusError) in
          try write(name, to: &value)
        }
      case .getAll:
        try write(Name.allCases, to: &writer)
      case .getNone:
        try writer.appendDictionary { _ throws(BusError) in }
      }
    }
    return reply
  }

  /// A call of GetAll for this interface.
  package static func getAll(at object: ObjectPath) throws(BusError) -> Message {
    let message = try Message.call(.properties, PropertiesMethod.getAll, at: object)
    try message.write { writer throws(BusError) in try writer.append(interface.rawValue) }
    return message
  }
}
