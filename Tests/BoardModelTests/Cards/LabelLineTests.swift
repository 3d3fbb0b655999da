import BoardModel
import Testing

@Suite struct LabelLineTests {
  @Test(arguments: [
    ("", []), (" , ,", []), ("Home", [CardLabel("Home")]),
    ("Home, urgent:red", [CardLabel("Home"), CardLabel("urgent", .red)]),
    ("a:b", [CardLabel("a:b")]), ("\"one, two\"", [CardLabel("one, two")]),
    ("\"one, two\" :red, x", [CardLabel("one, two", .red), CardLabel("x")]),
    ("\"say \"\"so\"\"\"", [CardLabel("say \"so\"")]),
    ("\"urgent:red\"", [CardLabel("urgent:red")]),
    ("\"never closed, x", [CardLabel("never closed, x")]), (":red", [CardLabel(":red")]),
  ])
  func `a line is read as a person means it`(text: String, labels: [CardLabel]) {
    #expect(LabelLine.labels(in: text) == labels)
  }

  @Test(arguments: [
    "Home", "one, two", "\"", "\"\"", "a\"b", "urgent:red", ":red", "a:b", "red", ",", "a:  blue",
    "é, “ü”", "home:pink", "\u{308}a,b", "a,\u{308}b", "a\"\u{308}", "\u{308}", "a:\u{308}red",
    "a\u{600}", "a,\u{600}",
  ])
  func `every label comes back from its line`(name: String) {
    for color in LabelColor.allCases {
      let labels = [CardLabel(name, color), CardLabel("after")]
      #expect(LabelLine.labels(in: LabelLine.text(of: labels)) == labels)
    }
  }

  @Test(arguments: [
    ("home:pink", "pink"), ("a: Black ", "Black"), ("home:red", nil), ("kind:bug", nil),
    ("pink", nil), (":pink", nil), ("home:pink:red", nil), ("home:", nil),
  ])
  func `a colour that labels do not have is known as one`(word: String, color: String?) {
    #expect(LabelLine.unknownColor(in: word) == color)
  }

  @Test(arguments: [
    ("a, home:pink, b:black", "pink"), ("\"home:pink\"", nil), ("home:red, a:b", nil), ("", nil),
  ])
  func `a line has a colour that labels do not have, unless it is quoted`(
    line: String, color: String?
  ) {
    #expect(LabelLine.unknownColor(inLine: line) == color)
  }

  @Test func `a label with the name of another colour is written so that it is read again`() {
    let label = CardLabel("home:pink")
    #expect(LabelLine.unknownColor(inLine: LabelLine.text(of: [label])) == nil)
    #expect(LabelLine.labels(in: LabelLine.text(of: [label])) == [label])
  }

  @Test func `a known label has its colour`() {
    #expect(LabelLine.labels(in: "Home", colors: ["Home": .brown]) == [CardLabel("Home", .brown)])
  }
}
