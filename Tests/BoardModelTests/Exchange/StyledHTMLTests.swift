import DragModel
import Harness
import Testing

@testable import BoardModel

/// Bold, italics and code of HTML as Markdown.
@Suite struct StyledHTMLTests {
  private func markdown(_ html: String) throws -> String {
    try HTMLPage(text: html).blocks.markdown
  }

  @Test(arguments: [
    ("a <b>b</b> <strong>c</strong> d", "a **b** **c** d"),
    ("a <i>b</i>, <em>c</em>", "a *b*, *c*"),
    ("<b>a <i>b</i> c</b>", "**a *b* c**"), ("<i><b>a</b></i>", "***a***"),
    ("<b> a </b>b", "**a** b"), ("a<b>b</b>c", "a**b**c"), ("<b>a<br>b</b>", "**a**\n**b**"),
    ("run <code>a*b_c</code> <tt>`x`</tt>", "run `a*b_c` `` `x` ``"),
    ("<code>a<b>b</b></code>", "`ab`"), ("<b><code>a</code></b>", "**`a`**"),
    ("<a href='https://e.org'>a <b>b</b></a> <i>c</i>", "[a **b**](https://e.org) *c*"),
    ("<b>see <a href='https://e.org'>a</a></b>", "**see** [**a**](https://e.org)"),
    ("<b><a href='javascript:x'>a</a><a href='data:,x'>b</a></b>", "**ab**"),
    ("<h2>A <i>b</i></h2><ul><li><b>c</b><li>d", "## A *b*\n\n- **c**\n- d"),
    ("<b>*a*</b> _b_", "**\\*a\\*** \\_b\\_"),
    ("<b style='font-weight:normal'>a <span style='font-weight:700'>b</span></b>", "a **b**"),
    ("<span style='color: red; font-style: italic'>a</span>", "*a*"),
    // Markdown cannot say these: the words stay.
    ("<b>a!</b>b", "a!b"), ("<b>a</b><i>b</i>", "**a**b"), ("<b></b><i> </i>a", "a"),
  ])
  func `words keep their look`(html: String, text: String) throws {
    #expect(try markdown(html) == text)
    // The page of this Markdown gives the same Markdown.
    #expect(try markdown(MarkdownPage(text).html) == text)
  }

  @Test func `looks nested in any way neither lose words nor mean anything else`() throws {
    var numbers = Numbers()
    let parts = [
      "<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<a href='https://e.org'>", "</a>", "a",
      "b", " ", "*", "_", "`", "!", "\\", "[", "]", "(", ".", "€", "“", "é", "<br>", "<p>", "#",
      "1. ",
      "- ", "&lt;", "&amp;", "~", "<b><i>", "</i></b>",
    ]
    for _ in 0..<(Extent.current == .usual ? 1_500 : 40_000) {
      let html = (0..<12).map { _ in parts[numbers.next(parts.count)] }.joined()
      let page = try HTMLPage(text: html)
      let text = page.blocks.markdown
      let again = try HTMLPage(text: MarkdownPage(text).html)
      try #require(Self.words(page) == Self.words(again), "\(html) is \(text)")
      // Written and read once more, it means the same.
      let third = try HTMLPage(text: MarkdownPage(again.blocks.markdown).html)
      try #require(third.blocks == again.blocks, "\(html) is \(text)")
    }
  }

  private static func words(_ page: HTMLPage) -> String {
    page.blocks.flatMap(\.words).joined().filter { !$0.isWhitespace }
  }

  @Test func `a card with looks comes back from its HTML`() throws {
    try TestBoard.run { board in
      let id = try board.add("x")[0]
      let text =
        "## One\n\n**bold *both* on** and *it*, `a*b`, [**l** m](https://e.org)\n\n"
        + "- **a**\n- b"
      try board.store.perform(.editCard(id, title: "T", text: text, details: CardDetails()))
      let html = try #require(try board.store.card(id)).html
      let card = try #require(try BoardImport(html: html, title: "file").lists.first?.cards.first)
      #expect(card.title == "T" && card.text == text)
    }
  }
}

/// The same numbers in each run (xorshift).
private struct Numbers {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next(_ count: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(count))
  }
}
