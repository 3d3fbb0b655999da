internal import DragModel

/// Prints introspection XML from the contract's table
/// (D-Bus specification, “Introspection Data Format”).
package enum Introspection {
  /// The XML of one object: its interfaces, and the names of the nodes right below it.
  package static func xml(of interfaces: [InterfaceName], children: [String] = []) -> String {
    var xml = header
    xml += "<node>\n"
    for name in interfaces {
      append(Contract.interface(name), to: &xml)
    }
    for child in children {
      xml += "  <node name=\"\(child)\"/>\n"
    }
    xml += "</node>\n"
    return xml
  }

  /// The XML of the object at a path; `ids` are those of the public offers or targets in a folder.
  package static func xml(of path: ObjectPath, ids: [String] = []) -> String {
    xml(of: interfaces(at: path), children: children(of: path) ?? ids)
  }

  /// The interfaces of the object at a path.
  package static func interfaces(at path: ObjectPath) -> [InterfaceName] {
    switch path {
    case .root: [.broker, .properties, .introspectable, .peer, .objectManager]
    case .offer: [.offer, .properties, .introspectable, .peer]
    case .transfer: [.transfer, .properties, .introspectable, .peer]
    case .target: [.dropTarget, .properties, .introspectable, .peer]
    case .folder, .parent: [.introspectable, .peer]
    case .absent: []
    }
  }

  /// Nil if the children are objects, which come and go. Transfers are visible only to their two parties, so their
  /// folder lists none.
  private static func children(of path: ObjectPath) -> [String]? {
    switch path {
    case .root: [ObjectKind.offer.rawValue, ObjectKind.target.rawValue]
    case .parent(let next): [next]
    case .folder(.offer), .folder(.target): nil
    case .folder(.transfer), .offer, .transfer, .target, .absent: []
    }
  }

  private static let header = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

    """

  private static func append(_ interface: Contract.Interface, to xml: inout String) {
    xml += "  <interface name=\"\(interface.name.rawValue)\">\n"
    for method in interface.methods { append(method, to: &xml) }
    for signal in interface.signals { append(signal, to: &xml) }
    for property in interface.properties { append(property, to: &xml) }
    xml += "  </interface>\n"
  }

  private static func append(_ method: Contract.Method, to xml: inout String) {
    xml += "    <method name=\"\(method.name)\">\n"
    append(method.allAnnotations, indented: 6, to: &xml)
    append(method.arguments, direction: " direction=\"in\"", to: &xml)
    append(method.results, direction: " direction=\"out\"", to: &xml)
    xml += "    </method>\n"
  }

  private static func append(_ signal: Contract.Signal, to xml: inout String) {
    xml += "    <signal name=\"\(signal.name)\">\n"
    append(signal.allAnnotations, indented: 6, to: &xml)
    append(signal.arguments, direction: "", to: &xml)
    xml += "    </signal>\n"
  }

  private static func append(
    _ arguments: [Contract.Argument], direction: String, to xml: inout String
  ) {
    for argument in arguments {
      xml += "      <arg name=\"\(argument.name)\" type=\"\(argument.signature)\"\(direction)/>\n"
    }
  }

  private static func append(_ property: Contract.Property, to xml: inout String) {
    let access = property.isWritable ? "readwrite" : "read"
    xml +=
      "    <property name=\"\(property.name)\" type=\"\(property.signature)\" access=\"\(access)\">\n"
    append(property.allAnnotations, indented: 6, to: &xml)
    xml += "    </property>\n"
  }

  private static func append(
    _ annotations: [(name: String, value: String)], indented columns: Int, to xml: inout String
  ) {
    for (name, value) in annotations {
      xml += String(repeating: " ", count: columns)
      xml += "<annotation name=\"\(name)\" value=\"\(value.escapedForMarkup())\"/>\n"
    }
  }
}
