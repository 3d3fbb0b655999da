internal import CDBus
package import DragSystem

/// Adds the entries of an `a{sv}`. Its errors are `MessageWriter`'s.
package struct DictionaryWriter: ~Copyable {
  private var array: MessageWriter

  init(_ array: consuming MessageWriter) {
    self.array = array
  }

  consuming func finish() -> MessageWriter { array }

  /// Adds an entry whose variant has the type `signature`; `body` appends its one value.
  package mutating func entry(
    _ key: String, signature: String, _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    var entry = try open(key, signature)
    do throws(BusError) {
      try body(&entry.variant)
    } catch {
      entry.whole.abandon(&entry.variant)
      array.abandon(&entry.whole)
      throw error
    }
    close(&entry)
  }

  /// An entry that is being written, and the variant in it.
  private struct Entry: ~Copyable {
    var whole: MessageWriter
    var variant: MessageWriter
  }

  // Like `open` and `close` of containers, these are not specialised for every body.

  @inline(never)
  private mutating func open(_ key: String, _ signature: String) throws(BusError) -> Entry {
    try array.reserve(0, alignedTo: 8)
    var whole = try array.open(.dictionaryEntry, nil, limit: array.limit)
    do throws(BusError) {
      try whole.append(key)
      try whole.reserve(1 + signature.utf8.count + 1, alignedTo: 1)
      let variant = try whole.open(.variant, signature, limit: whole.limit)
      return Entry(whole: whole, variant: variant)
    } catch {
      array.abandon(&whole)
      throw error
    }
  }

  @inline(never)
  private mutating func close(_ entry: inout Entry) {
    entry.whole.close(&entry.variant)
    array.close(&entry.whole)
  }

  package mutating func entry(_ key: String, _ value: Bool) throws(BusError) {
    try entry(key, signature: "b") { variant throws(BusError) in try variant.append(value) }
  }
  package mutating func entry(_ key: String, _ value: UInt8) throws(BusError) {
    try entry(key, signature: "y") { variant throws(BusError) in try variant.append(value) }
  }
  package mutating func entry(_ key: String, _ value: Int32) throws(BusError) {
    try entry(key, signature: "i") { variant throws(BusError) in try variant.append(value) }
  }
  package mutating func entry(_ key: String, _ value: UInt32) throws(BusError) {
    try entry(key, signature: "u") { variant throws(BusError) in try variant.append(value) }
  }
  package mutating func entry(_ key: String, _ value: Int64) throws(BusError) {
    try entry(key, signature: "x") { variant throws(BusError) in try variant.append(value) }
  }
  package mutating func entry(_ key: String, _ value: UInt64) throws(BusError) {
    try entry(key, signature: "t") { variant throws(BusError) in try variant.append(value) }
  }
  package mutating func entry(_ key: String, _ value: Double) throws(BusError) {
    try entry(key, signature: "d") { variant throws(BusError) in try variant.append(value) }
  }
  package mutating func entry(_ key: String, _ value: String) throws(BusError) {
    try entry(key, signature: "s") { variant throws(BusError) in try variant.append(value) }
  }
  package mutating func entry(_ key: String, path: String) throws(BusError) {
    try entry(key, signature: "o") { variant throws(BusError) in try variant.appendPath(path) }
  }
  package mutating func entry(_ key: String, strings: [String]) throws(BusError) {
    try entry(key, signature: "as") { variant throws(BusError) in
      try variant.appendStrings(strings)
    }
  }
  package mutating func entry(_ key: String, bytes: [UInt8]) throws(BusError) {
    try entry(key, bytes: bytes.span.bytes)
  }
  package mutating func entry(_ key: String, bytes: RawSpan) throws(BusError) {
    try entry(key, signature: "ay") { variant throws(BusError) in
      try variant.appendBytes(bytes)
    }
  }
  package mutating func entry(
    _ key: String, descriptor: borrowing OwnedFileDescriptor
  ) throws(BusError) {
    // A closure cannot capture what is borrowed.
    try entry(key, descriptorNumber: descriptor.rawValue)
  }

  /// Adds a duplicate of a descriptor that its owner keeps open until this returns.
  package mutating func entry(_ key: String, descriptorNumber: Int32) throws(BusError) {
    try entry(key, signature: "h") { variant throws(BusError) in
      try variant.append(descriptorNumber: descriptorNumber)
    }
  }
  package mutating func entry(_ key: String, lending descriptor: PeerDescriptor) throws(BusError) {
    try entry(key, signature: "h") { variant throws(BusError) in
      try variant.append(lending: descriptor)
    }
  }

  /// Adds an entry whose value is an `a{sv}` itself.
  package mutating func entry(
    _ key: String, dictionary body: (inout DictionaryWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try entry(key, signature: "a{sv}") { variant throws(BusError) in
      try variant.appendDictionary(body)
    }
  }
}
