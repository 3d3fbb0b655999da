import Testing

@testable import DragModel

@Suite("Type patterns")
struct TypePatternTests {
  @Test(
    "types, families and everything are patterns, with or without parameters",
    arguments: [
      ("image/png", "image/png"), ("image/*", "image/*"), ("*/*", "*/*"), (" IMAGE/* ", "image/*"),
      ("text/plain; Charset=utf-8", "text/plain;charset=utf-8"),
      ("text/*;charset=utf-8", "text/*;charset=utf-8"),
      ("image/svg*", "image/svg*"), ("a/b;q=1", "a/b;q=1"),
    ])
  func valid(text: String, serialised: String) {
    #expect(TypePattern(text)?.description == serialised)
  }

  @Test(
    "anything else is refused with InvalidType, the value, and what would be right",
    arguments: [
      ("", "image/png"), ("*", "*/*"), ("image", "image/*"), ("image/", "image/*"),
      ("/png", "image/png"), ("*/png", "image/*"),
      ("*/png;q=1", "image/*"), ("image/*;q=1", "best first"), ("*/*;Q=0.5", "best first"),
      ("a/b/c", "image/png"),
      ("image/png, image/gif", "image/png"),
    ])
  func invalid(text: String, advice: String) {
    #expect(TypePattern(text) == nil)
    let rejection = #expect(throws: Rejection.self) { try TypePreferences(["a/b", text, "*"]) }
    #expect(rejection?.code == .invalidType)
    #expect(rejection?.message.contains("“\(text)”") == true)
    #expect(rejection?.message.contains(advice) == true)
  }

  @Test("preferences keep their patterns in order")
  func order() throws {
    #expect(
      try TypePreferences(["b/b", "A/*", "*/*"]).patterns.map(\.description) == [
        "b/b", "a/*", "*/*",
      ])
  }
}
