import Testing

@testable import BoardModel

@Suite struct JSONTests {
  private func parse(_ text: String) -> Result<JSONValue, JSONParser.Failure> {
    do {
      return .success(try JSONParser.parse(Array(text.utf8)))
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [
    "{}", "[]", "null", "true", "-0.5e+10", "\"\"", "[1, 2.50, 1e400]",
    "{\"b\": 1, \"a\": [{\"c\": null}], \"b2\": 123456789012345678901234567890}",
    "\"ünï ☃ 🏴‍☠️\"", "\"\\\"\\\\\\n\\t\\r\\u0001\"",
  ])
  func `what is read and written again is the same`(text: String) throws {
    #expect(try parse(text).get().text == text)
  }

  @Test func `escapes are read`() throws {
    let text = #""\u00fc\/\b\f\ud83d\ude00""#
    #expect(try parse(text).get() == .string("ü/\u{8}\u{C}😀"))
  }

  @Test(arguments: [
    ("", "it ends too early", 0), ("{", "it ends too early", 1), ("{\"a\"", "it ends too early", 4),
    ("{\"a\":1", "it ends too early", 6), ("[1,", "it ends too early", 3),
    ("\"abc", "it ends too early", 4), ("\"\\u12", "it ends too early", 3),
    ("{a: 1}", "a name in quotes should stand here", 1), ("{\"a\" 1}", "“:” is missing", 5),
    ("[1 2]", "“,” or “]” is missing", 3), ("[1] 2", "something follows its end", 4),
    ("nul", "this is no value", 0), ("[01]", "“,” or “]” is missing", 2),
    ("1.", "digits are missing", 2), ("1e", "digits are missing", 2),
    ("\"\n\"", "a control character stands in a string", 1),
    ("\"\\x\"", "“\\x” means nothing", 3), ("\"\\ud800\"", "half a surrogate pair", 7),
    ("\"\\u00g0\"", "“\\u” needs four hexadecimal digits", 3),
  ])
  func `what is wrong is told, with its place`(text: String, reason: String, offset: Int) {
    #expect(parse(text) == .failure(JSONParser.Failure(reason: reason, offset: offset)))
  }

  @Test func `what would take the stack is refused`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(parse(deep) == .failure(.init(reason: "it is nested too deeply", offset: 256)))
  }

  @Test func `what is not UTF-8 is refused`() {
    #expect(throws: JSONParser.Failure(reason: "it is not UTF-8", offset: 0)) {
      try JSONParser.parse([0x22, 0xFF, 0x22])
    }
  }

  @Test func `a byte order mark is passed over`() throws {
    #expect(try parse("\u{FEFF}[]").get() == .array([]))
  }
}
