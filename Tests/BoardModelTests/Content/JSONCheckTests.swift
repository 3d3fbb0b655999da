import DragModel
import Testing

@testable import BoardModel

@Suite struct JSONCheckTests {
  /// The error of bytes that come in two pieces.
  private func failure(_ bytes: [UInt8], cutAt cut: Int = 0) -> JSONFailure? {
    var tokenizer = JSONCheck.tokenizer
    do throws(JSONFailure) {
      try tokenizer.read(bytes[..<cut])
      try tokenizer.read(bytes[cut...])
      try tokenizer.end()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "{}", "[]", "null", "true", "false", " 0 ", "-0", "-0.5e+10", "1E400", "10.25e-3", "\"\"",
    "[[], {}, [{}]]", "{\"a\": {\"b\": [1, \"c\", null]}, \"a\": 2}", "\t\r\n [ 1 , 2 ] \n",
    "\"ünï ☃ 🏴‍☠️ \u{7F}\"", "\"\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"",
    #""\"\\\/\b\f\n\r\t\u00FC\ud83d\ude00""#, "\u{FEFF}[]",
  ])
  func `what is whole is taken, wherever its pieces end`(text: String) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count { #expect(failure(bytes, cutAt: cut) == nil, "\(cut)") }
  }

  @Test func `what is cut off anywhere ends too early`() {
    let text = #" {"a": [1, "ü☃🙂\u00fc\n", true, false, null], "b": {"c": [-1.5e+3]}, "d": {}}"#
    let bytes = Array(text.utf8)
    #expect(failure(bytes) == nil)
    for length in bytes.indices {
      #expect(
        failure(Array(bytes[..<length]))
          == JSONFailure(reason: "it ends too early", offset: length))
    }
  }

  @Test(
    arguments: [
      ("", "it ends too early", 0), ("  ", "it ends too early", 2), ("1.", "it ends too early", 2),
      ("-", "it ends too early", 1), ("1e+", "it ends too early", 3),
      ("nul", "it ends too early", 3),
      ("\u{FEFF}", "it ends too early", 3), ("\"\\u12", "it ends too early", 5),
      ("{a: 1}", "a name in quotes is missing", 1),
      ("{,}", "a name in quotes is missing", 1),
      ("{\"a\":1,}", "a name in quotes is missing", 7), ("{\"a\" 1}", "“:” is missing", 5),
      ("[,]", "this is not a value", 1), ("[1,]", "this is not a value", 3),
      ("]", "this is not a value", 0),
      ("[1 2]", "“,” or “]” is missing", 3), ("[1}", "“,” or “]” is missing", 2),
      ("{\"a\":1]", "“,” or “}” is missing", 6), ("[1] 2", "something follows its end", 4),
      ("[1]\0", "something follows its end", 3), ("truee", "something follows its end", 4),
      ("nulL", "this is not a value", 3), ("NaN", "this is not a value", 0),
      ("'a'", "this is not a value", 0),
      ("// a\n1", "this is not a value", 0), ("[01]", "“,” or “]” is missing", 2),
      ("[-]", "this is not a value", 2), ("[+1]", "this is not a value", 1),
      ("[.5]", "this is not a value", 1),
      ("[1.]", "digits are missing", 3), ("[1e]", "digits are missing", 3),
      ("\"\n\"", "a string contains a control character", 1),
      ("\"\\x\"", "“\\x” is not an escape sequence of JSON", 2),
      ("\"\\u00g0\"", "“\\u” needs four hexadecimal digits", 5),
    ] as [(String, String, Int)])
  func `what is wrong is told with its place, wherever the pieces end`(
    text: String, reason: String, offset: Int
  ) {
    let bytes = Array(text.utf8)
    let expected = JSONFailure(reason: reason, offset: offset)
    for cut in 0...bytes.count { #expect(failure(bytes, cutAt: cut) == expected, "\(cut)") }
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82],
      [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func `what is not UTF-8 is refused, wherever its pieces end`(bytes: [UInt8]) {
    let quoted = [0x22] + bytes + [0x22]
    for cut in 0...quoted.count {
      #expect(failure(quoted, cutAt: cut)?.reason == "it is not UTF-8", "\(cut)")
    }
  }

  @Test func `half a byte order mark is refused`() {
    #expect(failure([0xEF, 0xBB, 0x5B, 0x5D])?.reason == "it is not UTF-8")
  }

  /// The grammar allows it, but no string can hold it.
  @Test func `half a surrogate pair is whole JSON`() {
    #expect(failure(Array(#"["\ud800", "\udc00\ud800x"]"#.utf8)) == nil)
  }

  @Test func `whatever one byte is replaced by, it takes what the parser takes`() {
    let text = Array(#"{"aü": [1, -0.5e+2, "\n\u00fcx", true, null], "b": {}}"#.utf8)
    let others =
      Array(#"{}[]:,"\/ 019-+.eEtfnu"#.utf8)
      + [0, 0x0A, 0x1F, 0x7F, 0x80, 0xBF, 0xC2, 0xE2, 0xF0, 0xFF]
    for index in text.indices {
      for other in others {
        var changed = text
        changed[index] = other
        let isParsed = (try? JSON(parsing: changed)) != nil
        #expect((failure(changed) == nil) == isParsed, "byte \(index) is \(other)")
      }
    }
  }

  @Test func `brackets are counted up to a limit`() {
    let open = [UInt8](repeating: 0x5B, count: JSONCheck.deepest)
    let close = [UInt8](repeating: 0x5D, count: JSONCheck.deepest)
    #expect(failure(open + close) == nil)
    #expect(
      failure(open + [0x5B])
        == JSONFailure(reason: "it is nested too deeply", offset: JSONCheck.deepest))
  }
}
