internal import CDBus

/// A container can be read with a reader over its content or with a closure. (A closure that throws states its error:
/// `{ element throws(DecodingFailure) in … }`.)
extension MessageReader {
  /// A reader over an array's elements; this one steps over the array.
  package mutating func array() throws(DecodingFailure) -> MessageReader {
    try enter(.array, .element)
  }

  /// A reader over a structure's fields; this one steps over the structure.
  package mutating func structure() throws(DecodingFailure) -> MessageReader {
    try enter(.structure, .field)
  }

  /// A reader over the key and the value of an entry of a dictionary that is no `a{sv}`; this one steps over the entry.
  package mutating func dictionaryEntry() throws(DecodingFailure) -> MessageReader {
    try enter(.dictionaryEntry, .field)
  }

  /// A reader at a variant's value; this one steps over the variant.
  package mutating func variant() throws(DecodingFailure) -> MessageReader {
    try expect(.variant)
    let value = MessageReader(inside: message, recurse(), at: place)
    skip()
    return value
  }

  /// A reader over the entries of an `a{sv}`; this one steps over the array.
  package mutating func dictionary() throws(DecodingFailure) -> DictionaryReader {
    guard elementType == .dictionaryEntry else { throw mismatch("dictionary (a{sv})") }
    let content = recurse()
    let entries = DictionaryReader(MessageReader(inside: message, content, at: place))
    // Reading an entry checks its types; an empty dictionary has only its signature to check.
    guard !entries.isEmpty || nextSignature == "a{sv}" else {
      throw mismatch("dictionary (a{sv})")
    }
    skip()
    return entries
  }

  /// Reads an array; `body` is called once per element and reads it.
  package mutating func array<E: DecodingError>(
    _ body: (inout MessageReader) throws(E) -> Void
  ) throws(E) {
    var elements = try converting(to: E.self) { reader throws(DecodingFailure) in try reader.array()
    }
    while !elements.isAtEnd {
      let index = elements.place.index
      try body(&elements)
      if elements.place.index == index { elements.skip() }
    }
  }

  /// Reads a structure; fields that `body` leaves are skipped.
  package mutating func structure<T: ~Copyable, E: DecodingError>(
    _ body: (inout MessageReader) throws(E) -> T
  ) throws(E) -> T {
    var fields = try converting(to: E.self) { reader throws(DecodingFailure) in
      try reader.structure()
    }
    return try body(&fields)
  }

  /// Reads a variant.
  package mutating func variant<T: ~Copyable, E: DecodingError>(
    _ body: (inout MessageReader) throws(E) -> T
  ) throws(E) -> T {
    var value = try converting(to: E.self) { reader throws(DecodingFailure) in try reader.variant()
    }
    return try body(&value)
  }

  /// Reads an `a{sv}`; `body` is called once per entry with a reader inside the variant, which it may leave unread.
  package mutating func dictionary<E: DecodingError>(
    _ body: (_ key: String, _ value: inout MessageReader) throws(E) -> Void
  ) throws(E) {
    var entries = try converting(to: E.self) { reader throws(DecodingFailure) in
      try reader.dictionary()
    }
    while !entries.isEmpty {
      var entry: (key: String, value: MessageReader)
      do {
        entry = try entries.removeFirst()
      } catch {
        throw E(error)
      }
      try body(entry.key, &entry.value)
    }
  }

  /// Reads an `ay`.
  package mutating func bytes() throws(DecodingFailure) -> [UInt8] {
    try withBytes { span in span.withUnsafeBytes { [UInt8]($0) } }
  }

  /// Reads an `ay` without copying it: the span is the message's own memory.
  package mutating func withBytes<T: ~Copyable>(
    _ body: (RawSpan) -> T
  ) throws(DecodingFailure) -> T {
    guard elementType == .byte else { throw mismatch("bytes (ay)") }
    var content = recurse()
    var base: UnsafePointer<UInt8>?
    var count: Int32 = 0
    dbus_message_iter_get_fixed_array(&content, &base, &count)
    let buffer = UnsafeRawBufferPointer(start: base, count: Int(count))
    let result = body(buffer.bytes)
    skip()
    return result
  }

  /// Reads an `as`.
  package mutating func strings() throws(DecodingFailure) -> [String] {
    try list(of: .string, "strings (as)") { reader throws(DecodingFailure) in
      try reader.string()
    }
  }

  /// A reader over the strings of an `as`; this one steps over the array.
  package mutating func stringArray() throws(DecodingFailure) -> StringArrayReader {
    StringArrayReader(try elements(of: .string, "strings (as)"))
  }

  /// Reads an `ao`.
  package mutating func paths() throws(DecodingFailure) -> [String] {
    try list(of: .objectPath, "object paths (ao)") { reader throws(DecodingFailure) in
      try reader.path()
    }
  }

  /// Reads an `au`.
  package mutating func uint32s() throws(DecodingFailure) -> [UInt32] {
    try list(of: .uint32, "uint32s (au)") { reader throws(DecodingFailure) in
      try reader.uint32()
    }
  }

  private mutating func list<T>(
    of element: TypeCode, _ expected: String,
    _ read: (inout MessageReader) throws(DecodingFailure) -> T
  ) throws(DecodingFailure) -> [T] {
    var elements = try elements(of: element, expected)
    var values: [T] = []
    while !elements.isAtEnd { values.append(try read(&elements)) }
    return values
  }

  private mutating func elements(
    of element: TypeCode, _ expected: String
  ) throws(DecodingFailure) -> MessageReader {
    guard elementType == element else { throw mismatch(expected) }
    return try array()
  }

  private mutating func enter(
    _ type: TypeCode, _ unit: Place.Unit
  ) throws(DecodingFailure) -> MessageReader {
    try expect(type)
    let content = MessageReader(inside: message, recurse(), at: place.entering(unit))
    skip()
    return content
  }

  func recurse() -> DBusMessageIter {
    var outer = iterator
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&outer, &inner)
    return inner
  }

  private mutating func converting<T, E: DecodingError>(
    to _: E.Type, _ body: (inout MessageReader) throws(DecodingFailure) -> T
  ) throws(E) -> T {
    do {
      return try body(&self)
    } catch {
      throw E(error)
    }
  }
}

/// Walks the entries of an `a{sv}`.
package struct DictionaryReader {
  private var entries: MessageReader

  init(_ entries: MessageReader) {
    self.entries = entries
  }

  package var isEmpty: Bool { entries.isAtEnd }

  /// The next key, and a reader inside its variant; nil at the end.
  package mutating func next() throws(DecodingFailure) -> (key: String, value: MessageReader)? {
    isEmpty ? nil : try removeFirst()
  }

  /// The first of the entries that are left: there must be one.
  package mutating func removeFirst() throws(DecodingFailure) -> (key: String, value: MessageReader)
  {
    var entry = entries.recurse()
    guard dbus_message_iter_get_arg_type(&entry) == TypeCode.string.code else {
      throw entries.mismatch("dictionary entry with a string as its key ({sv})")
    }
    var key: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&entry, &key)
    guard let key else { preconditionFailure("libdbus gave no string") }
    dbus_message_iter_next(&entry)
    let place = entries.place.entering(.value(key: key))
    var value = MessageReader(inside: entries.message, entry, at: place)
    let content = try value.variant()
    // Not `skip`: the place does not count entries.
    dbus_message_iter_next(&entries.iterator)
    return (String(cString: key), content)
  }
}
