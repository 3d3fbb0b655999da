import DragModel

@testable import BoardModel

// What boards read: files and drops of other programs.

extension FuzzTarget {
  /// JSON: the check of files of any size and the reader of values agree, except about what only values can represent.
  static let json = FuzzTarget(
    "json",
    seeds: [
      #"{"a": [1, -0.5e+3, true, false, null, "\u00e4\n\ud83d\ude00"], "": {}}"#,
      "\u{FEFF}[[], {}]", " 0 ",
    ],
    maxLength: 500, dictionary: jsonWords
  ) { bytes throws(BrokenPromise) in
    let value = try? JSON(parsing: bytes)
    let failure = Self.failure(ofJSON: [bytes[...]])
    if let value {
      try promise(failure == nil, "it is parsed, and not checked: \(failure?.reason ?? "")")
      for escapesHostile in [false, true] {
        let text = value.text(.spaced, escapesHostile: escapesHostile)
        guard let again = try? JSON(parsing: Array(text.utf8)) else {
          throw BrokenPromise(description: "“\(text)” is not parsed again")
        }
        try promise(again == value, "“\(text)” is \(again) when it is parsed again")
      }
    }
    // The pieces in which a file is read change nothing.
    let inPieces = Self.failure(ofJSON: bytes.map { [$0] })
    try promise(inPieces == failure, "byte by byte it fails differently")
  }

  private static func failure(ofJSON pieces: [ArraySlice<UInt8>]) -> JSONFailure? {
    var tokenizer = JSONCheck.tokenizer
    do throws(JSONFailure) {
      for piece in pieces { try tokenizer.read(piece) }
      try tokenizer.end()
      return nil
    } catch {
      return error
    }
  }

  static let geocache = FuzzTarget(
    "geocache",
    seeds: [
      #"{"name": "A", "summary": "B", "latitude": 54.5, "longitude": -1e2, "x": [1, {"y": null}]}"#,
      #"{"name": "A", "summary": "B", "latitude": 0, "longitude": 180, "image": "iVBORw0KGgo="}"#,
    ],
    dictionary: jsonWords + ["name", "summary", "latitude", "longitude", "image"]
  ) { bytes throws(BrokenPromise) in
    guard let geocache = try? Geocache(json: bytes) else { return }
    try promise((try? geocache.check()) != nil, "it was read, and is not what it has to be")
    let json = geocache.json
    guard let again = try? Geocache(json: json) else {
      throw BrokenPromise(
        description: "“\(String(decoding: json, as: UTF8.self))” is not read again")
    }
    try promise(again == geocache, "it is another one when it is read again")
    try promise(again.json == json, "it is written differently when it was read again")
    try check(waypoint: geocache)
  }

  /// What a geocache says, as GPX too. That has no way to write some characters, and none to keep blanks.
  private static func check(waypoint geocache: Geocache) throws(BrokenPromise) {
    guard let waypoints = try? GPX.waypoints(GPX.file(geocache)), waypoints.count == 1 else {
      throw BrokenPromise(description: "the GPX of a geocache has not one waypoint")
    }
    try promise(
      waypoints[0].coordinates == geocache.coordinates,
      "\(geocache.coordinates) is \(waypoints[0].coordinates) in GPX")
  }

