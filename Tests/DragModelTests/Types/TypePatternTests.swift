import Testing

@testable import DragModel

@Suite struct TypePatternTests {
  @Test(arguments: [
    ("image/png", "image/png"), ("image/*", "image/*"), ("*/*", "*/*"), (" IMAGE/* ", "image/*"),
    ("text/plain; Charset=utf-8", "text/plain;charset=utf-8"),
    ("text/*;charset=utf-8", "text/*;charset=utf-8"),
    ("image/svg*", "image/svg*"), ("a/b;q=1", "a/b;q=1"),
  ])
  func typesFamiliesAndEverythingArePatternsWithOrWithoutParameters(
    text: String, serialised: String
  ) {
    #expect(TypePattern(text)?.description == serialised)
  }

  @Test(arguments: [
    ("", "image/png"), ("*", "*/*"), ("image", "image/*"), ("image/", "image/*"),
    ("/png", "image/png"), ("*/png", "image/*"),
    ("*/png;q=1", "image/*"), ("image/*;q=1", "best first"), ("*/*;Q=0.5", "best first"),
    ("a/b/c", "image/png"),
    ("image/png, image/gif", "image/png"),
  ])
  func anythingElseIsRefusedWithInvalidTypeTheValueAndWhatWouldBeRight(text: String, advice: String)
  {
    #expect(TypePattern(text) == nil)
    let rejection = #expect(throws: Rejection.self) { try TypePreferences(["a/b", text, "*"]) }
    #expect(rejection?.code == .invalidType)
    #expect(rejection?.message.contains("“\(text)”") == true)
    #expect(rejection?.message.contains(advice) == true)
  }

  @Test
  func preferencesKeepTheirPatternsInOrder() throws {
    #expect(
      try TypePreferences(["b/b", "A/*", "*/*"]).patterns.map(\.description) == [
        "b/b", "a/*", "*/*",
      ])
  }
}
