/// The records of an extended header: `LENGTH KEY=VALUE` and a newline each (POSIX pax, “pax Extended Header”). It has
/// those that matter to a folder; others, such as the names of owners, mean nothing here.
struct ExtendedHeader: Hashable {
  var path: [UInt8]?
  var link: [UInt8]?
  /// Bytes that follow in the archive.
  var size: UInt64?
  /// In microseconds since 1970; negative before.
  var modified: Int64?
  /// The size of a file with holes, whose map comes before its data (GNU's sparse format 1.0).
  var sparseSize: UInt64?

  init() {}

  // MARK: Writing

  var bytes: [UInt8] {
    var records: [UInt8] = []
    let hasText = [path, link].allSatisfy { $0.map(Self.isText) ?? true }
    // Without this record the standard promises UTF-8.
    if !hasText { Self.append("hdrcharset", Array("BINARY".utf8), to: &records) }
    if sparseSize == nil, let path { Self.append("path", path, to: &records) }
    if let link { Self.append("linkpath", link, to: &records) }
    if let size { Self.append("size", Array(String(size).utf8), to: &records) }
    if let modified {
      Self.append("mtime", Self.text(modified), to: &records)
    }
    if let sparseSize {
      Self.append("GNU.sparse.major", [UInt8(ascii: "1")], to: &records)
      Self.append("GNU.sparse.minor", [UInt8(ascii: "0")], to: &records)
      if let path { Self.append("GNU.sparse.name", path, to: &records) }
      Self.append("GNU.sparse.realsize", Array(String(sparseSize).utf8), to: &records)
    }
    return records
  }

  /// Seconds with a fraction. The sign is that of the whole, as tar(1) has it: -0.5 is half a second before 1970.
  private static func text(_ moment: Int64) -> [UInt8] {
    let (seconds, rest) = moment.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let fraction = String(rest)
    let padding = String(repeating: "0", count: 6 - fraction.utf8.count)
    return Array("\(moment < 0 ? "-" : "")\(seconds).\(padding)\(fraction)".utf8)
  }

  static func isText(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }

  private static func append(_ key: String, _ value: [UInt8], to records: inout [UInt8]) {
    // The length counts its own digits.
    let rest = key.utf8.count + value.count + 3
    var length = rest + String(rest).utf8.count
    if String(length).utf8.count > String(rest).utf8.count { length += 1 }
    records += Array("\(length) \(key)=".utf8) + value + [UInt8(ascii: "\n")]
  }

  // MARK: Reading

  init(_ bytes: [UInt8]) throws(FolderError) {
    var rest = bytes[...]
    var isSparse = (major: false, minor: false)
    var sparseName: [UInt8]?
    while !rest.isEmpty {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard digits.count <= 7, let length = Int(String(decoding: digits, as: UTF8.self)),
        length <= rest.count, length > digits.count + 2
      else { throw .malformed("an extended header has no valid length") }
      let record = rest.prefix(length)
      rest = rest.dropFirst(length)
      guard record.last == UInt8(ascii: "\n"),
        record[record.startIndex + digits.count] == UInt8(ascii: " "),
        let equals = record.firstIndex(of: UInt8(ascii: "="))
      else { throw .malformed("an extended header's record has no valid form") }
      let key = String(
        decoding: record[(record.startIndex + digits.count + 1)..<equals], as: UTF8.self)
      let value = Array(record[(equals + 1)...].dropLast())
      switch key {
      case "path": path = value
      case "linkpath": link = value
      case "size": size = try Self.number(value, key)
      case "mtime": modified = Self.time(value)
      case "GNU.sparse.name": sparseName = value
      case "GNU.sparse.realsize": sparseSize = try Self.number(value, key)
      case "GNU.sparse.major": isSparse.major = value.elementsEqual("1".utf8)
      case "GNU.sparse.minor": isSparse.minor = value.elementsEqual("0".utf8)
      default:
        guard !key.hasPrefix("GNU.sparse.") else {
          throw .malformed("a file has holes in an old form (\(Shown.path(key)))")
        }
      }
    }
    guard isSparse.major == isSparse.minor, isSparse.major == (sparseSize != nil) else {
      throw .malformed("a file has holes in an unknown form")
    }
    if let sparseName { path = sparseName }
  }

  /// Whether it says something that is meant for one entry only.
  var isOfOneEntry: Bool { self != ExtendedHeader() }

  private static func number(_ value: [UInt8], _ key: String) throws(FolderError) -> UInt64 {
    guard value.first != UInt8(ascii: "+"),
      let number = UInt64(String(decoding: value, as: UTF8.self))
    else { throw .malformed("the \(key) of an entry is not a number") }
    return number
  }

  /// Nil for text that is no time.
  private static func time(_ value: [UInt8]) -> Int64? {
    guard value.first != UInt8(ascii: "-") else {
      return unsignedTime(value.dropFirst()).map { -$0 }
    }
    return unsignedTime(value[...])
  }

  private static func unsignedTime(_ value: ArraySlice<UInt8>) -> Int64? {
    // Without omitting: “.5” would be five seconds.
    let parts = value.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, (0x30...0x39).contains(first.first ?? 0),
      let seconds = Int64(String(decoding: first, as: UTF8.self)), seconds < 1 << 40
    else { return nil }
    let digits = parts.count > 1 ? parts[1].prefix(6) : []
    let text = String(decoding: digits, as: UTF8.self)
    let padding = String(repeating: "0", count: 6 - digits.count)
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), let micro = Int64(text + padding)
    else { return seconds * 1_000_000 }
    return seconds * 1_000_000 + micro
  }
}
