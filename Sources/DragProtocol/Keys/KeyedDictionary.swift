package import DBus
internal import DragModel

/// An `a{sv}` of the contract. `visitKeys` declares each key once: its name, its type, its default, and the codec that
/// reads and writes it. The contract's table, the readers and the writers all come from this one list.
protocol KeyedDictionary {
  /// The value of a dictionary without entries. Store it if keys have defaults, since these are read from it.
  static var unstated: Self { get }

  /// Visits every key in the contract's order.
  ///
  /// A generic function and not a table: the compiler makes a function of it for each visitor, in which no key costs a
  /// closure or an allocation.
  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of value: inout Self
  ) throws(Visitor.Failure)
}

/// Visits each key of a dictionary. Swift does not infer that a visitor may be noncopyable, so every
/// extension says so.
protocol KeyVisitor: OptionVisitor, ~Copyable {
  /// A key that may be left out. `presence` is what the contract says about its absence.
  mutating func optional<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value?, _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) throws(Failure)

  /// A key that a writer leaves out if it has its usual value.
  mutating func defaulted<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ usual: @autoclosure () -> Codec.Value,
    _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) throws(Failure) where Codec.Value: Equatable

  /// A key that is always written. A reader takes the usual value where another version leaves it out.
  mutating func always<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) throws(Failure)

  /// A key that is always written, and without which a reader refuses the dictionary.
  mutating func required<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) throws(Failure)
}

extension KeyVisitor where Self: ~Copyable {
  mutating func optional<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value?, _ codec: Codec
  ) throws(Failure) {
    try optional(name, &value, codec, .optional)
  }

  mutating func defaulted<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ usual: @autoclosure () -> Codec.Value,
    _ codec: Codec
  ) throws(Failure) where Codec.Value: Equatable {
    try defaulted(name, &value, usual(), codec, .defaultsTo(codec.text(usual())))
  }
}

// The options that DragModel declares, with the codecs of their kinds

extension KeyVisitor where Self: ~Copyable {
  mutating func word<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _ value: inout Word, _ usual: @autoclosure () -> Word
  ) throws(Failure) {
    try defaulted(key, &value, usual(), .word())
  }

  mutating func patterns(
    _ key: String, _ value: inout [String], _ usual: @autoclosure () -> [String]
  ) throws(Failure) {
    try defaulted(key, &value, usual(), .patterns)
  }

  mutating func number(
    _ key: String, _ value: inout UInt64, _ usual: @autoclosure () -> UInt64, not0 reason: String?
  ) throws(Failure) {
    try defaulted(key, &value, usual(), NumberCodec(isPositive: reason))
  }

  mutating func number(
    _ key: String, _ value: inout UInt64?, usually usual: UInt64, atMost limit: UInt64
  ) throws(Failure) {
    try optional(key, &value, .number(atMost: limit), .defaultsTo("\(usual)"))
  }
}

// Reading

extension KeyedDictionary {
  /// Reads an `a{sv}` and ignores keys that are not in the contract.
  /// - Parameters:
  ///   - place: the item that an error message names; nil if the dictionary is not about one.
  ///   - isFromBroker: whether dragd has checked the values already.
  init(
    _ reader: inout MessageReader, at place: ItemPlace? = nil, isFromBroker: Bool = false
  ) throws(Rejection) {
    var unknown = UnknownKeys()
    try self.init(&reader, at: place, isFromBroker: isFromBroker, noting: &unknown)
  }

  /// The same, and notes the keys that are not in the contract.
  init(
    _ reader: inout MessageReader, at place: ItemPlace? = nil, isFromBroker: Bool = false,
    noting unknown: inout UnknownKeys
  ) throws(Rejection) {
    var entries = try reader.reading { reader throws(DecodingFailure) in try reader.dictionary() }
    var value = Self.unstated
    var found: UInt32 = 0
    if !entries.isEmpty {
      var keys = KeyReader(try Self.removeFirst(&entries), place, isFromBroker)
      try Self.visitKeys(&keys, of: &value)
      if !keys.isKnown { unknown.add(keys.name, at: place) { Self.keys } }
      var count = 1
      while !entries.isEmpty {
        count += 1
        guard count <= Lengths.entries else {
          throw .invalid("a dictionary has more than \(Lengths.entries) entries")
        }
        keys.start(try Self.removeFirst(&entries))
        try Self.visitKeys(&keys, of: &value)
        if !keys.isKnown { unknown.add(keys.name, at: place) { Self.keys } }
      }
      found = keys.found
    }
    var check = RequiredKeyCheck(found: found)
    try Self.visitKeys(&check, of: &value)
    self = value
  }

  private static func removeFirst(
    _ entries: inout DictionaryReader
  ) throws(Rejection) -> (key: String, value: MessageReader) {
    do {
      return try entries.removeFirst()
    } catch {
      throw Rejection(error)
    }
  }
}

/// Reads the value of one entry at a time: the key whose name is the entry's takes it.
private struct KeyReader: KeyVisitor {
  typealias Failure = Rejection

  private var entry: (key: String, value: MessageReader)
  private let place: ItemPlace?
  private let isFromBroker: Bool
  /// One bit for each required key, in their order.
  private(set) var found: UInt32 = 0
  private var bit: UInt32 = 1
  /// Whether a key of the contract has the entry's name.
  private(set) var isKnown = false

