/// The members of a JSON object, for those who need some of them.
struct JSONObject {
  let members: [JSONValue.Member]

  /// - Parameter type: what the text is said to be, for the message.
  /// - Throws: `malformed` for what is no JSON, or no object.
  init(_ bytes: [UInt8], as type: String) throws(BoardError) {
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw error.asBoardError(type)
    }
    guard case .object(let members) = value else {
      throw .malformed(type: type, reason: "it is \(value.kindName), not an object")
    }
    self.members = members
  }

  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// - Throws: `invalid` when it is missing.
  func value(_ name: String) throws(BoardError) -> JSONValue {
    guard let member = members.first(where: { $0.name == name }) else {
      throw .invalid(field: name, reason: "it is missing")
    }
    return member.value
  }

  /// - Throws: `invalid` when it is missing or something else.
  func string(_ name: String) throws(BoardError) -> String { try value(name).string(for: name) }

  /// - Throws: `invalid` when it is missing or something else.
  func number(_ name: String) throws(BoardError) -> Double {
    let value = try value(name)
    guard case .number(let digits) = value, let number = Double(digits) else {
      throw .invalid(field: name, reason: "it is \(value.kindName), not a number")
    }
    return number
  }
}

extension JSONValue {
  /// - Throws: `invalid`, with the field's name, when it is no string.
  func string(for field: String) throws(BoardError) -> String {
    guard case .string(let text) = self else {
      throw .invalid(field: field, reason: "it is \(kindName), not a string")
    }
    return text
  }
}

extension JSONParser.Failure {
  func asBoardError(_ type: String) -> BoardError {
    .malformed(type: type, reason: "\(reason), at byte \(offset)")
  }
}
