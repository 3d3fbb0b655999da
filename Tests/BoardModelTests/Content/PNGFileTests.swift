import BoardModel
import Harness
import Testing

@Suite struct PNGFileTests {
  private func reason(_ bytes: [UInt8]) -> String? {
    switch error({ try PNGFile.check(.bytes(bytes)) }) {
    case .malformed("image/png", let reason)?: reason
    case let other: other.map(String.init(describing:))
    }
  }

  @Test func `a whole picture is one`() {
    #expect(reason(Pictures.pixel) == nil)
    let words = Pictures.chunk("tEXt", Array("Title\0Pixel".utf8))
    #expect(
      reason(Pictures.signature + Pictures.header + words + Pictures.pixels + Pictures.end) == nil)
  }

  @Test func `what a drawing program writes is one`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let file = folder.path("map.png")
    #expect(try Program.run("\(Built.packageRoot)/.make/draw-map", [file]).exit == .success)
    #expect(error { try PNGFile.check(.file(at: file)) } == nil)
  }

  @Test func `a picture that is cut off anywhere is none`() {
    for length in 0..<Pictures.pixel.count {
      #expect(reason(Array(Pictures.pixel[..<length])) == "it ends too early", "\(length)")
    }
  }

  @Test func `a picture in which any byte was changed is none`() {
    for index in Pictures.pixel.indices {
      var broken = Pictures.pixel
      broken[index] ^= 0x20
      #expect(reason(broken) != nil, "byte \(index)")
    }
  }

  @Test(
    arguments: [
      (Array("GIF89a..".utf8), "it does not begin as a PNG file does"),
      (Pictures.pixel + [0], "something follows its end"),
      (Pictures.signature + Pictures.pixels + Pictures.end, "it has no header"),
      (Pictures.signature + Pictures.header + Pictures.header, "it has two headers"),
      (Pictures.signature + Pictures.header + Pictures.end, "it has no pixels"),
      (Pictures.signature + Pictures.chunk("IHDR", [1]), "its header is broken"),
      (
        Pictures.signature + Pictures.header + Pictures.pixels + Pictures.chunk("IEND", [1]),
        "its end is broken"
      ),
      (
        Pictures.signature + Pictures.header + [0, 0, 0, 0, 1, 2, 3, 4],
        "one of its parts has no name"
      ),
      (
        Pictures.signature + Pictures.header + [255, 255, 255, 255] + Array("IDAT".utf8),
        "its part IDAT is too long"
      ),
    ] as [([UInt8], String)])
  func `a broken picture is refused with the reason`(bytes: [UInt8], expected: String) {
    #expect(reason(bytes) == expected)
  }

  @Test func `a large file is read piece by piece`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let noise = Pictures.chunk("IDAT", [UInt8](repeating: 170, count: 3_000_000))
    let whole = Pictures.signature + Pictures.header + noise + Pictures.end
    let file = try folder.write("large.png", whole)
    #expect(error { try PNGFile.check(.file(at: file)) } == nil)
    try folder.write("cut.png", whole.dropLast(13))
    #expect(error { try PNGFile.check(.file(at: folder.path("cut.png"))) } != nil)
  }
}
