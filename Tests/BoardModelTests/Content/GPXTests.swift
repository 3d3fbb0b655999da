import BoardModel
import Testing

@Suite struct GPXTests {
  private func read(_ text: String) throws(BoardError) -> [Geocache] {
    try GPX.waypoints(Array(text.utf8))
  }

  @Test func `each waypoint is a geocache`() throws {
    let found = try read(
      """
      <?xml version="1.0"?>
      <!-- exported -->
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1" version="1.1">
        <g:metadata><g:name>Tour</g:name></g:metadata>
        <g:wpt lat="54.1823" lon="12.0846"><g:ele>3</g:ele><g:name>Light &amp; house</g:name>
          <g:cmt>comment</g:cmt><g:desc>Third &#x73;tep</g:desc></g:wpt>
        <g:wpt lon='-7' lat='0.5'><g:name><![CDATA[<Two>]]></g:name><g:cmt>Two</g:cmt></g:wpt>
        <g:wpt lat="1" lon="2"/>
        <g:trk><g:trkseg><g:trkpt lat="9" lon="9"><g:name>no</g:name></g:trkpt></g:trkseg></g:trk>
      </g:gpx>
      """)
    #expect(found.map(\.name) == ["Light & house", "<Two>", "Waypoint"])
    #expect(found.map(\.summary) == ["Third step", "Two", ""])
    #expect(found.map(\.coordinates.latitude) == [54.1823, 0.5, 1])
    #expect(found.map(\.coordinates.longitude) == [12.0846, -7, 2])
  }

  @Test func `what is written is read again`() throws {
    for (name, latitude, longitude) in [
      ("Plain", 54.1823, 12.0846), ("<&\"'>", -90, 180), ("ü ☃", 1e-7, -123.456789012345),
    ] {
      let geocache = try Geocache(
        name: name, summary: "\(name)\nmore", latitude: latitude, longitude: longitude)
      let file = GPX.file(geocache)
      #expect(try GPX.waypoints(file) == [geocache])
      #expect(!String(decoding: file, as: UTF8.self).contains("e-"))
    }
  }

  @Test(arguments: [3.924519594033793e-11, -1e-300, 0.0001, -0.00001, 52.5])
  func `a number is written exactly and without an exponent`(degrees: Double) throws {
    let geocache = try Geocache(name: "Here", summary: "", latitude: degrees, longitude: 0)
    let file = GPX.file(geocache)
    #expect(!String(decoding: file, as: UTF8.self).contains("e-"))
    #expect(try GPX.waypoints(file).map(\.coordinates.latitude) == [degrees])
  }

  @Test func `characters that XML does not have are replaced`() throws {
    let geocache = try Geocache(name: "a\u{1}b", summary: "", latitude: 0, longitude: 0)
    #expect(try GPX.waypoints(GPX.file(geocache)).map(\.name) == ["a\u{FFFD}b"])
  }

  @Test func `the encoding that the file names is used`() throws {
    let text = #"<?xml version="1.0" encoding="ISO-8859-1"?><gpx><wpt lat="1" lon="1"><name>"#
    let bytes = Array(text.utf8) + [0xFC] + Array("</name></wpt></gpx>".utf8)
    #expect(try GPX.waypoints(bytes).map(\.name) == ["ü"])
    let wide = "\u{FEFF}<gpx><wpt lat='1' lon='1'><name>ü</name></wpt></gpx>"
    let words = wide.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(try GPX.waypoints(words).map(\.name) == ["ü"])
  }

