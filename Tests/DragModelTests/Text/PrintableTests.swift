import DragModel
import Testing

@Suite struct PrintableTests {
  @Test(arguments: [
    "\n", "\r", "\t", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}", "\u{61C}",
    "\u{200B}",
    "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
    "\u{FEFF}", "\u{FFF9}", "\u{FFFF}", "\u{E0000}", "\u{E0001}", "\u{E0041}", "\u{E007F}",
  ])
  func whatActsIsReplaced(_ hostile: String) {
    #expect(Printable.line("a\(hostile)b") == "a\u{FFFD}b")
  }

  @Test(arguments: [
    "", "plain text", "naïve 名 é\u{301}", "می\u{200C}خواهم", "👩\u{200D}💻 ❤\u{FE0F}",
    "\u{E000}\u{A0}",
  ])
  func whatIsSeenStays(_ text: String) {
    #expect(Printable.line(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    arguments: [
      ("\u{1B}", "\\u001b"), ("\u{2028}", "\\u2028"), ("\u{E0041}", "\\udb40\\udc41"),
    ] as [(Unicode.Scalar, String)])
  func inJSONItIsEscaped(_ scalar: Unicode.Scalar, _ escaped: String) {
    #expect(Printable.jsonEscape(scalar) == escaped)
  }
}
