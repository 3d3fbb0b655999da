import BoardModel
import Testing

@Suite struct HeadingTests {
  private func card(_ text: String, _ type: String = "text/plain;charset=utf-8") throws -> NewCard {
    try #require(try CardReader().cards(from: item(type, text.utf8)).first)
  }

  @Test(arguments: [
    ("# Title\n\nbody", "Title"), ("###### Title ##\nbody", "Title"), ("\n   ##\tC #\nx", "C"),
    ("# F# \n- a", "F#"), ("# \\#\nx", "\\#"), ("## a # b ###  \r\nx", "a # b"),
  ])
  func `a heading above a text is its title without the marks`(text: String, title: String) throws {
    let card = try card(text)
    #expect(card.title == title)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let rest = lines.drop(while: \.isEmpty).dropFirst().joined(separator: "\n")
    #expect(card.text == rest)
    #expect(try card.representations[0].content.bytes() == Array(text.utf8))
    #expect(TypedLines(text).card.title == title)
  }

  @Test(arguments: [
    "#label and more\nbody", "#1 priority\nbody", "####### seven\nbody", "#\nbody", "# #\nbody",
    "\\# escaped\nbody", "# a lone line", "# a lone line\n\n",
  ])
  func `other first lines stay as they are`(text: String) throws {
    let line = try #require(text.split(whereSeparator: \.isNewline).first)
    #expect(try card(text).title == line)
  }

  /// Regression: the title began with the box.
  @Test(arguments: [
    ("- [ ] Pack\n\nthe tent\n", "Pack", false), ("\n * [x] Pay\r\n\r\nthe deposit", "Pay", true),
    ("- [x] Pay\n\nwords\n\n- [ ] Go", "Pay", false), ("- Pack\n\nthe tent", "- Pack", false),
  ])
  func `a task above a text is its title without the box`(
    text: String, title: String, isDone: Bool
  ) throws {
    for card in [try card(text), TypedLines(text).card] {
      #expect(card.title == title && card.details.isDone == isDone)
    }
    #expect(try card(text).representations[0].content.bytes() == Array(text.utf8))
  }

  @Test func `what is code in Markdown stays as it is`() throws {
    #expect(try card("    # code\nbody").title == "# code")
  }

  @Test func `a lone line is a heading where the source says that it is Markdown`() throws {
    #expect(try card("# Title", "text/markdown").title == "Title")
  }
}
