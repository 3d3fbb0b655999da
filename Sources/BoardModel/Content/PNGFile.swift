internal import CZlib
internal import Translations

/// Checks that content is a whole PNG (PNG Specification, third edition, section 5): the signature, then chunks with
/// the right checksums, IHDR first, IDAT among them, IEND last. It does not decode the pixels.
package struct PNGFile {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private enum State {
    case signature
    case header
    /// In a chunk's data: how many bytes are to come.
    case data(Int)
    case checksum
    case end
  }

  private var state = State.signature
  private var collected: [UInt8] = []
  private var chunk = ""
  private var checksum = PNGChecksum()
  private var seen: Set<String> = []

  /// - Throws: `malformed` with the reason; `unreadable`.
  package static func check(_ content: Content) throws(BoardError) {
    var file = PNGFile()
    try content.forEachPiece { piece throws(BoardError) in
      var rest = piece
      while !rest.isEmpty { try file.accept(&rest) }
    }
    guard case .end = file.state else { throw failure(translated("it ends too early")) }
  }

  /// The reason for content that is no PNG at all.
  static var wrongStart: String { translated("it does not begin as a PNG file does") }

  private static func failure(_ reason: String) -> BoardError {
    .malformed(type: "image/png", reason: reason)
  }

  private mutating func accept(_ bytes: inout ArraySlice<UInt8>) throws(BoardError) {
    switch state {
    case .signature:
      guard collect(8, &bytes) else { return }
      guard collected == Self.signature else {
        throw Self.failure(Self.wrongStart)
      }
      enter(.header)
    case .header:
      guard collect(8, &bytes) else { return }
      try acceptHeader()
    case .data(let count):
      let piece = bytes.prefix(count)
      checksum.add(piece)
      bytes = bytes.dropFirst(piece.count)
      enter(piece.count == count ? .checksum : .data(count - piece.count))
    case .checksum:
      guard collect(4, &bytes) else { return }
      guard Self.number(collected[...]) == checksum.value else {
        throw Self.failure(
          translated("its part {part} is damaged", ["part": chunk]))
      }
      guard chunk == "IEND" else { return enter(.header) }
      guard seen.contains("IDAT") else { throw Self.failure(translated("it has no pixels")) }
      enter(.end)
    case .end: throw Self.failure(translated("something follows its end"))
    }
  }

  private mutating func acceptHeader() throws(BoardError) {
    let length = Int(Self.number(collected[..<4]))
    let name = collected[4...]
    guard name.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
      throw Self.failure(translated("one of its parts has no name"))
    }
    chunk = String(decoding: name, as: UTF8.self)
    guard length < 1 << 31 else {
      throw Self.failure(translated("its part {part} is too long", ["part": chunk]))
    }
    guard seen.isEmpty == (chunk == "IHDR") else {
      throw Self.failure(
        seen.isEmpty ? translated("it has no header") : translated("it has two headers"))
    }
    guard chunk != "IHDR" || length == 13 else {
      throw Self.failure(translated("its header is broken"))
    }
    guard chunk != "IEND" || length == 0 else {
      throw Self.failure(translated("its end is broken"))
    }
    seen.insert(chunk)
    checksum = PNGChecksum()
    checksum.add(name)
    enter(length == 0 ? .checksum : .data(length))
  }

  private mutating func enter(_ next: State) {
    state = next
    collected = []
  }

  /// Collects a number of bytes; false while some are missing.
  private mutating func collect(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> Bool {
    let piece = bytes.prefix(count - collected.count)
    collected += piece
    bytes = bytes.dropFirst(piece.count)
    return collected.count == count
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The CRC-32 of PNG (ISO 3309).
struct PNGChecksum {
  private var state = uLong(0)

  var value: UInt32 { UInt32(truncatingIfNeeded: state) }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    // zlib returns the initial value for a null pointer, which an empty slice may have.
    guard !bytes.isEmpty else { return }
    state = bytes.withUnsafeBufferPointer { crc32_z(state, $0.baseAddress, $0.count) }
  }
}
