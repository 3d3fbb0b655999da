import BoardWalk
import Harness
import Testing

@testable import BoardModel

@Suite struct MarkdownMarkupTests {
  @Test(arguments: [
    ("*slow* and **big**", "<i>slow</i> and <b>big</b>"),
    ("# Top\n\nwords", "<span weight=\"bold\" size=\"x-large\">Top</span>\n\nwords"),
    ("* a\n* [x] b\n* [ ] c", "•  a\n•  ☑ b\n•  ☐ c"),
    ("- [ ] see *this*", "•  ☐ see <i>this</i>"),
    ("3. a\n4. b", "3.  a\n4.  b"),
    ("a\nb", "a\nb"),
    ("`a < b`", "<tt>a &lt; b</tt>"),
    ("> said", "<i>said</i>"),
    ("[x](https://example.org/?a=1&b=2)", "<a href=\"https://example.org/?a=1&amp;b=2\">x</a>"),
  ])
  func `Markdown reads as a label shows it`(text: String, markup: String) {
    #expect(MarkdownMarkup(text).markup == markup)
  }

  /// Regression: its lines were counted in another way than cmark does, and it was shown as it is written.
  @Test(arguments: ["\u{2028}", "\u{85}", "\u{B}", "\u{C}", "\r\n", "\r", "\n"])
  func `a table is one below any line breaks`(end: String) {
    let markup = MarkdownMarkup("a\(end)b\n\n|c|d|\n|-|-|\n|e|f|\n").markup
    #expect(markup.hasSuffix("<tt><b>c</b> │ <b>d</b>\n──┼──\ne │ f</tt>"), "\(markup)")
  }

  /// Regression: only addresses between angle brackets were links.
  @Test(
    arguments: [
      ("see https://a.b/c_d?e=1&f=2.", ("see ", "https://a.b/c_d?e=1&amp;f=2", ".")),
      ("(https://a.b/c_(d))", ("(", "https://a.b/c_(d)", ")")),
      ("- [ ] HTTP://a.b, too", ("•  ☐ ", "HTTP://a.b", ", too")),
      ("**https://a.b/**", ("<b>", "https://a.b/", "</b>")),
      ("<u>https://a.b</u>", ("&lt;u&gt;", "https://a.b", "&lt;/u&gt;")),
      ("xhttps://a.b", nil), ("https://", nil), ("https://)", nil),
      ("`https://a.b`", nil), ("[https://a.b](file:///c)", nil), ("<img src=https://a.b>", nil),
    ] as [(String, (String, String, String)?)])
  func `bare addresses of the web are links`(
    text: String, parts: (before: String, address: String, after: String)?
  ) {
    let markup = MarkdownMarkup(text).markup
    guard let parts else { return #expect(!markup.contains("<a"), "\(markup)") }
    let link = "<a href=\"\(parts.address)\">\(parts.address)</a>"
    #expect(markup == parts.before + link + parts.after)
    #expect(MarkdownMarkup.onFace(text, lines: 3)?.markup.contains("<a") != true)
  }

  @Test(arguments: [
    (
      "| What | Who |\n|---|--:|\n| *cake* | Ann |\n| tea \\| milk |",
      [
        "<b>What</b>       │ <b>Who</b>", "───────────┼────", "<i>cake</i>       │ Ann",
        "tea | milk │    ",
      ]
    ),
    ("a | b\n:-: | -\na<b | # d", [" <b>a</b>  │ <b>b</b>  ", "────┼────", "a&lt;b │ # d"]),
  ])
  func `a table has columns`(text: String, lines: [String]) {
    let markup = MarkdownMarkup("before\n\n\(text)\n\nafter").markup
    #expect(markup == "before\n\n<tt>\(lines.joined(separator: "\n"))</tt>\n\nafter")
  }

  @Test func `very many beginnings of addresses are words, and end`() {
    let text = String(repeating: "http://(", count: 6_000)
    #expect(MarkdownMarkup(text).markup == text)
  }

  @Test func `lists in lists without end take no more room than their words`() {
    let text = String(repeating: "1. ", count: 5_000) + "a"
    #expect(MarkdownMarkup(text).markup.utf8.count < 100 * text.utf8.count)
  }

  @Test func `a wide table has a line for each cell`() {
    let long = String(repeating: "word ", count: 10) + "end"
    #expect(
      MarkdownMarkup("before\n\nA | B | C\n-|-|-\n1 | \(long)\n| | *x* | 3\n\nafter").markup
        == """
        before

        <b>A</b>: 1
        <b>B</b>: \(long)

        <b>B</b>: <i>x</i>
        <b>C</b>: 3

        after
        """)
    #expect(MarkdownMarkup("\(long) | B\n-|-").markup == "<b>\(long)</b>\n<b>B</b>")
  }

