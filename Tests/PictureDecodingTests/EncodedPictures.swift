/// Pictures in the formats of gdk-pixbuf's loaders, as small as they can be while they say how large they are.
enum EncodedPictures {
  /// The beginning of a picture of each format, of which nothing but its size is there.
  static func claims(_ size: Int) -> [(format: String, bytes: [UInt8])] {
    [
      ("PNG", png(size)), ("GIF", gif(size)), ("JPEG", jpeg(size)), ("BMP", bmp(size)),
      ("PNM", Array("P6\n\(size) \(size)\n255\n".utf8) + [UInt8](repeating: 1, count: 100)),
      ("TGA", tga(size)), ("TIFF", tiff(size)), ("SVG", drawing(size, "")),
    ]
  }

  static func drawing(_ size: Int, _ content: String) -> [UInt8] {
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)" viewBox="0 0 \(size) \(size)">
      \(content)</svg>
      """
    return Array(text.utf8)
  }

  /// A few kilobytes that keep a processor busy for many minutes, in whatever size they are drawn: 8 to the power of 5
  /// rectangles, each with 30 filters.
  static let endless = drawing(
    1_000,
    "<filter id='f' x='0' y='0' width='1' height='1'>"
      + String(repeating: "<feTurbulence baseFrequency='0.9' numOctaves='9'/>", count: 30)
      + "</filter><defs><g id='a0'><rect width='1000' height='1000' filter='url(#f)'/></g>"
      + (0..<5).map { level in
        "<g id='a\(level + 1)'>" + String(repeating: "<use href='#a\(level)'/>", count: 8) + "</g>"
      }.joined() + "</defs><use href='#a5'/>")

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

  private static func png(_ size: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(size, 4) + big(size, 4) + [8, 6, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x01] + [UInt8](repeating: 0, count: 64))
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let covered = Array(name.utf8) + content
    let sum = covered.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
    return big(content.count, 4) + covered + big(Int(~sum), 4)
  }

  private static func gif(_ size: Int) -> [UInt8] {
    let sides = little(size, 2) + little(size, 2)
    return Array("GIF89a".utf8) + sides + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0] + sides + [0, 2, 2, 0x4C, 1, 0, 0x3B]
  }

  private static func jpeg(_ size: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
      + [0xFF, 0xC0, 0, 11, 8] + big(size, 2) + big(size, 2) + [1, 1, 0x11, 0]
      + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [UInt8](repeating: 0, count: 64)
  }

  private static func bmp(_ size: Int) -> [UInt8] {
    Array("BM".utf8) + little(0x7FFF_FFFF, 4) + little(0, 4) + little(54, 4) + little(40, 4)
      + little(size, 4) + little(size, 4) + little(1, 2) + little(24, 2) + little(0, 24)
      + [UInt8](repeating: 7, count: 64)
  }

  private static func tga(_ size: Int) -> [UInt8] {
    [0, 0, 2] + little(0, 9) + little(size, 2) + little(size, 2) + [32, 8]
      + [UInt8](repeating: 7, count: 64)
  }

  private static func tiff(_ size: Int) -> [UInt8] {
    let entries = [
      (256, size), (257, size), (258, 8), (259, 1), (262, 1), (273, 8), (278, size), (279, 64),
    ]
    let fields = entries.flatMap { little($0.0, 2) + little(4, 2) + little(1, 4) + little($0.1, 4) }
    return Array("II*\0".utf8) + little(72, 4) + [UInt8](repeating: 7, count: 64)
      + little(entries.count, 2) + fields + little(0, 4)
  }
}
