import Harness
import Testing

@testable import BoardModel

/// Words that begin with a combining mark after a blank: Swift's `Character` takes both for one that is blank.
@Suite struct BlankTests {
  private static let marks = ["\u{308}", "\u{FE0F}", "\u{200D}", "\u{1F3FB}", "\u{20E3}"]

  @Test(arguments: marks)
  func `only what has nothing but blanks is blank`(mark: String) {
    #expect(" \t\u{A0}\r\n\u{2028}".isBlank && "".isBlank)
    #expect(!" \(mark)".isBlank && !mark.isBlank)
    #expect("a \(mark)b  c".asOneWord == "a-\(mark)b-c")
  }

  @Test(arguments: marks)
  func `a typed title keeps its last word`(mark: String) {
    let card = NewCard(typed: "Tone \(mark) #home")
    #expect(card.title == "Tone \(mark)")
    #expect(card.details.labels.map(\.name) == ["home"])
  }

  @Test(arguments: marks)
  func `no line of a text is taken for a blank one`(mark: String) throws {
    let line = " \(mark)"
    #expect(CardText("\(line)\nA").whole == "\(mark)\nA")
    #expect(HeadingLine.words(of: "# a\(line)##") == "a\(line)##")
    #expect(ItemMark.words(after: "\(line)- a") == nil)
    #expect(ListLines(["\(line)- a", "\(line)- b"]).lines == ["\(line)- a", "\(line)- b"])
    #expect(!TypedLines("a\n\(line)b").areTitles || TypedLines("a\n\(line)b").lines.count == 2)
    let page = try HTMLPage(text: "<title>a\(line)</title><pre>\(line)\nb\n\(line)</pre>")
    #expect(page.title == "a\(line)")
    #expect(page.blocks == [.code("\(line)\nb\n\(line)")])
    let markdown = "- [ ] a\n\n  b\n\n  \(line)\n\n\(line)\n"
    let read = try BoardImport(markdown: Array(markdown.utf8), title: "")
    #expect(read.lists[0].cards[0].text.unicodeScalars.contains(mark.unicodeScalars.first ?? " "))
    #expect(read.left.count == 1, "what is no part of the list is told")
  }

  @Test func `whatever a text consists of, none of its words is lost`() throws {
    var numbers = SeededGenerator(seed: 1)
    let parts = ["a", "b", " ", "  ", "\t", "\u{A0}", "\u{2003}"] + Self.marks
    for _ in 0..<(Extent.current == .usual ? 1_000 : 10_000) {
      let line = (0..<6).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
      let other = (0..<4).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
      let text = "\(line)\n\(other)"
      let names = "“\(Self.names(line))” and “\(Self.names(other))”"
      let words = Self.words([text])
      try #require(Self.words([CardText(text).whole]) == words, "\(names)")
      try #require(Self.words([NewCard(typed: line).title]) == Self.words([line]), "\(names)")
      let typed = TypedLines(text).cards()
      try #require(Self.words(typed.map(\.title)) == words, "\(names)")
      let tasks = try BoardImport(todoText: Array(text.utf8), title: "a").lists.flatMap(\.cards)
      try #require(Self.words(tasks.map(\.title)) == words, "\(names)")
      let word = text.asOneWord.unicodeScalars.filter { $0 != "-" }
      try #require(Self.words([String(String.UnicodeScalarView(word))]) == words, "\(names)")
      if !words.isEmpty {
        let list = try #require(BoardImport.cards(ofList: "- [ ] \(line)\n- [ ] \(other)\n- [ ] a"))
        let read = Self.words(list.flatMap { [$0.title, $0.text] })
        try #require(read == words + "a", "\(names)")
      }
      let page = try HTMLPage(text: "<title>\(line)</title><pre>\(other)</pre>")
      try #require(Self.words([page.title]) == Self.words([line]), "\(names)")
      try #require(Self.words(page.blocks.flatMap(\.words)) == Self.words([other]), "\(names)")
    }
  }

  private static func words(_ texts: [String]) -> String {
    let scalars = texts.joined(separator: "\n").unicodeScalars
      .filter { !$0.properties.isWhitespace }
    return String(String.UnicodeScalarView(scalars))
  }

  private static func names(_ text: String) -> String {
    text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }
}
