/// Many bytes for a test. They are made here because this module is optimised and most tests are not: there a megabyte
/// takes a tenth of a second and more.
package enum Sample {
  /// Bytes that do not repeat, the same at each call.
  package static func noise(_ count: Int) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 32)
    }
  }

  /// The bytes from 0 to `period` − 1, again and again.
  package static func cycle(_ count: Int, period: Int = 256) -> [UInt8] {
    (0..<count).map { UInt8($0 % period) }
  }

  /// Lines of text, each different, of so many bytes together.
  package static func lines(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 32)
    var line = 0
    while bytes.count < count {
      bytes.append(contentsOf: "line \(line)\n".utf8)
      line += 1
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Bytes of a generator.
  package static func random(_ count: Int, using generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }
}
