import Foundation
import FoundationXML

/// Introspection XML, read: the interfaces, the nodes below, and the comment above each element.
final class IntrospectionReader: NSObject, XMLParserDelegate {
  private(set) var interfaces: [InterfaceText] = []
  private(set) var children: [String] = []
  /// The comment right above an element, by `interface`, `interface.member`.
  private(set) var comments: [String: String] = [:]

  private var comment: String?
  private var path: [String] = []

  struct Failure: Error {
    var line: Int
    var reason: String
  }

  init(_ xml: String) throws {
    super.init()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw Failure(line: parser.lineNumber, reason: "\(parser.parserError as Any)")
    }
  }

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

/// The documented interfaces of the package.
enum InterfaceFiles {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("dbus")

  /// The names of the interfaces that have a file.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".xml") }.map { String($0.dropLast(4)) }.sorted()
  }

  static func text(_ interface: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent("\(interface).xml"), encoding: .utf8)
  }
}
