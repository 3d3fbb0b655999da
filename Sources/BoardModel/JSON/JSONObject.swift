internal import DragModel
internal import DragSystem
internal import Translations

/// The members of a JSON object.
struct JSONObject {
  let members: [JSON.Member]

  /// - Parameter type: the type that the source declared, for the message.
  /// - Throws: `malformed` for invalid JSON, and for any value but an object.
  init(_ bytes: [UInt8], as type: String) throws(BoardError) {
    let value = try mapError { () throws(JSONFailure) in
      try JSON(parsing: bytes)
    } to: {
      $0.asBoardError(type)
    }
    guard case .object(let members) = value else {
      throw .malformed(
        type: type, reason: translated("it is {kind}, not an object", ["kind": value.kindName]))
    }
    self.members = members
  }

  /// - Parameter field: the name under which the value was found, for the message.
  init(_ value: JSON, for field: String) throws(BoardError) {
    guard case .object(let members) = value else {
      throw .invalid(
        field: field, reason: translated("it is {kind}, not an object", ["kind": value.kindName]))
    }
    self.members = members
  }

  func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  /// - Throws: `invalid` when it is missing.
  func value(_ name: String) throws(BoardError) -> JSON {
    guard let member = members.first(where: { $0.name == name }) else {
      throw .invalid(field: name, reason: translated("it is missing"))
    }
    return member.value
  }

  /// - Throws: `invalid` when it is missing or has another type.
  func string(_ name: String) throws(BoardError) -> String { try value(name).string(for: name) }

  /// - Throws: `invalid` when it is missing or has another type.
  func number(_ name: String) throws(BoardError) -> Double {
    let value = try value(name)
    guard case .number(let spelling) = value, let number = Double(spelling) else {
      throw .invalid(
        field: name, reason: translated("it is {kind}, not a number", ["kind": value.kindName]))
    }
    return number
  }

  /// False when it is missing.
  ///
  /// - Throws: `invalid` when it has another type.
  func flag(_ name: String) throws(BoardError) -> Bool {
    guard has(name) else { return false }
    let value = try value(name)
    guard case .bool(let flag) = value else {
      throw .invalid(
        field: name, reason: translated("it is {kind}, not true or false", ["kind": value.kindName])
      )
    }
    return flag
  }

  /// The objects of an array; none when it is missing.
  ///
  /// - Throws: `invalid` when it has another type, or more than `most` objects.
  func objects(_ name: String, most: Int) throws(BoardError) -> [JSONObject] {
    guard has(name) else { return [] }
    let value = try value(name)
    guard case .array(let values) = value else {
      throw .invalid(
        field: name, reason: translated("it is {kind}, not an array", ["kind": value.kindName]))
    }
    guard values.count <= most else {
      throw .invalid(
        field: name,
        reason: translated(
          "there are {count}, and can be at most {limit}", ["limit": most, "count": values.count]))
    }
    var objects: [JSONObject] = []
    for value in values { objects.append(try JSONObject(value, for: name)) }
    return objects
  }
}