  /// What is no table stays as it is written, and one that would take gigabytes is none.
  @Test(arguments: [
    "a | b\nc | d", "a\n---|---", "a | b\n---|--x", "| a |", "- | a |\n  |---|",
    "\(String(repeating: "a|", count: 8_000))\n\(String(repeating: "-|", count: 8_000))\n"
      + String(repeating: "a\n", count: 8_000),
    "\(String(repeating: "a", count: 20_000))|\n-|\n" + String(repeating: "a\n", count: 10_000),
  ])
  func `other bars are words`(text: String) {
    #expect(!MarkdownMarkup(text).markup.contains("<tt>"))
  }

  @Test(arguments: [
    ("[x](file:///etc/passwd)", "x"), ("[x](javascript:alert(1))", "x"),
    ("![seen](https://example.org/a.png)", "seen"), ("a <img src=x> b", "a &lt;img src=x&gt; b"),
    ("<b>&amp;", "&lt;b&gt;&amp;"),
  ])
  func `nothing is loaded, and what is written stays words`(text: String, markup: String) {
    #expect(MarkdownMarkup(text).markup == markup)
  }

  @Test(arguments: [
    ("# Top\nwords", "<b>Top</b>\nwords"),
    ("*slow* and **big**\n- [x] b", "<i>slow</i> and <b>big</b>\n•  ☑ b"),
    ("[x](https://example.org) <b>", "x &lt;b&gt;"), ("5 < 6", nil), ("words, and more", nil),
  ])
  func `on the face of a card it is small and has no links`(text: String, markup: String?) {
    #expect(MarkdownMarkup.onFace(text, lines: 3)?.markup == markup)
  }

  @Test(arguments: [
    ("- a\n- b\n\nafter *it*", "•  a\n•  b\nafter <i>it</i>"),
    ("- a\n\n- b\n\nafter", "•  a\n•  b\nafter"), ("- a\n\nb\n\nc\n", "•  a\nb\nc"),
    ("- a\n\nb\n\nc\n\n- d", "•  a\nb\nc…"),
  ])
  func `on a face too a blank line ends a list`(text: String, markup: String) {
    #expect(MarkdownMarkup.onFace(text, lines: 3)?.markup == markup)
  }

  @Test(arguments: [("- a\n- b", true), ("words:\n1. a", true), ("*a* - b\n\nc", false)])
  func `a face knows whether it has items`(text: String, hasItems: Bool) {
    #expect(MarkdownMarkup.onFace(text, lines: 3)?.hasItems == hasItems)
  }

  @Test(arguments: 0..<20)
  func `every tag ends that begins, whatever is written`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let parts = (0..<30).map { _ in
        generator.one(of: [
          "*", "**", "`", "[", "](https://a.b)", "\n", "\n\n", "> ", "# ", "- ", "1. ", "a", " ",
          "<", ">", "&", "\"", "![", "~~~\n", "_", "\\", "[x] ", "    ", "https://a.b",
          " http://c.d/(", "|", "|-|",
        ])
      }
      let markup = MarkdownMarkup(parts.joined()).markup
      #expect(Self.isBalanced(markup), "\(parts.joined())")
      let face = MarkdownMarkup.onFace(parts.joined(), lines: .max)?.markup ?? ""
      #expect(Self.isBalanced(face), "\(parts.joined())")
    }
  }

  private static func isBalanced(_ markup: String) -> Bool {
    var open: [Substring] = []
    for part in markup.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(of: ">") else { return false }
      let tag = part[..<end]
      if tag.first == "/" {
        guard open.popLast() == tag.dropFirst() else { return false }
      } else {
        open.append(tag.prefix { $0 != " " })
      }
    }
    return open.isEmpty
      && !markup.split(separator: "<").contains { $0.filter { $0 == ">" }.count > 1 }
  }
}