  /// GPX, and the XML that it is.
  static let gpx = FuzzTarget(
    "gpx",
    seeds: [
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE gpx [<!ENTITY a "b">]>
      <g:gpx version="1.1" xmlns:g="x"><!-- c --><wpt lat="54.1" lon='-7,5'><name>A &amp; &#x41;&#66;</name>
      <desc><![CDATA[<b>]]></desc><cmt/></wpt></g:gpx>
      """,
      #"<?xml version='1.0' encoding='ISO-8859-1'?><gpx><wpt lat="0" lon="0"></wpt><trk/></gpx>"#,
    ],
    maxLength: 600,
    dictionary: [
      "<?xml", " encoding=", "'utf-16'", "'iso-8859-1'", "<gpx>", "</gpx>", "<wpt lat='1' lon='2'>",
      "</wpt>", "<name>", "</name>", "<desc>", "<cmt/>", "<!--", "-->", "<![CDATA[", "]]>",
      "<!DOCTYPE",
      "&amp;", "&lt;", "&#x41;", "&#0;", "xmlns:g=", "/>",
    ]
  ) { bytes throws(BrokenPromise) in
    for geocache in (try? GPX.waypoints(bytes)) ?? [] {
      try promise((try? geocache.check()) != nil, "it was read, and is not what it has to be")
      try check(waypoint: geocache)
    }
    var open: [String] = []
    var isBalanced = true
    let isRead: Void? = try? XMLReader.read(bytes) { event in
      switch event {
      case .start(let name, _): open.append(name)
      case .end(let name): isBalanced = isBalanced && open.popLast() == name
      case .text: isBalanced = isBalanced && !open.isEmpty
      }
      return true
    }
    if isRead != nil { try promise(open.isEmpty, "\(open) are not closed") }
    try promise(isBalanced, "an element ends that is not open, or text stands outside of all")
  }

  /// A picture: a byte that says whether checksums are put right, then the file.
  static let png = FuzzTarget(
    "png",
    seeds: [
      [1] + signature + chunk("IHDR", Array(repeating: 1, count: 13)) + chunk("IDAT", [1, 2, 3])
        + chunk("tEXt", []) + chunk("IEND", []),
      [0] + signature,
    ],
    maxLength: 300, dictionary: ["IHDR", "IDAT", "IEND", "PLTE", "tEXt"]
  ) { bytes throws(BrokenPromise) in
    var input = FuzzInput(bytes)
    var file = input.flag() ? withRightChecksums(Array(input.rest)) : Array(input.rest)
    guard (try? PNGFile.check(.bytes(file))) != nil else { return }
    try promise(file.starts(with: signature), "it begins as no PNG does")
    file.append(0)
    try promise((try? PNGFile.check(.bytes(file))) == nil, "something follows its end")
    try promise((try? PNGFile.check(.bytes(file.dropLast(2)))) == nil, "it has no end")
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(data.count)] + Array(name.utf8) + data + [0, 0, 0, 0]
  }

  /// The file with the checksum that each of its chunks should have.
  private static func withRightChecksums(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var start = signature.count
    while start + 12 <= file.count {
      let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= file.count else { break }
      var checksum = PNGChecksum()
      checksum.add(file[start + 4..<end])
      for index in 0..<4 {
        file[end + index] = UInt8(truncatingIfNeeded: checksum.value >> (24 - 8 * index))
      }
      start = end + 4
    }
    return file
  }

  static let uriList = FuzzTarget(
    "uriList",
    seeds: [
      "# comment\r\nfile:///a/b%20c%C3%A4.txt\r\nhttps://example.org/\r\n",
      "file:/a\nFILE://localhost/b|",
    ],
    maxLength: 300,
    dictionary: [
      "file://", "file:///", "localhost", "\r\n", "%00", "%2F", "%C3%A4", "https://", "# ",
    ]
  ) { bytes throws(BrokenPromise) in
    guard let entries = try? URIList.parse(bytes) else { return }
    _ = URIList.name(of: bytes)
    for entry in entries {
      switch entry {
      case .local(let path):
        let isPath = path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(0)
        try promise(isPath, "“\(path)” is no path")
        let again = try? URIList.parse(URIList.list(ofFileAt: path))
        try promise(
          again == [entry], "“\(path)” is \(String(describing: again)) in a list of its own")
      case .other(let uri):
        // One NUL at the end is taken off each time.
        guard !uri.utf8.contains(0) else { break }
        let again = try? URIList.parse(Array("\(uri)\r\n".utf8))
        try promise(
          again == [entry], "“\(uri)” is \(String(describing: again)) in a list of its own")
      }
    }
  }

  /// What a card says of itself, and where it looks for what it says is on offer.
  static let card = FuzzTarget(
    "card",
    seeds: [
      #"{"title": "A", "text": "B", "name": "a.txt", "types": ["text/plain;charset=utf-8", "image/png"]}"#,
      #"""
      {"title": "A", "text": "", "types": ["text/plain"],
      "checklist": [{"text": "C", "list": "D", "due": "2026-11-25"}],
      "comments": [{"text": "E", "time": "2026-11-25T14:30:00Z", "author": "F"}]}
      """#,
      #"""
      {"title": "A", "text": "", "types": ["application/vnd.dragd.attachment;number=1"], "due": "2026-11-25T14:30",
      "done": true, "labels": [{"name": "B", "color": "red"}], "checklist": [{"text": "C", "done": true}],
      "cover": 1,
      "attachments": [{"offered": "application/vnd.dragd.attachment;number=1", "name": "/d", "type": "a/b"}]}
      """#,
    ],
    maxLength: 600,
    dictionary: jsonWords + [
      "title", "text", "name", "types", "image/png", "due", "2026-11-25", "done", "labels", "color",
      "checklist", "list", "comments", "time", "2026-11-25T14:30:00Z", "author", "cover",
      "attachments", "offered", "type",
    ]
  ) { bytes throws(BrokenPromise) in
    guard let description = try? CardDescription(json: bytes) else { return }
    guard let again = try? CardDescription(json: description.json) else {
      throw BrokenPromise(description: "\(description) is not read again")
    }
    try promise(again == description, "\(description) is \(again) when it is read again")
    let offered = description.types + ["text/plain;charset=utf-8"]
    let sources = description.sources(among: offered)
    if let sources {
      try promise(sources.map(\.type) == description.types, "\(sources) are others")
      try promise(Set(sources.map(\.offered)).count == sources.count, "\(sources) share one")
    } else {
      try promise(
        Set(description.types.map { MIMEType($0)?.description ?? $0 }).count
          != description.types.count
          || description.types.isEmpty, "\(description.types) are not found among themselves")
    }
  }

  /// Lists of other programs, in Markdown, iCalendar, a todo.txt and Trello's JSON: a store takes what was read.
  static let markdown = FuzzTarget(
    "markdown",
    seeds: [
      "# T\n\n## A\n\n- [ ] b @{2026-11-25} @@{14:30} #c\n  - [x] d\n\n  e\n* [X] f\n",
      "---\nkanban-plugin: board\n---\n\n## A\n\n**Complete**\n- [x] b @{2026-11-25}\n\t- [ ] c\n\td\n\n***\n\n"
        + "## Archive\n\n- [ ] e\n\n%% kanban:settings\n```\n{\"kanban-plugin\":\"board\"}\n```\n%%\n",
      "---\na: b\n---\n1. x\n   > - y\n\n```\nz\n```\n[r]: file:///a\n",
      "x (A) 2026-11-20 a +b @c due:2026-11-25\n",
      "BEGIN:VCALENDAR\nNAME:a\nBEGIN:VTODO\nUID:1\nSUMMARY:b\nDUE;TZID=Europe/Rome:20261125T143000\n"
        + "PRIORITY:5\nURL:https://a.b/c\nCATEGORIES:c,d\\,e\nRELATED-TO:2\n"
        + "BEGIN:VALARM\nEND:VALARM\nEND:VTODO\nEND:VCALENDAR\n",
      #"{"lists":[{"id":"1","name":"a","pos":2}],"cards":[{"id":"2","idList":"1","name":"b","#
        + #""due":"2026-11-25T14:30:00.000Z","labels":[{"name":"","color":"sky"}],"idMembers":["3"],"#
        + #""attachments":[{"name":"e]","url":"https://a.b/(c)"}]}],"members":[{"id":"3","fullName":"f"}],"#
        + #""checklists":[{"idCard":"2","name":"c","checkItems":[{"name":"d","state":"complete"}]}]}"#,
    ],
    maxLength: 600,
    dictionary: [
      "- [ ] ", "- [x] ", "## ", "\n\n", "  ", "\t", "\n\t", "\n\t- [ ] ", "---\n", "***\n",
      "kanban-plugin: board\n", "## Archive\n", "**Complete**\n", "%% kanban:settings\n", "%%\n",
      "@{2026-11-25}", "@@{14:30}", " #a", "```",
      "> ", "BEGIN:VTODO\n", "END:VTODO\n", "BEGIN:VCALENDAR\n", "END:VCALENDAR\n", "SUMMARY:",
      "DUE:", "RELATED-TO:", "x ", "(A) ", "PRIORITY:", "URL:", "+a", "@a", "due:", "\"lists\":[",
      "\"cards\":[",
      "\"idList\":",
      "\"name\":",
    ]
  ) { bytes throws(BrokenPromise) in
    for read in [
      try? BoardImport(markdown: bytes, title: "Import"),
      try? BoardImport(calendar: bytes, title: "Import"),
      try? BoardImport(todoText: bytes, title: "Import"), try? BoardImport(trello: bytes),
    ] {
      if let read { try promiseListsForAStore(read) }
    }
  }

  /// A page of HTML: the store takes what was read, and its words are the same in Markdown.
  static let html = FuzzTarget(
    "html",
    seeds: [
      "<!DOCTYPE html><html><head><title>T</title><meta charset=utf-8><style>a</style></head><body>"
        + "<h1>A</h1><ul><li><input type=checkbox checked>b<ul><li>\u{2610} c</ul><li>[x] d</ul>",
      "<p>\u{2611} <strong>T</strong> (2026-11-25 14:30, a)</p><ul><li>\u{2610} b</li></ul><p>c",
      "<blockquote>a<pre>\nb\n ```c</pre></blockquote><ol><li>d<p>e</ol><table><tr><td>f<td>g</table>",
      "<a href='https://e.org/?a=(b)&amp;c;'>*d* _e_ &lt;f&gt;!</a><img src=x alt='[g](h)'><br><br>1. i",
    ],
    maxLength: 600,
    dictionary: [
      "<ul>", "<li>", "</ul>", "<ol>", "<p>", "<br>", "<h2>", "<pre>", "</pre>", "<b>", "</b>",
      "<a href='https://a'>", "</a>", "<input type=checkbox>", "<blockquote>", "<table>", "<tr>",
      "<td>", "<img alt='a' src='http://b'>", "&amp;", "&lt;", "&#42;", "&nbsp;", "<!--", "-->",
      "<script>", "</script>", "<title>", "<meta charset=", "\u{2610} ", "\u{2611} ", "[x] ", "\\",
      "* ", "_", "`", "~~~", "|", "|-|", "# ", "> ", "1. ", "---", "===", "![", "](", "<html a=b>",
    ]
  ) { bytes throws(BrokenPromise) in
    if let read = try? BoardImport(html: bytes, title: "Import") {
      try promiseListsForAStore(read)
    }
    guard let page = try? HTMLPage(bytes) else { return }
    let markdown = page.blocks.markdown
    guard let again = try? HTMLPage(text: MarkdownPage(markdown).html) else {
      throw BrokenPromise(description: "“\(markdown)” is no page")
    }
    let (words, read) = (Self.words(page), Self.words(again))
    try promise(words == read, "\(words) are \(read) after “\(markdown)”")
  }

  /// Without blanks, and what stands for boxes.
  private static func words(_ page: HTMLPage) -> String {
    let scalars = page.blocks.flatMap(\.words).joined().unicodeScalars
      .filter { !$0.properties.isWhitespace }
    let words = scalars.replacing("[x]".unicodeScalars, with: [])
      .replacing("[]".unicodeScalars, with: [])
    return String(String.UnicodeScalarView(words))
  }

  private static func promiseListsForAStore(_ read: BoardImport) throws(BrokenPromise) {
    for list in read.lists {
      try promise(!CardText.line(list.title).isEmpty, "a list has no title")
      for card in list.cards {
        try promise(!card.title.isEmpty, "a card has no title")
        let words = CardText(title: card.title, text: card.text).whole
        try promise(
          (try? card.representations[0].content.bytes()) == Array(words.utf8),
          "it offers other words than it shows")
        let page = MarkdownPage(card.text).html
        try promise(!page.contains("<img") && !page.contains("<!--"), "it loads, or leaves out")
        try promise(
          (try? card.details.checked()) == card.details, "\(card.details) are not as they are kept")
      }
    }
    try promise(
      read.left.allSatisfy { Printable.line($0) == $0 }, "a line is not for people: \(read.left)")
  }

  /// Text and links in any charset: the charset's name, a NUL, and the bytes; and the cards that become of them.
  static let text = FuzzTarget(
    "text",
    seeds: ["utf-8|A\nB", "utf-16|\u{FEFF}a", "iso-8859-15|x", "|https://example.org/\nTitle"],
    maxLength: 300,
    dictionary: [
      "utf-8", "utf-16", "utf-16le", "utf-32", "utf-7", "us-ascii", "iso-8859-1", "windows-1252",
      "koi8-r", "shift_jis", "euc-jp", "iso-2022-jp", "gb18030", "big5", "\u{FEFF}", "https://",
    ]
  ) { bytes throws(BrokenPromise) in
    var input = FuzzInput(bytes)
    let charset = input.text()
    let content = Array(input.rest)
    _ = Charset.decode(content, charset.isEmpty ? nil : charset)
    _ = Charset.decode(cut: content, charset)
    if let link = Link(content) {
      try promise(link.uri.unicodeScalars.contains(":"), "“\(link.uri)” is no address")
      try promise(!link.title.contains(where: \.isNewline), "“\(link.title)” is no line")
    }
    // Types come from the bus, where they are valid.
    let plain = MIMEType("text/plain;charset=\(charset)") ?? .utf8Text
    let types = [
      plain.description, Link.type, BoardImport.calendarType, "application/octet-stream",
    ]
    for type in types {
      let item = IncomingItem(representations: [(type, .bytes(content))])
      for card in (try? CardReader().cards(from: item)) ?? [] {
        try promise(!card.title.contains(where: \.isNewline), "“\(card.title)” is no line")
      }
    }
  }

  private static let jsonWords = [
    "\\u0000", "\\ud83d\\ude00", "\\ud800", "\\\"", "1e-400", "1e400", "-0", "0.1", "true", "false",
    "null", "\u{FEFF}",
  ]
}
