import DragModel
import Testing

@Suite struct UTF16TextTests {
  @Test(
    arguments: [
      ([0xFF, 0xFE, 0x61, 0, 0xE4, 0], "aä"), ([0xFE, 0xFF, 0, 0x61], "a"),
      ([0xFF, 0xFE, 0x3D, 0xD8, 0x4B, 0xDC], "\u{1F44B}"), ([0xFF, 0xFE], ""),
      // No mark, half a character, half a pair, and UTF-32.
      ([0x61, 0], nil), ([0xFF, 0xFE, 0x61], nil), ([0xFF, 0xFE, 0x3D, 0xD8], nil),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], nil), ([], nil),
    ] as [([UInt8], String?)])
  func markedTextIsToldFromBytes(_ bytes: [UInt8], _ text: String?) {
    #expect(UTF16Text.utf8(ofUnknown: bytes) == text.map { Array($0.utf8) })
  }
}
