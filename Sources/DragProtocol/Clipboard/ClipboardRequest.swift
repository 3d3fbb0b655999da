package import DBus
internal import DragModel
internal import DragSystem

/// A call that dragclip serves.
package enum ClipboardRequest: Hashable, Sendable {
  case method(ClipboardMethod)
  /// Get of a property.
  case get(ClipboardProperty)
  case getAll
  /// All properties of an interface that has none.
  case getNone
  case setPaused(Bool)
  /// Introspect, with its reply.
  case introspect(String)

  /// Reads which method is called and checks the arguments against its signature.
  /// - Throws: the error that the D-Bus specification has for an object, interface, member or property that is not
  ///   there.
  package init(_ message: Message) throws(BusError) {
    let path = message.path ?? ""
    let member = message.member ?? ""
    guard let interfaces = Self.interfaces(at: path) else {
      throw BusError(
        name: BusError.Name.unknownObject,
        message: "there is no object \(path.quoted): dragclip has \(ObjectPath.clipboardText)")
    }
    let interface: InterfaceName
    if let name = message.interface {
      guard let known = InterfaceName(rawValue: name), interfaces.contains(known) else {
        throw Self.unknownInterface(name, at: path, interfaces)
      }
      interface = known
    } else {
      let known = interfaces.first { Contract.interface($0).method(named: member) != nil }
      guard let known else {
        throw BusError(
          name: BusError.Name.unknownMethod,
          message: "\(path) has no method \(member.quoted) in any of its interfaces")
      }
      interface = known
    }
    try Contract.check(message, calls: member, of: interface)
    if interface == .introspectable {
      self = .introspect(Introspection.xml(of: interfaces, children: Self.children(of: path)))
    } else if interface == .properties, let method = PropertiesMethod(rawValue: member) {
      self = try Self.property(method, message, interfaces)
    } else if let method = ClipboardMethod(rawValue: member) {
      self = .method(method)
    } else {
      throw Contract.unknownMethod(member, of: interface)
    }
  }

  // MARK: Objects

  private static func interfaces(at path: String) -> [InterfaceName]? {
    if path == ObjectPath.clipboardText {
      return [.clipboard, .properties, .introspectable, .peer]
    }
    return children(of: path).isEmpty ? nil : [.introspectable, .peer]
  }

  /// The parents of the object, for tools that walk down from `/`.
  private static func children(of path: String) -> [String] {
    switch path {
    case "/": ["org"]
    case "/org": ["dragd"]
    case "/org/dragd": ["Clipboard1"]
    default: []
    }
  }

  private static func unknownInterface(
    _ name: String, at path: String, _ interfaces: [InterfaceName]
  ) -> BusError {
    BusError(
      name: BusError.Name.unknownInterface,
      message: "\(path) does not implement \(name.quoted): it implements "
        + interfaces.map(\.rawValue).joined(separator: ", "))
  }

  // MARK: Properties

  private static func property(
    _ method: PropertiesMethod, _ message: Message, _ interfaces: [InterfaceName]
  ) throws(BusError) -> ClipboardRequest {
    var reader = message.read()
    let name = try text(&reader)
    // The specification lets a caller leave the interface out; only one here has properties.
    guard name.isEmpty || interfaces.contains(where: { $0.rawValue == name }) else {
      throw unknownInterface(name, at: ObjectPath.clipboardText, interfaces)
    }
    let hasProperties = name.isEmpty || name == InterfaceName.clipboard.rawValue
    switch method {
    case .getAll:
      return hasProperties ? .getAll : .getNone
    case .get:
      return .get(try property(try text(&reader), isThere: hasProperties))
    case .set:
      let property = try property(try text(&reader), isThere: hasProperties)
      switch property {
      case .paused:
        return try mapError { () throws(DecodingFailure) in
          var value = try reader.variant()
          return .setPaused(try value.bool())
        } to: {
          BusError(Rejection($0))
        }
      }
    }
  }

  private static func property(
    _ name: String, isThere hasProperties: Bool
  ) throws(BusError) -> ClipboardProperty {
    guard hasProperties, let property = ClipboardProperty(rawValue: name) else {
      throw BusError(
        name: BusError.Name.unknownProperty,
        message: "there is no property \(name.quoted): \(InterfaceName.clipboard.rawValue) has "
          + ClipboardProperty.words)
    }
    return property
  }

  private static func text(_ reader: inout MessageReader) throws(BusError) -> String {
    return try mapError { () throws(Rejection) in
      try reader.text()
    } to: {
      BusError($0)
    }
  }
}
