/// A value as the scripted peer writes and reads it: see Tests/Tools/peerlib/values.py.
enum Value: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// A number that an `Int64` cannot hold.
  case unsigned(UInt64)
  case double(Double)
  case string(String)
  case array([Value])
  case object([String: Value])
}

extension Value {
  subscript(_ key: String) -> Value {
    if case .object(let entries) = self { entries[key] ?? .null } else { .null }
  }

  subscript(_ index: Int) -> Value {
    if case .array(let elements) = self, elements.indices.contains(index) {
      elements[index]
    } else {
      .null
    }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var array: [Value] { if case .array(let elements) = self { elements } else { [] } }
  var object: [String: Value] { if case .object(let entries) = self { entries } else { [:] } }
  var strings: [String] { array.compactMap(\.string) }
  var isNull: Bool { self == .null }

  var number: UInt64? {
    switch self {
    case .integer(let value): UInt64(exactly: value)
    case .unsigned(let value): value
    case .null, .bool, .double, .string, .array, .object: nil
    }
  }

  var int: Int? { number.flatMap { Int(exactly: $0) } }

  /// The value inside a variant, which is written as [signature, value].
  var inside: Value { self[1] }

  init(_ number: UInt64) {
    self = Int64(exactly: number).map(Value.integer) ?? .unsigned(number)
  }
}

// Variants by their signatures: `.u(3)` is a variant that holds a uint32.
extension Value {
  static func variant(_ signature: String, _ value: Value) -> Value {
    .array([.string(signature), value])
  }

  static func s(_ text: String) -> Value { .variant("s", .string(text)) }
  static func o(_ path: String) -> Value { .variant("o", .string(path)) }
  static func b(_ value: Bool) -> Value { .variant("b", .bool(value)) }
  static func u(_ value: UInt32) -> Value { .variant("u", .integer(Int64(value))) }
  static func i(_ value: Int32) -> Value { .variant("i", .integer(Int64(value))) }
  static func t(_ value: UInt64) -> Value { .variant("t", Value(value)) }
  static func strings(_ list: [String]) -> Value { .variant("as", .list(list)) }
  static func bytes(_ content: Content) -> Value { .variant("ay", content.value) }
  static func descriptor(_ number: Int) -> Value { .variant("h", .integer(Int64(number))) }

  static func list(_ strings: [String]) -> Value { .array(strings.map(Value.string)) }
  static func list(_ numbers: [UInt32]) -> Value { .array(numbers.map { .integer(Int64($0)) }) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .string(text) }
  init(integerLiteral number: Int64) { self = .integer(number) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: Value...) { self = .array(elements) }
  init(dictionaryLiteral entries: (String, Value)...) {
    self = .object(Dictionary(uniqueKeysWithValues: entries))
  }
}