  init(_ entry: (key: String, value: MessageReader), _ place: ItemPlace?, _ isFromBroker: Bool) {
    self.entry = entry
    self.place = place
    self.isFromBroker = isFromBroker
  }

  mutating func start(_ entry: (key: String, value: MessageReader)) {
    self.entry = entry
    bit = 1
    isKnown = false
  }

  var name: String { entry.key }

  private mutating func read<Codec: ValueCodec>(
    _ name: String, _ codec: Codec
  ) throws(Rejection) -> Codec.Value {
    isKnown = true
    return isFromBroker
      ? try codec.readChecked(&entry.value, ValueLabel(name, at: place))
      : try codec.read(&entry.value, ValueLabel(name, at: place))
  }

  mutating func optional<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value?, _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) throws(Rejection) {
    if entry.key == name { value = try read(name, codec) }
  }

  mutating func defaulted<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ usual: @autoclosure () -> Codec.Value,
    _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) throws(Rejection) {
    if entry.key == name { value = try read(name, codec) }
  }

  mutating func always<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) throws(Rejection) {
    if entry.key == name { value = try read(name, codec) }
  }

  mutating func required<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) throws(Rejection) {
    if entry.key == name {
      value = try read(name, codec)
      found |= bit
    }
    bit <<= 1
  }
}

/// Refuses a dictionary in which a required key was not found.
private struct RequiredKeyCheck: KeyVisitor {
  typealias Failure = Rejection

  var found: UInt32

  mutating func optional<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value?, _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) throws(Rejection) {}

  mutating func defaulted<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ usual: @autoclosure () -> Codec.Value,
    _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) throws(Rejection) {}

  mutating func always<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) throws(Rejection) {}

  mutating func required<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) throws(Rejection) {
    guard found & 1 == 1 else { throw .invalid("“\(name)” is missing") }
    found >>= 1
  }
}

// Writing

extension KeyedDictionary {
  /// Appends an `a{sv}` without the entries that would say nothing more than `unstated` does.
  consuming func write(to writer: inout MessageWriter) throws(BusError) {
    var value = self
    try writer.appendDictionary { entries throws(BusError) in
      try Self.visitKeys(&entries, of: &value)
    }
  }

  /// Adds the entries to a dictionary that is being written.
  consuming func write(to entries: inout DictionaryWriter) throws(BusError) {
    try Self.visitKeys(&entries, of: &self)
  }
}

extension DictionaryWriter: KeyVisitor {
  package typealias Failure = BusError

  mutating func optional<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value?, _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) throws(BusError) {
    if let value { try codec.write(value, name, to: &self) }
  }

  mutating func defaulted<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ usual: @autoclosure () -> Codec.Value,
    _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) throws(BusError) where Codec.Value: Equatable {
    if value != usual() { try codec.write(value, name, to: &self) }
  }

  mutating func always<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) throws(BusError) {
    try codec.write(value, name, to: &self)
  }

  mutating func required<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) throws(BusError) {
    try codec.write(value, name, to: &self)
  }
}

/// The same as the extension of KeyVisitor, but as visible as DictionaryWriter.
extension DictionaryWriter {
  package mutating func word<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _ value: inout Word, _ usual: @autoclosure () -> Word
  ) throws(BusError) {
    try defaulted(key, &value, usual(), .word())
  }

  package mutating func patterns(
    _ key: String, _ value: inout [String], _ usual: @autoclosure () -> [String]
  ) throws(BusError) {
    try defaulted(key, &value, usual(), .patterns)
  }

  package mutating func number(
    _ key: String, _ value: inout UInt64, _ usual: @autoclosure () -> UInt64, not0 reason: String?
  ) throws(BusError) {
    try defaulted(key, &value, usual(), NumberCodec(isPositive: reason))
  }

  package mutating func number(
    _ key: String, _ value: inout UInt64?, usually usual: UInt64, atMost limit: UInt64
  ) throws(BusError) {
    try optional(key, &value, .number(atMost: limit), .defaultsTo("\(usual)"))
  }
}

// The contract

extension KeyedDictionary {
  /// The rows of the contract's table.
  static var keys: [Contract.Key] {
    var list = KeyList()
    var value = unstated
    visitKeys(&list, of: &value)
    return list.keys
  }
}

private struct KeyList: KeyVisitor {
  typealias Failure = Never

  private(set) var keys: [Contract.Key] = []

  private mutating func append(
    _ name: String, _ codec: some ValueCodec, _ presence: Contract.Key.Presence
  ) {
    keys.append(Contract.Key(name, codec.signature, presence))
    keys += codec.nestedKeys
  }

  mutating func optional<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value?, _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) {
    append(name, codec, presence())
  }

  mutating func defaulted<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ usual: @autoclosure () -> Codec.Value,
    _ codec: Codec,
    _ presence: @autoclosure () -> Contract.Key.Presence
  ) {
    append(name, codec, presence())
  }

  mutating func always<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) {
    append(name, codec, .always)
  }

  mutating func required<Codec: ValueCodec>(
    _ name: String, _ value: inout Codec.Value, _ codec: Codec
  ) {
    append(name, codec, .always)
  }
}
