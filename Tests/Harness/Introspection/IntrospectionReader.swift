internal import Foundation
internal import FoundationXML

/// Reads introspection XML (D-Bus specification, “Introspection Data Format”): the interfaces, the child nodes, and the
/// comment above each element.
package struct IntrospectionReader {
  package let interfaces: [InterfaceText]
  /// The names of the child nodes.
  package let children: [String]
  /// The comment right above an element, by `interface` or `interface.member`.
  package let comments: [String: String]

  package init(_ xml: String) throws {
    let document = Document()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = document
    guard parser.parse() else {
      throw HarnessFailure("line \(parser.lineNumber): \(parser.parserError as Any)")
    }
    interfaces = document.interfaces
    children = document.children
    comments = document.comments
  }
}

private final class Document: NSObject, XMLParserDelegate {
  private(set) var interfaces: [InterfaceText] = []
  private(set) var children: [String] = []
  private(set) var comments: [String: String] = [:]

  private var comment: String?
  private var path: [String] = []

  func parser(_ parser: XMLParser, foundComment comment: String) {
    self.comment = comment
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let name = attributes["name"] ?? ""
    let parent = path.last
    path.append(element)
    switch element {
    case "node":
      if parent != nil { children.append(name) }
    case "interface":
      interfaces.append(InterfaceText(name: name))
      keepComment(for: name)
    case "method":
      interfaces[interfaces.count - 1].methods.append(.init(name: name))
      keepComment(for: member(name))
    case "signal":
      interfaces[interfaces.count - 1].signals.append(.init(name: name))
      keepComment(for: member(name))
    case "property":
      interfaces[interfaces.count - 1].properties.append(
        .init(name: name, type: attributes["type"] ?? "", access: attributes["access"] ?? ""))
      keepComment(for: member(name))
    case "arg":
      let argument = InterfaceText.Argument(
        name: name, type: attributes["type"] ?? "", direction: attributes["direction"] ?? "")
      change(parent) { $0.arguments.append(argument) }
    case "annotation":
      let value = attributes["value"] ?? ""
      if parent == "property" {
        let last = interfaces[interfaces.count - 1].properties.count - 1
        interfaces[interfaces.count - 1].properties[last].annotations[name] = value
      } else {
        change(parent) { $0.annotations[name] = value }
      }
    default:
      break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    path.removeLast()
    comment = nil
  }

  private func member(_ name: String) -> String {
    "\(interfaces.last?.name ?? "").\(name)"
  }

  private func keepComment(for name: String) {
    comments[name] = comment
    comment = nil
  }

  private func change(_ parent: String?, _ body: (inout InterfaceText.Member) -> Void) {
    let interface = interfaces.count - 1
    switch parent {
    case "method": body(&interfaces[interface].methods[interfaces[interface].methods.count - 1])
    case "signal": body(&interfaces[interface].signals[interfaces[interface].signals.count - 1])
    default: break
    }
  }
}
