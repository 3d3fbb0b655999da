/// JSON (RFC 8259) that is kept as it was: numbers as they were written, members in their order.
enum JSONValue: Hashable, Sendable {
  case object([Member])
  case array([JSONValue])
  case string(String)
  /// The digits as they stand there.
  case number(String)
  case bool(Bool)
  case null

  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONValue
  }

  /// What it is, for messages.
  var kindName: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }

  /// As text on one line.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += ", " }
        Self.quote(member.name, &text)
        text += ": "
        member.value.write(to: &text)
      }
      text += "}"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        value.write(to: &text)
      }
      text += "]"
    case .string(let string): Self.quote(string, &text)
    case .number(let digits): text += digits
    case .bool(let value): text += value ? "true" : "false"
    case .null: text += "null"
    }
  }

  private static func quote(_ string: String, _ text: inout String) {
    text += "\""
    for character in string.unicodeScalars {
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where character.value < 0x20:
        let digits = String(character.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      case _: text.unicodeScalars.append(character)
      }
    }
    text += "\""
  }
}
