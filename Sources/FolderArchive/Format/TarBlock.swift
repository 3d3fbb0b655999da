/// A tar header: 512 bytes (POSIX pax, “ustar Interchange Format”).
struct TarBlock: Hashable {
  static let size = 512

  enum Kind: UInt8 {
    case file = 0x30
    /// Old programs write this for a file.
    case oldFile = 0
    case hardLink = 0x31
    case link = 0x32
    case characterDevice = 0x33
    case blockDevice = 0x34
    case folder = 0x35
    case fifo = 0x36
    case contiguousFile = 0x37
    /// The extended header of the next entry, and of all that follow (pax).
    case extended = 0x78
    case globalExtended = 0x67
    /// The next entry's name, and where it leads (GNU).
    case longName = 0x4C
    case longLink = 0x4B
  }

  var name: [UInt8]
  var mode: UInt32
  /// Bytes that follow in the archive.
  var size: UInt64
  /// Seconds since 1970; nil before, where only an extended header tells.
  var modified: UInt64?
  var kind: Kind
  var link: [UInt8] = []

  // MARK: Writing

  var bytes: [UInt8] {
    var block = [UInt8](repeating: 0, count: Self.size)
    func put(_ bytes: some Sequence<UInt8>, at start: Int, limit: Int) {
      for (index, byte) in bytes.enumerated().prefix(limit) { block[start + index] = byte }
    }
    func put(_ number: UInt64, at start: Int, digits: Int) {
      let text = String(number, radix: 8)
      let padding = String(repeating: "0", count: max(digits - text.utf8.count, 0))
      put((padding + text).utf8.suffix(digits), at: start, limit: digits)
    }
    put(name, at: 0, limit: 100)
    put(UInt64(mode & 0o777), at: 100, digits: 7)
    // No owners: another machine has other users.
    put(0, at: 108, digits: 7)
    put(0, at: 116, digits: 7)
    put(min(size, Self.mostOctal), at: 124, digits: 11)
    put(min(modified ?? 0, Self.mostOctal), at: 136, digits: 11)
    block[156] = kind.rawValue
    put(link, at: 157, limit: 100)
    put("ustar\u{0}00".utf8, at: 257, limit: 8)
    put(UInt64(Self.checksum(block)), at: 148, digits: 6)
    block[154] = 0
    block[155] = UInt8(ascii: " ")
    return block
  }

  /// The largest number of eleven octal digits.
  static let mostOctal: UInt64 = 0o77777777777

  /// Counts the checksum's own field as spaces.
  private static func checksum(_ block: [UInt8]) -> Int {
    var sum = 8 * 0x20
    for (index, byte) in block.enumerated() where !(148..<156).contains(index) { sum += Int(byte) }
    return sum
  }

  // MARK: Reading

  /// - Parameter block: 512 bytes, not all of them zero.
  init(_ block: [UInt8]) throws(FolderError) {
    guard let sum = Self.number(block[148..<156]), sum == UInt64(Self.checksum(block)) else {
      throw .malformed("a header's checksum is wrong")
    }
    let type = block[156]
    name = Self.text(block[0..<100])
    // POSIX's field; GNU's format has other things there.
    if block[257..<263].elementsEqual("ustar\u{0}".utf8), block[345] != 0 {
      name = Self.text(block[345..<500]) + [UInt8(ascii: "/")] + name
    }
    guard let kind = Kind(rawValue: type) else {
      let letter = Shown.path([type])
      throw .malformed(
        "\(Shown.path(name)) has the kind “\(letter)”, which an archive of a folder cannot have")
    }
    guard let size = Self.number(block[124..<136]), let mode = Self.number(block[100..<108]) else {
      throw .malformed("\(Shown.path(name)) has no valid size or mode")
    }
    self.kind = kind
    self.size = size
    self.mode = UInt32(mode & 0o777)
    modified = Self.number(block[136..<148])
    link = Self.text(block[157..<257])
  }

  init(
    _ kind: Kind, name: [UInt8], mode: UInt32, size: UInt64, modified: UInt64?, link: [UInt8] = []
  ) {
    self.kind = kind
    self.name = name
    self.mode = mode
    self.size = size
    self.modified = modified
    self.link = link
  }

  private static func text(_ field: ArraySlice<UInt8>) -> [UInt8] {
    Array(field.prefix { $0 != 0 })
  }

  /// Octal digits, or GNU's binary form, whose first bit is 1. Nil for anything else, and for negative numbers.
  private static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
    guard let first = field.first else { return nil }
    if first & 0x80 != 0 {
      guard first == 0x80 else { return nil }
      return field.dropFirst().reduce(UInt64?(0)) { sum, byte in
        guard let sum, sum >> 55 == 0 else { return nil }
        return sum << 8 | UInt64(byte)
      }
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0x20 && $0 != 0 }
    return digits.reduce(UInt64?(0)) { sum, byte in
      guard let sum, (0x30...0x37).contains(byte), sum >> 60 == 0 else { return nil }
      return sum << 3 | UInt64(byte - 0x30)
    }
  }
}
