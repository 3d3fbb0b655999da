import DragModel
import Testing

@testable import BoardModel

@Suite struct JSONReadingTests {
  private func parse(_ text: String) -> Result<JSON, JSONFailure> {
    Result { () throws(JSONFailure) in try JSON(parsing: Array(text.utf8)) }
  }

  private func written(_ text: String) throws -> String {
    try parse(text).get().text(.spaced, escapesHostile: false)
  }

  @Test(arguments: [
    "{}", "[]", "null", "true", "-0.5e+10", "\"\"", "[1, 2.50, 1e400]",
    "{\"b\": 1, \"a\": [{\"c\": null}], \"b2\": 123456789012345678901234567890}",
    "\"ünï ☃ 🏴‍☠️\"", "\"\\\"\\\\\\n\\t\\r\\u0001\"",
  ])
  func `what is read and written again is the same`(text: String) throws {
    #expect(try written(text) == text)
  }

  @Test(arguments: ["0", "-0", "-0.0", "1.50", "1E5", "1e+05", "0.1e-007", "9007199254740993"])
  func `a number keeps its spelling`(spelling: String) throws {
    #expect(try written("[\(spelling)]") == "[\(spelling)]")
  }

  @Test func `members keep their order, and a name that stands there twice stays twice`() throws {
    let text = #"{"z": 1, "a": 2, "m": {"y": 3, "b": 4}, "a": 5}"#
    #expect(try written(text) == text)
  }

  @Test func `escapes are read`() throws {
    let text = #""\u00fc\/\b\f\ud83d\ude00""#
    #expect(try parse(text).get() == .string("ü/\u{8}\u{C}😀"))
  }

  @Test(arguments: [
    ("", "it ends too early", 0), ("{", "it ends too early", 1), ("{\"a\"", "it ends too early", 4),
    ("{\"a\":1", "it ends too early", 6), ("[1,", "it ends too early", 3),
    ("\"abc", "it ends too early", 4), ("\"\\u12", "it ends too early", 5),
    ("{a: 1}", "a name in quotes is missing", 1), ("{\"a\" 1}", "“:” is missing", 5),
    ("[1 2]", "“,” or “]” is missing", 3), ("[1] 2", "something follows its end", 4),
    ("nul", "it ends too early", 3), ("[01]", "“,” or “]” is missing", 2),
    ("[1.]", "digits are missing", 3), ("[1e]", "digits are missing", 3),
    ("\"\n\"", "a string contains a control character", 1),
    ("\"\\x\"", "“\\x” is not an escape sequence of JSON", 2),
    ("\"\\u00g0\"", "“\\u” needs four hexadecimal digits", 5),
  ])
  func `what is wrong is told, with its place`(text: String, reason: String, offset: Int) {
    #expect(parse(text) == .failure(JSONFailure(reason: reason, offset: offset)))
  }

  @Test(arguments: [
    #""\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\ud800""#, #""\udc00""#,
    #"{"\ud83d": 1}"#,
  ])
  func `half a surrogate pair is refused, for no string can hold it`(text: String) {
    guard case .failure(let failure) = parse(text) else {
      Issue.record("it is read")
      return
    }
    #expect(failure.reason == "half a surrogate pair")
  }

  @Test func `what would exhaust the stack is refused`() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(parse(deep) == .failure(.init(reason: "it is nested too deeply", offset: 256)))
  }

  @Test func `what is not UTF-8 is refused`() {
    #expect(throws: JSONFailure(reason: "it is not UTF-8", offset: 1)) {
      try JSON(parsing: [0x22, 0xFF, 0x22])
    }
  }

  @Test func `a byte order mark is passed over`() throws {
    #expect(try parse("\u{FEFF}[]").get() == .array([]))
  }
}
