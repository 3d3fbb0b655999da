internal import DBus
internal import DragModel

// Reads single values and checks them against the contract's rules. An error message names the value by its `label`.
extension MessageReader {
  /// Reads, and turns a failure into a rejection.
  mutating func reading<Value: ~Copyable>(
    _ read: (inout MessageReader) throws(DecodingFailure) -> Value
  ) throws(Rejection) -> Value {
    do {
      return try read(&self)
    } catch {
      throw Rejection(error)
    }
  }

  mutating func flag() throws(Rejection) -> Bool {
    try reading { reader throws(DecodingFailure) in try reader.bool() }
  }

  /// Reads an integer of any type that fits.
  mutating func number<Value: FixedWidthInteger>(
    as type: Value.Type = Value.self
  ) throws(Rejection) -> Value {
    try reading { reader throws(DecodingFailure) in
      Value(truncatingIfNeeded: try reader.integer(in: Int128(Value.min)...Int128(Value.max)))
    }
  }

  mutating func text() throws(Rejection) -> String {
    try reading { reader throws(DecodingFailure) in try reader.string() }
  }

  mutating func texts() throws(Rejection) -> [String] {
    try reading { reader throws(DecodingFailure) in try reader.strings() }
  }

  mutating func objectPath() throws(Rejection) -> String {
    try reading { reader throws(DecodingFailure) in try reader.path() }
  }

  mutating func text(_ label: ValueLabel, atMost limit: Int) throws(Rejection) -> String {
    let text = try text()
    try Self.check(text, label, atMost: limit)
    return text
  }

  /// Reads the path of an object of the caller.
  mutating func ownPath(_ label: ValueLabel) throws(Rejection) -> String {
    let path = try objectPath()
    try Self.check(path, label, atMost: Lengths.text)
    return path
  }

  /// Reads a word of an enumeration.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ label: ValueLabel, as: Word.Type = Word.self
  ) throws(Rejection) -> Word {
    let text = try text()
    guard let word = Word(rawValue: text) else {
      throw .invalid("\(label) is \(text.quoted): it must be one of \(Word.words)")
    }
    return word
  }

  /// Reads operations: at least one, none twice.
  mutating func operations(_ label: ValueLabel) throws(Rejection) -> [Operation] {
    var operations: [Operation] = []
    var elements = try reading { reader throws(DecodingFailure) in try reader.stringArray() }
    while !elements.isAtEnd {
      let text = elements.next()
      guard let operation = Operation(rawValue: text) else {
        throw .invalid("\(label) has \(text.quoted): the operations are \(Operation.words)")
      }
      guard !operations.contains(operation) else {
        throw .invalid("\(label) has \(text.quoted) twice: name each operation once")
      }
      operations.append(operation)
    }
    guard !operations.isEmpty else {
      throw .invalid("\(label) is empty: name at least one of \(Operation.words)")
    }
    return operations
  }

  /// Reads patterns of types without parsing them.
  mutating func patterns(_ label: ValueLabel) throws(Rejection) -> [String] {
    var reader = try PatternReader(&self, label)
    var patterns: [String] = []
    _ = try reader.next(.max) { text throws(Rejection) in patterns.append(String(checked: text)) }
    return patterns
  }

  /// Reads indexes, as an array of any integer type; none twice.
  mutating func indexes(_ label: ValueLabel) throws(Rejection) -> [UInt32] {
    var indexes: [UInt32] = []
    var seen: Set<UInt32> = []
    try array { element throws(Rejection) in
      let index: UInt32 = try element.number()
      guard indexes.count < Lengths.items else {
        throw .invalid("\(label) has more than \(Lengths.items) indexes")
      }
      guard seen.insert(index).inserted else {
        throw .invalid("\(label) has \(index) twice: name each item once")
      }
      indexes.append(index)
    }
    return indexes
  }

  /// Reads a MIME type.
  mutating func mimeType(_ label: ValueLabel) throws(Rejection) -> MIMEType {
    let text = try text(label, atMost: Lengths.type)
    guard let type = MIMEType(text) else {
      throw Rejection(
        .invalidType,
        "\(label) \(text.quoted) is not a MIME type: write one such as “image/png” or "
          + "“text/plain;charset=utf-8”")
    }
    // Who reads the type from dragd has the same limit, and serialising may have added quotes.
    try Self.check(type.description, label, atMost: Lengths.type)
    return type
  }

  /// Reads the id of a transfer, the last element of its path.
  mutating func transferID() throws(Rejection) -> Identifier {
    let text = try text()
    guard let id = Identifier(text) else {
      let isPath = Identifier(transferPath: text) != nil
      throw .invalid(
        "transfer is \(text.quoted), "
          + (isPath
            ? "a path: give its last element alone"
            : "no id: it must be 26 characters of “a” to “z” and “2” to “7”"))
    }
    return id
  }

  /// Reads a source's cookie. It is a secret, so no message repeats it.
  mutating func cookie() throws(Rejection) -> String {
    let text = try text()
    guard text.utf8.count <= Lengths.text else {
      throw .invalid("cookie has \(text.utf8.count) bytes, the limit is \(Lengths.text)")
    }
    let count = text.unicodeScalars.count
    guard count >= Lengths.cookie else {
      throw .invalid(
        "cookie has \(count) characters: it must have at least \(Lengths.cookie) random ones")
    }
    return text
  }

  /// Reads the path of an offer.
  mutating func offer() throws(Rejection) -> Identifier {
    try id(.offer, Identifier.init(offerPath:))
  }

  /// Reads the path of a transfer.
  mutating func transfer() throws(Rejection) -> Identifier {
    try id(.transfer, Identifier.init(transferPath:))
  }

  /// Reads the path of a drop target.
  mutating func target() throws(Rejection) -> Identifier {
    try id(.target, Identifier.init(targetPath:))
  }

  private mutating func id(
    _ kind: ObjectKind, _ read: (String) -> Identifier?
  ) throws(Rejection) -> Identifier {
    let path = try objectPath()
    guard let id = read(path) else {
      throw Rejection(
        kind.absence,
        "\(path.quoted) is the path of no \(kind.rawValue): it must be "
          + "\(ObjectPath.folder(kind))/ and an id")
    }
    return id
  }

  private static func check(
    _ text: String, _ label: ValueLabel, atMost limit: Int
  ) throws(Rejection) {
    guard text.utf8.count <= limit else { throw .tooLong(text, label, atMost: limit) }
  }
}

extension Rejection {
  static func tooLong(_ text: String, _ label: ValueLabel, atMost limit: Int) -> Rejection {
    .invalid("\(label) has \(text.utf8.count) bytes, the limit is \(limit): \(text.quoted)")
  }
}

/// The name of a value in error messages: its own name after its item's. The text is made only for a refusal.
struct ValueLabel: ExpressibleByStringLiteral, CustomStringConvertible {
  private let name: String
  private let place: ItemPlace?

  init(_ name: String, at place: ItemPlace? = nil) {
    self.name = name
    self.place = place
  }

  init(stringLiteral name: String) {
    self.init(name)
  }

  var description: String { place.map { "\($0): \(name)" } ?? name }
}

/// The item, or the representation of it, that an error message names.
struct ItemPlace: CustomStringConvertible {
  let item: Int
  var representation: Int?

  var description: String {
    representation.map { "item \(item), representation \($0)" } ?? "item \(item)"
  }
}
