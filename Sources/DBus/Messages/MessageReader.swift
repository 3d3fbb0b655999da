internal import CDBus
package import DragSystem

/// Reads arguments one after the other. It is a value: a copy reads on from the same place.
///
/// Every read throws `DecodingFailure` if the next value has another type or there is none, and the reader has not
/// moved.
package struct MessageReader {
  let message: Message
  var iterator = DBusMessageIter()
  var place: Place

  init(_ message: Message) {
    self.message = message
    place = Place(.argument)
    // FALSE means that there are no arguments; the iterator is then at its end.
    dbus_message_iter_init(message.pointer, &iterator)
  }

  init(inside message: Message, _ iterator: DBusMessageIter, at place: Place) {
    self.message = message
    self.iterator = iterator
    self.place = place
  }

  /// The next value's type; nil at the end.
  package var type: TypeCode? {
    var iterator = iterator
    return TypeCode(code: dbus_message_iter_get_arg_type(&iterator))
  }

  /// The type of the elements when the next value is an array, else nil.
  package var elementType: TypeCode? {
    guard type == .array else { return nil }
    var iterator = iterator
    return TypeCode(code: dbus_message_iter_get_element_type(&iterator))
  }

  /// The next value's signature; empty at the end.
  package var nextSignature: String {
    var iterator = iterator
    let text = allocated(dbus_message_iter_get_signature(&iterator))
    defer { dbus_free(text) }
    return String(cString: text)
  }

  package var isAtEnd: Bool {
    var iterator = iterator
    // DBUS_TYPE_INVALID
    return dbus_message_iter_get_arg_type(&iterator) == 0
  }

  /// Steps over the next value, whatever it is.
  package mutating func skip() {
    dbus_message_iter_next(&iterator)
    place.advance()
  }

  package mutating func bool() throws(DecodingFailure) -> Bool {
    try basic(.boolean, as: dbus_bool_t.self) != 0
  }
  package mutating func byte() throws(DecodingFailure) -> UInt8 { try basic(.byte) }
  package mutating func int16() throws(DecodingFailure) -> Int16 { try basic(.int16) }
  package mutating func uint16() throws(DecodingFailure) -> UInt16 { try basic(.uint16) }
  package mutating func int32() throws(DecodingFailure) -> Int32 { try basic(.int32) }
  package mutating func uint32() throws(DecodingFailure) -> UInt32 { try basic(.uint32) }
  package mutating func int64() throws(DecodingFailure) -> Int64 { try basic(.int64) }
  package mutating func uint64() throws(DecodingFailure) -> UInt64 { try basic(.uint64) }
  package mutating func double() throws(DecodingFailure) -> Double { try basic(.double) }
  package mutating func string() throws(DecodingFailure) -> String { try text(.string) }
  package mutating func path() throws(DecodingFailure) -> String { try text(.objectPath) }
  package mutating func signature() throws(DecodingFailure) -> String { try text(.signature) }

  /// Reads a number of any integer type that is in the range.
  package mutating func integer(in range: ClosedRange<Int128>) throws(DecodingFailure) -> Int128 {
    let start = self
    let value: Int128 =
      switch self.type {
      case .byte: Int128(try byte())
      case .int16: Int128(try int16())
      case .uint16: Int128(try uint16())
      case .int32: Int128(try int32())
      case .uint32: Int128(try uint32())
      case .int64: Int128(try int64())
      case .uint64: Int128(try uint64())
      case .boolean, .double, .string, .objectPath, .signature, .unixFD, .array, .variant,
        .structure, .dictionaryEntry, nil:
        throw mismatch("integer")
      }
    guard range.contains(value) else {
      self = start
      throw DecodingFailure(
        expected: "integer from \(range.lowerBound) to \(range.upperBound)", found: "\(value)",
        at: place.description)
    }
    return value
  }

  /// Reads a descriptor as a duplicate, closed on exec. Its `close` may block for ever; that of `peerDescriptor` does
  /// not.
  package mutating func descriptor() throws(DecodingFailure) -> OwnedFileDescriptor {
    let start = self
    // libdbus answers -1 in two cases, and leaves errno alone where the message has no such descriptor.
    __errno_location().pointee = 0
    let number: Int32 = try basic(.unixFD)
    guard number >= 0 else {
      let isShort = __errno_location().pointee != 0
      self = start
      throw DecodingFailure(
        expected: TypeCode.unixFD.description,
        found: isShort
          ? "no room for another descriptor in this process"
          : "the number of a descriptor that did not come with the message",
        at: place.description, cause: isShort ? .shortage : .mismatch)
    }
    return OwnedFileDescriptor(adopting: number)
  }

  /// Fails unless the next value is a descriptor, and takes none.
  package func expectDescriptor() throws(DecodingFailure) {
    guard type == .unixFD else { throw mismatch(TypeCode.unixFD.description) }
  }

  /// Reads a descriptor as a duplicate that a worker closes, in the sender's lane.
  package mutating func peerDescriptor(
    closedOn pool: WorkerPool
  ) throws(DecodingFailure) -> PeerDescriptor {
    PeerDescriptor(try descriptor(), lane: .peer(message.sender ?? ""), pool: pool)
  }

  /// Fails unless all arguments, elements or fields have been read.
  package func end() throws(DecodingFailure) {
    if !isAtEnd { throw mismatch("the end") }
  }

  private mutating func basic<T: BitwiseCopyable & ExpressibleByIntegerLiteral>(
    _ type: TypeCode, as _: T.Type = T.self
  ) throws(DecodingFailure) -> T {
    try expect(type)
    var value: T = 0
    dbus_message_iter_get_basic(&iterator, &value)
    skip()
    return value
  }

  private mutating func text(_ type: TypeCode) throws(DecodingFailure) -> String {
    try expect(type)
    var pointer: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &pointer)
    guard let pointer else { preconditionFailure("libdbus gave no string") }
    skip()
    return String(cString: pointer)
  }

  mutating func expect(_ type: TypeCode) throws(DecodingFailure) {
    guard dbus_message_iter_get_arg_type(&iterator) == type.code else {
      throw mismatch(type.description)
    }
  }

  func mismatch(_ expected: String) -> DecodingFailure {
    DecodingFailure(expected: expected, found: found, at: place.description)
  }

  /// The next value's type, for people.
  private var found: String {
    switch type {
    case nil: "nothing more"
    case .array: "array (\(nextSignature))"
    case .structure, .dictionaryEntry: "structure (\(nextSignature))"
    case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string,
      .objectPath, .signature, .unixFD, .variant:
      type?.description ?? ""
    }
  }
}
