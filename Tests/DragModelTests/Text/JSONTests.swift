import DragModel
import Testing

@Suite struct JSONTests {
  private let json = JSON.object([
    .init("id", .string("a")), .init("n", .number(UInt64.max)), .init("none", .null),
    .init("list", .array([.bool(true), .bool(false), .array([]), .object([])])),
  ])

  @Test func valuesAreWrittenOnOneLine() {
    #expect(
      json.description
        == #"{"id":"a","n":18446744073709551615,"none":null,"list":[true,false,[],{}]}"#)
    #expect(
      json.text(.spaced)
        == #"{"id": "a", "n": 18446744073709551615, "none": null, "list": [true, false, [], {}]}"#)
  }

  @Test func valuesAreIndentedByTheirDepth() {
    #expect(
      json.text(.indented) == """
        {
          "id": "a",
          "n": 18446744073709551615,
          "none": null,
          "list": [
            true,
            false,
            [],
            {}
          ]
        }
        """)
  }

  @Test func stringsAreEscaped() {
    let text = JSON.string("\"\\/\n\r\t\u{0}\u{1B}\u{7F}\u{9B}\u{202E}é😀")
    #expect(text.description == #""\"\\/\n\r\t\u0000\u001b\u007f\u009b\u202eé😀""#)
    #expect(
      text.text(.compact, escapesHostile: false)
        == "\"\\\"\\\\/\\n\\r\\t\\u0000\\u001b\u{7F}\u{9B}\u{202E}é😀\"")
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (-180, "-180"), (54.1823, "54.1823"), (1e-7, "1e-07"), (1e300, "1e+300"),
  ])
  func numbersAreWrittenSoThatTheyAreReadAgain(value: Double, spelling: String) {
    #expect(JSON.number(value) == .number(spelling))
    #expect(Double(spelling) == value)
  }
}
