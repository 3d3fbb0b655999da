/// Bytes, taken apart from the front.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isEmpty: Bool { rest.isEmpty }

  /// The next byte; 0 after the end.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// Two bytes, little-endian.
  mutating func short() -> Int { Int(byte()) | Int(byte()) << 8 }

  /// So many bytes, or as many as there are.
  mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// A record behind its length in two bytes.
  mutating func record() -> [UInt8] { bytes(short()) }

  /// All that is left, as records.
  mutating func records() -> [[UInt8]] {
    var records: [[UInt8]] = []
    while !isEmpty { records.append(record()) }
    return records
  }

  /// What stands between the next two NULs, or before the end.
  mutating func text() -> String {
    let bytes = rest.prefix { $0 != 0 }
    rest = rest.dropFirst(bytes.count + 1)
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func texts() -> [String] {
    var texts: [String] = []
    while !isEmpty { texts.append(text()) }
    return texts
  }
}