  @Test(arguments: [
    (#"<?xml version='1.0' encoding='ISO-8859-1'?>"#, "ü"),
    ("<?xml version='1.0' encoding\n=\n\"windows-1252\" standalone='yes'?>", "ü"),
    // None of these documents declares an encoding, and the byte is invalid in UTF-8.
    (#"<?xml version="1.0"?><!-- encoding="ISO-8859-1" -->"#, nil),
    (#"<?xml noencoding="ISO-8859-1"?>"#, nil), (#"<?xml encoding="ISO 8859-1"?>"#, nil),
    (#"<?xml encoding="ISO-8859-1"#, nil), (#"<?xml encoding=ISO-8859-1?>"#, nil),
    ("\n<?xml version='1.0' encoding='ISO-8859-1'?>", nil),
    ("<?xml version='1.0' encoding='no-such-charset'?>", nil),
  ])
  func `only the declaration names an encoding`(declaration: String, name: String?) throws {
    let text = "\(declaration)<gpx><wpt lat='1' lon='1'><name>"
    let bytes = Array(text.utf8) + [0xFC] + Array("</name></wpt></gpx>".utf8)
    #expect((try? GPX.waypoints(bytes))?.map(\.name) == name.map { [$0] })
  }

  @Test func `a file without waypoints has none`() throws {
    #expect(try read("<gpx><trk/></gpx>") == [])
  }

  @Test(arguments: [
    ("", "it has no element, in line 1"), ("<gpx>", "<gpx> has no end, in line 1"),
    ("<gpx>\n<wpt lat='1' lon='1'>", "<wpt> has no end, in line 2"),
    ("<gpx><wpt lat='1", "it ends too early, in line 1"),
    ("<gpx>\n</wpt>", "the end tag does not match <gpx>, in line 2"),
    ("<html></html>", "it begins with <html>, not <gpx>"),
    ("<gpx/><gpx/>", "something follows its end, in line 1"),
    ("<gpx>&nbsp;</gpx>", "“&nbsp;” is not known, in line 1"),
    ("<gpx>& </gpx>", "it is not well-formed at column 7, in line 1"),
    ("<gpx a></gpx>", "it is not well-formed at column 7, in line 1"),
    ("x<gpx/>", "it is not well-formed at column 2, in line 1"),
    ("<gpx><!-- </gpx>", "it ends too early, in line 1"),
    ("<gpx><!-- a -- b --></gpx>", "it is not well-formed at column 15, in line 1"),
    ("<gpx>&#0;</gpx>", "a character reference names no character of XML, in line 1"),
    ("<gpx a='1' a='2'/>", "an attribute occurs twice, in line 1"),
  ])
  func `what is no GPX is refused with the reason`(text: String, reason: String) {
    #expect(error { _ = try read(text) } == .malformed(type: GPX.type, reason: reason))
  }

  @Test(arguments: [
    ("lon='1'", "latitude: it is missing"), ("lat='1'", "longitude: it is missing"),
    ("lat='91' lon='1'", "latitude: 91.0 is not between −90 and 90"),
    ("lat='1' lon='x'", "longitude: “x” are no degrees such as 8.5501, E 008 33.006"),
  ])
  func `a waypoint without a place is refused by name and line, and no other`(
    attributes: String, reason: String
  ) throws {
    let text = "<gpx>\n<wpt \(attributes)><name>Lost</name></wpt>"
    let line = "the waypoint “Lost” in line 2: \(reason)"
    #expect(
      error { _ = try read("\(text)</gpx>") } == .malformed(type: GPX.type, reason: line))
    let cards = try CardReader().cards(
      from: item(GPX.type, Array("\(text)<wpt lat='1' lon='2'/><wpt lat='3' lon='4'/></gpx>".utf8)))
    #expect(cards.map(\.title) == ["Waypoint", "Waypoint"])
    #expect(cards[0].left == [line])
  }

  /// A comment begins with `<!--` and does not end with the next `>`.
  @Test func `a comment that is its own end is refused`() {
    #expect(error { _ = try read("<gpx><!--></gpx>") } != nil)
    #expect(error { _ = try read("<gpx><!---></gpx>") } != nil)
  }

  @Test func `a character reference has digits only`() {
    for reference in ["&#+65;", "&#x+41;", "&#-65;", "&# 65;", "&#;", "&#x;", "&#1114112;"] {
      #expect(error { _ = try read("<gpx>\(reference)</gpx>") } != nil, "\(reference)")
    }
  }

  @Test func `any charset of the system is read`() throws {
    let text = #"<?xml version="1.0" encoding="Shift_JIS"?><gpx><wpt lat="1" lon="1"><name>"#
    let bytes = Array(text.utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array("</name></wpt></gpx>".utf8)
    #expect(try GPX.waypoints(bytes).map(\.name) == ["日本"])
  }

  private static let several = """
    <?xml version="1.0"?>
    <!-- by hand -->
    <gpx version="1.0" creator="GSAK" xmlns="http://www.topografix.com/GPX/1/0">
    <name>My “export”</name><bounds minlat="52" minlon="5" maxlat="53" maxlon="6"/>
    <wpt lat="52.1" lon="5.2"><time>2026-09-16T08:00:00</time><name>GC0</name><desc>Grün</desc>
      <url>http://coord.info/GC0</url>
      <groundspeak:cache id="9" xmlns:groundspeak="http://www.groundspeak.com/cache/1/0/1">
      <groundspeak:long_description html="False">Bring &amp; share</groundspeak:long_description>
      <groundspeak:encoded_hints>unter</groundspeak:encoded_hints><groundspeak:logs/>
      </groundspeak:cache></wpt>
    <wpt lat="52.3" lon="5.4"/><rte/><trk/><trk/>
    </gpx>
    """

  /// What each of several waypoints keeps.
  private func parts(_ bytes: [UInt8]) throws -> [String] {
    try CardReader().cards(from: item(GPX.type, bytes)).map { card in
      let part = try #require(card.representations.first { $0.type == GPX.type })
      return String(decoding: try part.content.bytes(), as: UTF8.self)
    }
  }

  @Test func `each of several waypoints keeps its own part of the file whole`() throws {
    let parts = try parts(Array(Self.several.utf8))
    let start = try #require(Self.several.firstRange(of: "<wpt")).lowerBound
    let end = try #require(Self.several.firstRange(of: "</wpt>")).upperBound
    #expect(parts[0].contains(Self.several[start..<end]))
    #expect(parts[0].contains("<name>My “export”</name>") && !parts[0].contains("52.3"))
    #expect(parts[1].contains(#"<wpt lat="52.3" lon="5.4"/>"#))
    // Each is a file of one waypoint.
    for (part, latitude) in zip(parts, [52.1, 52.3]) {
      #expect(try read(part).map(\.coordinates.latitude) == [latitude])
    }
    let cards = try CardReader().cards(from: item(GPX.type, Array(Self.several.utf8)))
    #expect(cards[0].left == ["2 tracks", "1 route"])
  }

  @Test(arguments: ["ISO-8859-1", "windows-1252", "UTF-16LE"])
  func `the parts of a file in another encoding are in UTF-8`(encoding: String) throws {
    let text = Self.several.replacing(
      "version=\"1.0\"?>", with: "version=\"1.0\" encoding=\"\(encoding)\"?>"
    )
    .replacing("“export”", with: "export")
    var bytes: [UInt8] = [0xFF, 0xFE]
    if encoding == "UTF-16LE" {
      let text = text.replacing(encoding, with: "UTF-16")
      for unit in text.utf16 { bytes += [UInt8(unit & 255), UInt8(unit >> 8)] }
    } else {
      bytes = text.unicodeScalars.map { UInt8($0.value) }
    }
    let parts = try parts(bytes)
    #expect(parts[0].contains("<desc>Grün</desc>"))
    #expect(try read(parts[0]).map(\.summary) == ["Grün"])
  }

  @Test func `the names of a prefix are those of each part`() throws {
    let text = "<g:gpx xmlns:g='x'><g:wpt lat='1' lon='2'/><g:wpt lat='3' lon='4'/></g:gpx>"
    for part in try parts(Array(text.utf8)) { #expect(try read(part).count == 1) }
  }

  /// A name in front of all waypoints, a copy of which each would have.
  @Test func `parts do not take many times the room of the file`() throws {
    let head = "<gpx><name>\(String(repeating: "x", count: 1 << 20))</name>"
    let text = head + String(repeating: "<wpt lat='1' lon='2'/>", count: 1000) + "</gpx>"
    let cards = try CardReader().cards(from: item(GPX.type, Array(text.utf8)))
    #expect(cards.count == 1000)
    #expect(cards.flatMap(\.representations).map(\.content.size).reduce(0, +) < 4 << 20)
  }

  @Test func `a file larger than a piece is read`() throws {
    let filler = "<!--" + String(repeating: "-x", count: 1 << 20) + "-->"
    let found = try read("<gpx>\(filler)<wpt lat='1' lon='2'><name>A</name></wpt></gpx>")
    #expect(found.map(\.name) == ["A"])
  }

  @Test func `elements are nested up to a limit`() throws {
    func nested(_ depth: Int) -> String {
      "<gpx>" + String(repeating: "<a>", count: depth - 1)
        + String(repeating: "</a>", count: depth - 1) + "</gpx>"
    }
    #expect(try read(nested(256)) == [])
    #expect(
      error { _ = try read(nested(257)) }
        == .malformed(type: GPX.type, reason: "it is nested too deeply, in line 1"))
  }

  @Test func `an entity in an attribute cannot blow a file up`() {
    let steps = (1...40).map { "<!ENTITY e\($0) \"&e\($0 - 1);&e\($0 - 1);&e\($0 - 1);\">" }
    let bomb = """
      <!DOCTYPE gpx [<!ENTITY e0 "aaaaaaaaaa">\(steps.joined())]><gpx a="&e40;"/>
      """
    #expect(
      error { _ = try read(bomb) }
        == .malformed(type: GPX.type, reason: "its entities expand without limit, in line 1"))
  }

  @Test func `no other file is read`() {
    let file = """
      <!DOCTYPE gpx [<!ENTITY other SYSTEM "file:///etc/hostname">]><gpx><wpt lat='1' lon='1'>
      <name>&other;</name></wpt></gpx>
      """
    #expect(
      error { _ = try read(file) }
        == .malformed(type: GPX.type, reason: "it needs another file, in line 2"))
  }

  @Test func `a document type cannot blow a file up`() {
    let bomb = """
      <!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx><wpt lat='1' lon='1'>
      <name>&b;</name></wpt></gpx>
      """
    #expect(
      error { _ = try read(bomb) }
        == .malformed(type: GPX.type, reason: "“&b;” is not known, in line 2"))
  }
}
