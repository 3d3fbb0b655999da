import Testing

@testable import Translations

/// What the name of a locale tells without opening it.
@Suite struct LocaleNameTests {
  @Test(
    arguments: [
      ("C", false), ("POSIX", false), ("C.UTF-8", true), ("C.utf8", true), ("en_US.UTF-8", true),
      ("de_DE.utf8@euro", true), ("de_DE.ISO-8859-1", false), ("de_DE", nil), ("de_DE@euro", nil),
      ("german", nil), ("", nil),
    ] as [(String, Bool?)])
  func `a codeset is known where the name has it`(name: String, isUnicode: Bool?) {
    #expect(LocaleName(name).isUnicode == isUnicode)
  }

  @Test(arguments: [
    ("C", true), ("POSIX", true), ("de_DE.UTF-8", false), ("de", false), ("eno_XX", false),
  ])
  func `there is nothing to look up where sources are written so`(name: String, isSo: Bool) {
    #expect(LocaleName(name).isOfSources == isSo)
  }
}
