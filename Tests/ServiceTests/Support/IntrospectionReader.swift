import Foundation
import FoundationXML

/// An interface as introspection states it.
struct Interface: Hashable {
  struct Argument: Hashable {
    let name: String
    let type: String
    let direction: String
  }

  struct Member: Hashable {
    var arguments: [Argument] = []
    var annotations: [String: String] = [:]
  }

  struct Property: Hashable {
    let type: String
    let access: String
    var annotations: [String: String] = [:]
  }

  var methods: [String: Member] = [:]
  var signals: [String: Member] = [:]
  var properties: [String: Property] = [:]
}

/// Reads introspection XML (D-Bus specification, “Introspection Data Format”).
final class IntrospectionReader: NSObject, XMLParserDelegate {
  private(set) var interfaces: [String: Interface] = [:]
  private(set) var children: [String] = []
  private var interface = ""
  private var member: (kind: String, name: String)?
  private var depth = 0

  static func read(_ document: Data) -> IntrospectionReader {
    let reader = IntrospectionReader()
    let parser = XMLParser(data: document)
    parser.delegate = reader
    _ = parser.parse()
    return reader
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let name = attributes["name"] ?? ""
    switch element {
    case "node":
      if depth > 0 { children.append(name) }
      depth += 1
    case "interface":
      interface = name
      interfaces[interface] = Interface()
    case "method":
      member = (element, name)
      interfaces[interface]?.methods[name] = Interface.Member()
    case "signal":
      member = (element, name)
      interfaces[interface]?.signals[name] = Interface.Member()
    case "property":
      member = (element, name)
      interfaces[interface]?.properties[name] = Interface.Property(
        type: attributes["type"] ?? "", access: attributes["access"] ?? "")
    case "arg":
      add(
        Interface.Argument(
          name: name, type: attributes["type"] ?? "", direction: attributes["direction"] ?? ""))
    case "annotation":
      annotate(name, attributes["value"] ?? "")
    default:
      break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    switch element {
    case "node": depth -= 1
    case "method", "signal", "property": member = nil
    default: break
    }
  }

  private func add(_ argument: Interface.Argument) {
    guard let member else { return }
    if member.kind == "method" {
      interfaces[interface]?.methods[member.name]?.arguments.append(argument)
    } else {
      interfaces[interface]?.signals[member.name]?.arguments.append(argument)
    }
  }

  private func annotate(_ name: String, _ value: String) {
    guard let member else { return }
    switch member.kind {
    case "method": interfaces[interface]?.methods[member.name]?.annotations[name] = value
    case "signal": interfaces[interface]?.signals[member.name]?.annotations[name] = value
    default: interfaces[interface]?.properties[member.name]?.annotations[name] = value
    }
  }
}
