import Testing

@testable import Translations

@Suite struct PlainTextTests {
  @Test(arguments: [
    ("no “offer”…", "no \"offer\"..."), ("„Größe“ – Übertragung", "\"Groesse\" - Uebertragung"),
    ("plain", "plain"), ("", ""), ("東", "?"), ("a\u{A0}b", "a b"),
  ])
  func `a terminal without UTF-8 gets the nearest ASCII`(text: String, ascii: String) {
    #expect(PlainText.ascii(text) == ascii)
  }
}
