import BoardModel
import Testing

@Suite struct CharsetTests {
  @Test(
    arguments: [
      ("utf-8", Array("Grüße".utf8)), ("UTF-8", [0xEF, 0xBB, 0xBF] + Array("Grüße".utf8)),
      ("iso-8859-1", [0x47, 0x72, 0xFC, 0xDF, 0x65]),
      ("windows-1252", [0x47, 0x72, 0xFC, 0xDF, 0x65]),
      ("utf-16le", Array("Grüße".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })),
      (
        "UTF-16",
        [0xFE, 0xFF] + Array("Grüße".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
      ),
      ("cp437", [0x47, 0x72, 0x81, 0xE1, 0x65]),
    ] as [(String, [UInt8])])
  func `text is read in the charset that it names`(charset: String, bytes: [UInt8]) {
    #expect(Charset.decode(bytes, charset) == "Grüße")
  }

  @Test func `Japanese is read too`() {
    #expect(Charset.decode([0x93, 0xFA, 0x96, 0x7B], "Shift_JIS") == "日本")
    #expect(Charset.decode([0x1B, 0x24, 0x42, 0x46, 0x7C, 0x1B, 0x28, 0x42], "ISO-2022-JP") == "日")
  }

  @Test(
    arguments: [
      ("utf-8", [0xFF]), ("us-ascii", [0xFC]), ("klingon", [0x41]), ("utf-16le", [0x41]),
      ("utf-8//TRANSLIT", [0x41]), ("", [0x41]), ("shift_jis", [0x93]),
    ] as [(String, [UInt8])])
  func `what is no text in its charset is none`(charset: String, bytes: [UInt8]) {
    // glibc takes an empty name for the locale's charset, which no text may name.
    #expect(Charset.decode(bytes, charset) == nil)
  }

  @Test func `without a charset it is UTF-8, or UTF-16 with a mark`() {
    #expect(Charset.decode(Array("ü".utf8), nil) == "ü")
    #expect(Charset.decode([0xFF, 0xFE, 0xFC, 0x00], nil) == "ü")
    #expect(Charset.decode([0xFC], nil) == nil)
    #expect(Charset.decode([], nil) == "")
  }
}
