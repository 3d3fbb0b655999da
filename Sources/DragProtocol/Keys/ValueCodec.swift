internal import DBus
internal import DragModel

/// How the value of a key is read and written. Each codec is stated at its key, as `.number()` or
/// `.text(atMost: Lengths.text)`.
protocol ValueCodec {
  associatedtype Value

  /// The D-Bus type of the value.
  var signature: String { get }
  /// The keys of a dictionary that is the value.
  var nestedKeys: [Contract.Key] { get }

  /// Reads a peer's value and checks it against the contract's rules.
  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> Value

  /// Reads a value that dragd passes on. The rules for a peer's values do not apply to it.
  func readChecked(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> Value

  func write(_ value: Value, _ key: String, to entries: inout DictionaryWriter) throws(BusError)

  /// The value as the documentation states a default.
  func text(_ value: Value) -> String
}

extension ValueCodec {
  var nestedKeys: [Contract.Key] { [] }

  func readChecked(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> Value {
    try read(&reader, label)
  }

  func text(_ value: Value) -> String { "\(value)" }
}

struct FlagCodec: ValueCodec {
  var signature: String { "b" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> Bool {
    try reader.flag()
  }

  func write(_ value: Bool, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, value)
  }
}

extension ValueCodec where Self == FlagCodec {
  static var flag: Self { Self() }
}

/// The integers that the contract writes; it reads every integer type that fits.
protocol WrittenInteger: FixedWidthInteger {
  static var signature: String { get }
  func write(_ key: String, to entries: inout DictionaryWriter) throws(BusError)
}

extension UInt32: WrittenInteger {
  static var signature: String { "u" }

  func write(_ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, self)
  }
}

extension UInt64: WrittenInteger {
  static var signature: String { "t" }

  func write(_ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, self)
  }
}

struct NumberCodec<Value: WrittenInteger>: ValueCodec {
  var limit = Value.max
  /// Why it must not be 0.
  var isPositive: String?

  var signature: String { Value.signature }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> Value {
    let number: Value = try reader.number()
    guard number <= limit else { throw .invalid("\(label) is \(number), the limit is \(limit)") }
    if number == 0, let isPositive { throw .invalid("\(label) is 0: \(isPositive)") }
    return number
  }

  func write(_ value: Value, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try value.write(key, to: &entries)
  }
}

extension ValueCodec {
  static func number<Integer>() -> Self where Self == NumberCodec<Integer> { Self() }

  static func number<Integer>(atMost limit: Integer) -> Self where Self == NumberCodec<Integer> {
    Self(limit: limit)
  }

  /// - Parameter reason: why 0 is not allowed, and what to give instead.
  static func number<Integer>(not0 reason: String) -> Self where Self == NumberCodec<Integer> {
    Self(isPositive: reason)
  }
}

/// One word of an enumeration.
struct WordCodec<Value: RawRepresentable<String> & CaseIterable>: ValueCodec {
  var signature: String { "s" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> Value {
    try reader.word(label)
  }

  func write(_ value: Value, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, value.rawValue)
  }

  func text(_ value: Value) -> String { value.rawValue }
}

extension ValueCodec {
  static func word<Word>() -> Self where Self == WordCodec<Word> { Self() }
}

struct MIMETypeCodec: ValueCodec {
  var signature: String { "s" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> MIMEType {
    try reader.mimeType(label)
  }

  func write(
    _ value: MIMEType, _ key: String, to entries: inout DictionaryWriter
  ) throws(BusError) {
    try entries.entry(key, value.description)
  }
}

extension ValueCodec where Self == MIMETypeCodec {
  static var mimeType: Self { Self() }
}

/// At least one operation, none twice.
struct OperationsCodec: ValueCodec {
  var signature: String { "as" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> [Operation] {
    try reader.operations(label)
  }

  func write(
    _ value: [Operation], _ key: String, to entries: inout DictionaryWriter
  ) throws(BusError) {
    try entries.entry(key, strings: value.map(\.rawValue))
  }

  func text(_ value: [Operation]) -> String { "\(value.map(\.rawValue))" }
}

extension ValueCodec where Self == OperationsCodec {
  static var operations: Self { Self() }
}

/// Patterns of types.
struct PatternsCodec: ValueCodec {
  var signature: String { "as" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> [String] {
    try reader.patterns(label)
  }

  func write(_ value: [String], _ key: String, to entries: inout DictionaryWriter) throws(BusError)
  {
    try entries.entry(key, strings: value)
  }
}

extension ValueCodec where Self == PatternsCodec {
  static var patterns: Self { Self() }
}

/// Indexes of items, none twice.
struct IndexesCodec: ValueCodec {
  var signature: String { "au" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> [UInt32] {
    try reader.indexes(label)
  }

  func write(_ value: [UInt32], _ key: String, to entries: inout DictionaryWriter) throws(BusError)
  {
    try entries.entry(key, signature: signature) { variant throws(BusError) in
      try variant.appendIndexes(value)
    }
  }
}

extension ValueCodec where Self == IndexesCodec {
  static var indexes: Self { Self() }
}

/// The path of an object of the caller's.
struct PathCodec: ValueCodec {
  var signature: String { "o" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> String {
    try reader.ownPath(label)
  }

  func write(_ value: String, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, path: value)
  }
}

extension ValueCodec where Self == PathCodec {
  static var path: Self { Self() }
}

/// The path of an offer.
struct OfferCodec: ValueCodec {
  var signature: String { "o" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> Identifier {
    try reader.offer()
  }

  func write(
    _ value: Identifier, _ key: String, to entries: inout DictionaryWriter
  ) throws(BusError) {
    try entries.entry(key, path: value.offerPath)
  }
}

extension ValueCodec where Self == OfferCodec {
  static var offer: Self { Self() }
}

/// A dictionary in a dictionary.
struct DictionaryCodec<Value: KeyedDictionary>: ValueCodec {
  var signature: String { "a{sv}" }
  var nestedKeys: [Contract.Key] { Value.keys }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> Value {
    try Value(&reader)
  }

  func write(_ value: Value, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(
      key,
      dictionary: { entries throws(BusError) in
        try value.write(to: &entries)
      })
  }
}

extension ValueCodec {
  static func dictionary<Dictionary>() -> Self where Self == DictionaryCodec<Dictionary> { Self() }
}
