internal import DragModel

/// A JSON value (RFC 8259), to be written; object members keep their order.
enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(UInt64)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Hashable, Sendable {
    let name: String
    let value: JSON

    init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  static func number(_ value: UInt64?) -> JSON {
    value.map { .number($0) } ?? .null
  }

  static func string(_ value: String?) -> JSON {
    value.map { .string($0) } ?? .null
  }

  static func strings(_ values: [String]) -> JSON {
    .array(values.map { .string($0) })
  }
}

extension JSON: CustomStringConvertible {
  /// On one line.
  var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += String(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Escapes what JSON demands, and all that is hostile, for a terminal may be reading.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isHostile: text += Printable.jsonEscape(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
