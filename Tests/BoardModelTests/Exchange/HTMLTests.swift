import DragModel
import Testing

@testable import BoardModel

@Suite struct HTMLTests {
  private func read(_ text: String) throws -> BoardImport {
    try BoardImport(html: Array(text.utf8), title: "file")
  }

  private func markdown(_ html: String) throws -> String {
    try HTMLPage(text: html).blocks.markdown
  }

  @Test(arguments: [
    (
      #"<a href="https://example.org/1"></a>"#, "[https://example.org/1](https://example.org/1)"
    ),
    (
      #"<a href="https://example.org/1"> <b> </b></a>"#,
      "[https://example.org/1](https://example.org/1)"
    ),
    (##"a<a href="#top"></a>"##, "a"),
    (#"a<a href="https://example.org/1"><svg></svg></a>"#, "a"),
    (#"<a href="https://example.org/1">x</a>"#, "[x](https://example.org/1)"),
  ])
  func `a link without words says where it leads`(html: String, text: String) throws {
    #expect(try markdown("<p>\(html)</p>") == text)
  }

  @Test func `a link without words is a card in a list`() throws {
    let read = try read(
      #"<h2>L</h2><ul><li><a href="https://example.org/1"></a></li><li>two</li></ul>"#)
    #expect(read.lists[0].cards.map(\.title) == ["https://example.org/1", "two"])
    #expect(read.left == [])
  }

  /// As Firefox and Chromium export them.
  @Test func `bookmarks are a card each, and folders are lists`() throws {
    let read = try read(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
      <TITLE>Bookmarks</TITLE>
      <H1>Bookmarks Menu</H1>
      <DL><p>
          <DT><A HREF="https://gnome.org/" ADD_DATE="1700000000" ICON="data:,x">GNOME &amp; more</A>
          <DD>a desktop
          <DT><H3 ADD_DATE="1700000000">Toolbar</H3>
          <DL><p>
              <DT><A HREF="https://debian.org/" TAGS="os,linux"></A>
              <DT><H3>Deep</H3>
              <DL><p>
                <DT><A HREF="https://kernel.org/" SHORTCUTURL="k">Kernel</A>
              </DL><p>
          </DL><p>
          <HR>
          <DT><A HREF="https://swift.org/">Swift</A>
          <DT><A HREF="javascript:alert(1)">Run</A>
      </DL>
      """)
    #expect(
      read.lists.map { [$0.title] + $0.cards.map(\.title) } == [
        ["Bookmarks Menu", "GNOME & more", "Swift"], ["Toolbar", "https://debian.org/"],
        ["Toolbar › Deep", "Kernel"],
      ])
    let cards = read.lists.flatMap(\.cards)
    #expect(cards[0].text == "https://gnome.org/\na desktop")
    #expect(cards[2].details.labels.map(\.name) == ["os", "linux"])
    #expect(cards.allSatisfy { $0.representations.map(\.type) == ["text/uri-list"] })
    #expect(
      read.left == [
        "“Kernel”: the keyword “k”", "“Run”: its address javascript:alert(1)",
      ])
  }

  @Test(arguments: ["---|---", "|---|--:|", ":-:|-"])
  func `words that look like a table are words`(_ rule: String) throws {
    let text = try markdown("<p>a | b<br>\(rule)<br>c | d")
    #expect(text == "a | b\n\\\(rule)\nc | d")
    #expect(MarkdownMarkup(text).markup == "a | b\n\(rule)\nc | d")
  }

  @Test func `headings are lists, and items of lists are cards`() throws {
    let read = try read(
      """
      <!DOCTYPE html><html><head><title>Plans</title><style>p { color: red }</style>
      <script>document.write("<li>bad</li>")</script></head>
      <body><!-- <li>bad</li> --><h1>Garden</h1><p>words &amp; between
      <h2>To <em>Do</em> *</h2>
      <ul>
      <li><input type="checkbox" checked> Paint <b>it</b> @{2026-11-25} #home
        <p>the *fence* &lt;b&gt;</p>
        <ul><li>☑ buy paint<li>[ ] wait</ul>
        <ol><li>one<li>two</ol>
      <li><a href="https://example.org/a?b=(c)">A link</a>
      <li>two<br>lines
      </ul>
      <h2>Done</h2><ul><li>☐ A</ul>
      <noscript>bad</noscript><img src="data:image/png;base64,AAAA">
      """)
    #expect(
      read.left == ["words & between", "the title “Garden”", "1 part without words"])
    try #require(read.lists.map(\.title) == ["To Do *", "Done"])
    let cards = read.lists[0].cards
    try #require(cards.map(\.title) == ["Paint it", "A link", "two"])
    #expect(cards[0].details.isDone && cards[0].details.due == DueDate("2026-11-25"))
    #expect(cards[0].details.labels == [CardLabel("home")])
    #expect(
      cards[0].details.checklist == [
        ChecklistItem("buy paint", isDone: true), ChecklistItem("wait"),
      ])
    #expect(cards[0].text == "the \\*fence\\* \\<b>\n\n1. one\n2. two")
    #expect(cards[1].text == "[A link](https://example.org/a?b=%28c%29)")
    #expect(cards[2].text == "lines")
    #expect(read.lists[1].cards.map(\.title) == ["A"])
  }

  @Test func `a page without lists is one card`() throws {
    let titled = try read("<title>My\n page</title><h1>Hello</h1><p>one<p>two")
    #expect(titled.lists.map(\.title) == ["My page"])
    #expect(titled.lists[0].cards.map(\.title) == ["My page"])
    #expect(titled.lists[0].cards[0].text == "# Hello\n\none\n\ntwo")
    let plain = try read("<h1>Hello</h1>one<br>two")
    #expect(plain.lists.map(\.title) == ["file"])
    #expect(plain.lists[0].cards.map(\.title) == ["Hello"])
    #expect(plain.lists[0].cards[0].text == "one\ntwo")
    #expect(plain.left == [])
    #expect(try read("<script>x</script><img alt=''>").lists.isEmpty)
    let dropped = try read(
      "<img src='http://e.org/a/b.png?c=d'><a href='javascript:x'>a</a><a href='#b'>b</a>")
    #expect(dropped.lists[0].cards.map(\.title) == ["b.pngab"])
    #expect(dropped.left == ["1 link to a script, a file or a relative address"])
    let pictures = try read(
      "<img src='file:///a.png' alt=a><img src='b.png' alt=b><img src='data:image/png,c' alt=c>")
    #expect(
      pictures.left == [
        "2 links to scripts, files or relative addresses", "1 picture in the page itself",
      ])
    #expect(try read("").lists.isEmpty)
  }

  @Test(arguments: [
    ("a<br><br>b", "a\n\nb"), ("<table><tr><td>a<td>b<tr><td>c</table>", "a | b\nc"),
    ("<pre>\n a *b*\n\n  `c`\n</pre>", "```\n a *b*\n\n  `c`\n```"),
    ("<blockquote>a<ul><li>b</ul></blockquote>", "> a\n>\n> - b"),
    ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n* b"),
    ("<ul><li>a<ul><li>b</ul></ul>", "- a\n\n  - b"),
    ("<ul><li>a</li><ul><li>b</ul></ul>", "- a\n\n  - b"),
    ("<ol><li>a<p>b</ol>", "1. a\n\n   b"), ("<li>a<li>b", "- a\n- b"),
    ("<img src='https://e.org/x.png' alt='a [b]'>", "[a \\[b\\]](https://e.org/x.png)"),
    ("<img src='file:///etc/passwd' alt='a'>", "a"), ("<img src='/x' title='t'>", "t"),
    ("<a href='javascript:x'>a</a> <a href='/b'>b</a>", "a b"),
    ("<a href='file:///etc/passwd'>a</a>", "a"),
    ("See!<a href='mailto:a@b.c'>mail</a>", "See\\![mail](mailto:a@b.c)"),
    (
      "<a href='https://e.org'><div>a</div><div>b</div></a>",
      "[a](https://e.org)\n\n[b](https://e.org)"
    ),
    ("1. a<br>- b<br># c<br>&gt; d<br>---<br>2) e", "1\\. a\n\\- b\n\\# c\n\\> d\n\\---\n2\\) e"),
    ("a_b _c_ &amp;amp; &lt;i&gt; \\* [x](y)", "a_b \\_c\\_ \\&amp; \\<i> \\\\\\* \\[x](y)"),
    ("&lt;'a@b.c&gt; &lt; &lt;&lt;", "\\<'a@b.c> < <\\<"),
    ("<h2>C #</h2>", "## C \\#"), ("a&nbsp;&nbsp;b", "a b"), ("<svg><text>no</text></svg>a", "a"),
    ("<section><article>a</article>b</section>", "a\n\nb"),
    ("<p>☐ <b>a</b>", "[ ] **a**"),
    ("<iframe src='https://e.org/v'></iframe>", "[https://e.org/v](https://e.org/v)"),
  ])
  func `a page is Markdown in which its words mean themselves`(html: String, text: String) throws {
    #expect(try markdown(html) == text)
  }

  /// libxml2 itself would read a page without a charset as Latin 1.
  @Test(
    arguments: [
      (Array("<p>é</p>".utf8), nil, "é"), ([0xE9], nil, "é"), ([0xE9], "utf-8", nil),
      (Array("<meta charset=\"iso-8859-15\">".utf8) + [0xA4], nil, "€"),
      (Array("<meta http-equiv=x content='text/html; charset = koi8-r'>".utf8) + [0xC1], nil, "а"),
      ([0xFF, 0xFE, 0x61, 0], nil, "a"), ([0xEF, 0xBB, 0xBF, 0x61], "iso-8859-1", "a"),
      (Array("<meta charset=utf-16>é".utf8), nil, "é"), ([0x93, 0x61], "iso-8859-1", "“a"),
      (Array("<meta charset=nothing>a".utf8), nil, nil), ([0x61, 0x00], nil, "a"),
      ([0x61, 0x00, 0x62], nil, nil),
    ] as [([UInt8], String?, String?)])
  func `a page is read in its charset`(bytes: [UInt8], charset: String?, words: String?) {
    let page = try? HTMLPage(bytes, charset: charset)
    #expect(page?.blocks.flatMap(\.words) == words.map { [$0] })
  }

  @Test func `what is too deep or too much is refused, and no part of it is read`() throws {
    let deep = String(repeating: "<b>", count: HTMLReader.deepest + 1) + "a"
    let items = "<ul>" + String(repeating: "<li>a", count: BoardImport.mostCards)
    for text in [deep, items, String(repeating: " ", count: BoardImport.largest + 1)] {
      guard case .malformed? = error({ _ = try read(text) }) else {
        Issue.record("it was accepted")
        return
      }
    }
    // Lists that are too deep become flat.
    let lists = String(repeating: "<ul><li>a", count: 200)
    #expect(try HTMLPage(text: lists).blocks.flatMap(\.words).count == 200)
  }

  @Test func `a page of any size is read to its end`() throws {
    let words = String(repeating: "<p>some words and a tag\n", count: 20_000) + "<p>the end"
    let page = try HTMLPage(Array(words.utf8))
    #expect(page.blocks.count == 20_001 && page.blocks.last?.words == ["the end"])
    let breaks = String(repeating: "a<br>", count: 100_000)
    #expect(try HTMLPage(text: breaks).blocks.first?.words.count == 100_000)
    let one = String(repeating: "long ", count: 2_500_000) + "end"
    #expect(try HTMLPage(Array(one.utf8)).blocks.first?.words.first?.hasSuffix("long end") == true)
  }

  @Test func `a card comes back from its HTML`() throws {
    try TestBoard.run { board in
      let details = CardDetails(
        due: DueDate("2026-11-25T14:30"), isDone: true,
        labels: [CardLabel("home"), CardLabel("b (c)")],
        checklist: [ChecklistItem("a < b", isDone: true), ChecklistItem("*c*")])
      let id = try board.add("x")[0]
      let text = "one\ntwo\n\n- a\n- b\n\n> c"
      try board.store.perform(
        .editCard(id, title: "Paint (2 *l*)", text: text, details: details))
      let html = try #require(try board.store.card(id)).html
      let read = try BoardImport(html: html, title: "file")
      try #require(read.lists.count == 1 && read.lists[0].cards.count == 1)
      let card = read.lists[0].cards[0]
      #expect(card.title == "Paint (2 *l*)" && card.text == text && card.details == details)
      #expect(read.left == [])
    }
  }

  /// libxml2 compares each attribute with all others of its tag: a million took it many minutes.
  @Test(arguments: ["<p x='>' ", "<p x==\" ", "<p a'b=1 ", "<p x = '>'", "<p\t", "<p/"])
  func `a tag with too many attributes is refused`(_ start: String) {
    let attributes = (0..<100_000).map { "a\($0)=1" }.joined(separator: " ")
    let failure = error { _ = try read("<ul><li>\(start)\(attributes)>a</ul>") }
    guard case .malformed(_, let reason)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason == "a tag has too many attributes")
  }

  @Test func `a page with many tags is none of these`() throws {
    let item = "<li class='a b c d' title=\"a > b\" data-x=1><a href='https://a.b/?c=d&e=f'>g</a>"
    #expect(try read("<ul>\(String(repeating: item, count: 10_000))</ul>").cardCount == 10_000)
    let words = String(repeating: "a b ", count: 100_000)
    #expect(try read("<ul><li><img alt='\(words)'></ul>").cardCount == 1)
  }
}
