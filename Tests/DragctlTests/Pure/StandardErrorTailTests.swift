import Testing

@testable import dragctl

@Suite struct StandardErrorTailTests {
  @Test(arguments: [
    ("", []), ("one\ntwo\r\n\n", ["one", "two"]), ("a\u{1B}[2J\u{2028}b\u{85}c", ["a�[2J�b�c"]),
    ("\u{E0041}\u{202E}x", ["��x"]), ((1...9).map { "\($0)\n" }.joined(), (2...9).map { "\($0)" }),
  ])
  func theLastLinesArePrintable(_ said: String, _ lines: [String]) {
    #expect(StandardErrorTail(Array(said.utf8)).lines == lines)
  }

  /// Bytes that are no text become longer. Regression: a character of any length was dropped as a whole.
  @Test func theEndOfALongTextIsKept() throws {
    let bytes = [UInt8](repeating: 0xFF, count: 4096)
    let text = try #require(StandardErrorTail(bytes).text)
    #expect((1022...1024).contains(text.utf8.count))
    let marks = try #require(
      StandardErrorTail(Array(("e" + String(repeating: "\u{301}", count: 2000)).utf8)).text)
    #expect(marks.utf8.count == 1024)
  }
}
