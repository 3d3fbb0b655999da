internal import CDBus

extension MessageWriter {
  /// Appends an array; `body` appends its elements. Fails with InvalidArgs when the signature is not one complete type.
  package mutating func appendArray(
    of elementSignature: String, _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    var content = try openArray(of: elementSignature)
    do throws(BusError) {
      try body(&content)
    } catch {
      abandon(&content)
      throw error
    }
    close(&content)
  }

  /// Opens an array, for `close` or `abandon`.
  mutating func openArray(of elementSignature: String) throws(BusError) -> MessageWriter {
    guard let letter = elementSignature.utf8.first else {
      throw .invalid("an array needs a type for its elements")
    }
    try reserve(4, alignedTo: 4)
    // An empty array has the padding before its first element too; the length does not count it.
    try reserve(0, alignedTo: TypeCode.alignment(ofSignature: letter))
    return try open(.array, elementSignature, limit: min(limit, position + Self.maximumArray))
  }

  package mutating func appendStructure(
    _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try reserve(0, alignedTo: 8)
    try container(.structure, nil, limit: limit, body)
  }

  /// Appends an entry to an array of entries, such as `{st}`; `body` appends its key and its value.
  package mutating func appendDictionaryEntry(
    _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try reserve(0, alignedTo: 8)
    try container(.dictionaryEntry, nil, limit: limit, body)
  }

  /// Appends a variant of the type `signature`; `body` appends its one value.
  package mutating func appendVariant(
    _ signature: String, _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try reserve(1 + signature.utf8.count + 1, alignedTo: 1)
    try container(.variant, signature, limit: limit, body)
  }

  /// Appends an `a{sv}`; `body` adds its entries.
  package mutating func appendDictionary(
    _ body: (inout DictionaryWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try appendArray(of: "{sv}") { entries throws(BusError) in
      var dictionary = DictionaryWriter(entries)
      do throws(BusError) {
        try body(&dictionary)
      } catch {
        entries = dictionary.finish()
        throw error
      }
      entries = dictionary.finish()
    }
  }

  /// Appends an `ay`.
  package mutating func appendBytes(_ bytes: [UInt8]) throws(BusError) {
    try appendBytes(bytes.span.bytes)
  }

  /// Appends an `ay`.
  package mutating func appendBytes(_ bytes: RawSpan) throws(BusError) {
    let count = bytes.byteCount
    try appendArray(of: "y") { array throws(BusError) in
      try array.reserve(count, alignedTo: 1)
      guard count > 0 else { return }
      bytes.withUnsafeBytes { buffer in
        var base = buffer.baseAddress
        allocated(
          dbus_message_iter_append_fixed_array(
            &array.iterator, TypeCode.byte.code, &base, Int32(count)))
      }
    }
  }

  /// Appends an `as`.
  package mutating func appendStrings(_ strings: [String]) throws(BusError) {
    try appendArray(of: "s") { array throws(BusError) in
      for string in strings { try array.append(string) }
    }
  }

  /// Opens a container whose content starts here, and closes it, or abandons it when `body` throws.
  mutating func container(
    _ type: TypeCode, _ signature: String?, limit: Int,
    _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    var content = try open(type, signature, limit: limit)
    do throws(BusError) {
      try body(&content)
    } catch {
      abandon(&content)
      throw error
    }
    close(&content)
  }

  // `container` is specialised for every body; these parts of it are not.

  @inline(never)
  mutating func open(
    _ type: TypeCode, _ signature: String?, limit: Int
  ) throws(BusError) -> MessageWriter {
    var content = MessageWriter(inside: message, at: position, limit: limit)
    guard let signature else {
      allocated(dbus_message_iter_open_container(&iterator, type.code, nil, &content.iterator))
      return content
    }
    guard Self.isElementType(signature) else {
      throw .invalid("“\(signature)” is not the signature of one complete type")
    }
    // Without `withCString` Swift would copy an optional text to the heap.
    signature.withCString {
      allocated(dbus_message_iter_open_container(&iterator, type.code, $0, &content.iterator))
    }
    return content
  }

  @inline(never)
  mutating func close(_ content: inout MessageWriter) {
    position = content.position
    allocated(dbus_message_iter_close_container(&iterator, &content.iterator))
  }

  mutating func abandon(_ content: inout MessageWriter) {
    dbus_message_iter_abandon_container(&iterator, &content.iterator)
  }

  /// A complete type, or a dictionary's entry, which is one only as an array's element.
  private static func isElementType(_ signature: String) -> Bool {
    switch signature {
    // The commonest; parsing them took a quarter of the time of writing a dictionary.
    case "{sv}", "s", "u", "t", "ay", "as", "a{sv}", "(oa{sv})", "{sa{sv}}", "b", "o", "h", "y":
      true
    default:
      signature.utf8.first == UInt8(ascii: "{")
        ? Syntax.isCompleteType("a" + signature) : Syntax.isCompleteType(signature)
    }
  }
}
