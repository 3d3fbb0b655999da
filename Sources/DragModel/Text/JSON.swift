/// A JSON value (RFC 8259). Members keep their order and numbers their spelling: what a program does not know is
/// written back as it was read.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The number as it is spelled.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  package static func number(_ value: (some BinaryInteger)?) -> JSON {
    value.map { .number(String($0)) } ?? .null
  }

  /// - Parameter value: finite, because JSON has no other numbers.
  package static func number(_ value: Double) -> JSON {
    let isWhole = value.magnitude < 0x1p53 && Double(Int(value)) == value
    return .number(isWhole ? String(Int(value)) : String(value))
  }

  package static func string(_ value: String?) -> JSON {
    value.map { .string($0) } ?? .null
  }

  package static func strings(_ values: [String]) -> JSON {
    .array(values.map { .string($0) })
  }
}

extension JSON: CustomStringConvertible {
  /// On one line without a space, with everything hostile escaped.
  package var description: String { text(.compact) }
}

// MARK: Writing

extension JSON {
  package enum Layout {
    /// One line, no spaces: for programs.
    case compact
    /// One line, a space after each comma and colon: for files.
    case spaced
    /// A line for each value, indented by its depth: for people.
    case indented
  }

  /// - Parameter escapesHostile: whether hostile characters are escaped too, and not only those that JSON demands. A
  ///   terminal may read what a command prints; a file keeps its characters.
  package func text(_ layout: Layout, escapesHostile: Bool = true) -> String {
    var writer = JSONWriter(layout: layout, escapesHostile: escapesHostile)
    writer.write(self)
    return writer.text
  }
}

private struct JSONWriter {
  let layout: JSON.Layout
  let escapesHostile: Bool
  private(set) var text = ""
  private var depth = 0

  init(layout: JSON.Layout, escapesHostile: Bool) {
    self.layout = layout
    self.escapesHostile = escapesHostile
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let spelling): text += spelling
    case .string(let string): write(quoted: string)
    case .array(let values):
      write(values, between: "[", and: "]") { writer, value in writer.write(value) }
    case .object(let members):
      write(members, between: "{", and: "}") { writer, member in
        writer.write(quoted: member.name)
        writer.text += writer.layout == .compact ? ":" : ": "
        writer.write(member.value)
      }
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between opening: String, and closing: String,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    text += opening
    depth += 1
    for (index, element) in elements.enumerated() {
      if index > 0 { text += layout == .spaced ? ", " : "," }
      startLine()
      write(&self, element)
    }
    depth -= 1
    if !elements.isEmpty { startLine() }
    text += closing
  }

  private mutating func startLine() {
    guard layout == .indented else { return }
    text += "\n" + String(repeating: "  ", count: depth)
  }

  private mutating func write(quoted string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || escapesHostile && scalar.isHostile:
        text += Printable.jsonEscape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
