internal import DragModel
internal import DragSystem
internal import Translations

/// The waypoints of a GPX file, each with its own part of the file.
struct GPXFile {
  struct Waypoint {
    let geocache: Geocache
    /// Its element in the file.
    fileprivate let range: Range<Int>
  }

  private(set) var waypoints: [Waypoint] = []
  /// What is no waypoint, and the waypoints without a place, a line for each, for people.
  private(set) var left: [String] = []
  /// The file in UTF-8, to whose bytes the ranges refer.
  private let bytes: [UInt8]
  /// From the first tag to the first waypoint, track or route: names of the file and its namespaces.
  private let head: Range<Int>

  /// Reads a file.
  ///
  /// - Throws: `malformed` for invalid GPX, and where no waypoint is valid.
  init(_ bytes: [UInt8]) throws(BoardError) {
    var reading = WaypointReading()
    // What a waypoint is of is found in UTF-8, whatever the file is in.
    self.bytes = Self.inUTF8(bytes) ?? bytes
    try Self.read(self.bytes, encoding: self.bytes == bytes ? nil : "UTF-8", &reading)
    if let failure = reading.failure { throw failure }
    if reading.found.isEmpty, let refused = reading.refused {
      throw .malformed(type: GPX.type, reason: refused)
    }
    (waypoints, left) = (reading.found, reading.losses.lines)
    head = reading.head
  }

  private static func read(
    _ bytes: [UInt8], encoding: String?, _ reading: inout WaypointReading
  ) throws(BoardError) {
    try mapError { () throws(XMLReader.Failure) in
      try XMLReader.read(bytes, encoding: encoding) { reading.accept($0, $1) }
    } to: {
      BoardError.malformed(
        type: GPX.type,
        reason: translated("{reason}, in line {line}", ["reason": $0.reason, "line": $0.line]))
    }
    reading.end()
  }

  /// A file of which each waypoint is to be read alone; nil where it is in UTF-8.
  private static func inUTF8(_ bytes: [UInt8]) -> [UInt8]? {
    let start = bytes.prefix(1024)
    if UTF16Text.isMarked(bytes) { return Charset.decode(bytes, nil).map { Array($0.utf8) } }
    guard let text = Charset.decode(cut: Array(start), "latin1"),
      let match = text.firstMatch(
        of: /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["'][^>]*\?>/),
      !["utf-8", "utf8"].contains(match.1.lowercased())
    else { return nil }
    return Charset.decode(bytes, String(match.1)).map { Array($0.utf8) }
  }

  /// The most bytes of all files of single waypoints together, for one byte of the file.
  private static let mostGrowth = 4

  /// A file with one of the waypoints, as it was written; nil where the file's names and namespaces are so long that a
  /// copy for each waypoint would be too much.
  func file(of waypoint: Waypoint) -> [UInt8]? {
    let room = max(bytes.count, 1 << 20) * Self.mostGrowth
    guard head.count <= room / max(waypoints.count, 1) else { return nil }
    return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8) + bytes[head]
      + bytes[waypoint.range] + Array("\n\(endTag)\n".utf8)
  }

  /// That of the whole, whose name may have a prefix.
  private var endTag: String {
    let name = bytes[head].dropFirst().prefix { !" \t\r\n>/".utf8.contains($0) }
    return "</\(String(decoding: name, as: UTF8.self))>"
  }
}

/// Makes geocaches of the elements of a GPX file.
private struct WaypointReading {
  private(set) var found: [GPXFile.Waypoint] = []
  private(set) var losses = Losses()
  /// The first mistake that ends the reading.
  private(set) var failure: BoardError?
  /// What is wrong with the first waypoint that is refused.
  private(set) var refused: String?
  private(set) var head = 0..<0
  private var hasHead = false
  /// The names of the open elements.
  private var path: [String] = []
  /// The attributes of the current waypoint.
  private var place: [String: String] = [:]
  private var start = XMLReader.Position(line: 1, bytes: 0..<0)
  /// The text of each element in the current waypoint.
  private var words: [String: String] = [:]
  private var counts = ["rte": 0, "trk": 0]

  /// - Returns: whether to go on.
  mutating func accept(_ event: XMLReader.Event, _ position: XMLReader.Position) -> Bool {
    do throws(BoardError) {
      try read(event, position)
      return true
    } catch {
      failure = error
      return false
    }
  }

  /// Notes what is no waypoint.
  mutating func end() {
    if let count = counts["trk"], count > 0 {
      losses.add(translated(count: count, one: "{count} track", other: "{count} tracks"))
    }
    if let count = counts["rte"], count > 0 {
      losses.add(translated(count: count, one: "{count} route", other: "{count} routes"))
    }
    losses.end()
  }

  private mutating func read(
    _ event: XMLReader.Event, _ position: XMLReader.Position
  ) throws(BoardError) {
    switch event {
    case .start(let name, let attributes):
      if path.isEmpty, name != "gpx" {
        throw .malformed(
          type: GPX.type, reason: translated("it begins with <{name}>, not <gpx>", ["name": name]))
      }
      if path.isEmpty { head = position.bytes }
      path.append(name)
      guard path.count == 2 else { break }
      counts[name]? += 1
      if !hasHead, ["wpt", "rte", "trk"].contains(name) {
        head = head.lowerBound..<position.bytes.lowerBound
        hasHead = true
      }
      if name == "wpt" { (place, words, start) = (attributes, [:], position) }
    case .text(let text):
      if path.count == 3, path.starts(with: ["gpx", "wpt"]) { words[path[2], default: ""] += text }
    case .end:
      if path == ["gpx", "wpt"] { try add(endingAt: position.bytes.upperBound) }
      path.removeLast()
    }
  }

  private mutating func add(endingAt end: Int) throws(BoardError) {
    let name = words["name"].map(CardText.line) ?? ""
    let title = name.isEmpty ? translated("Waypoint") : name
    do throws(BoardError) {
      let geocache = try Geocache(
        name: title, summary: (words["desc"] ?? words["cmt"] ?? "").trimmed,
        latitude: try degrees("latitude", place["lat"]),
        longitude: try degrees("longitude", place["lon"]))
      found.append(GPXFile.Waypoint(geocache: geocache, range: start.bytes.lowerBound..<end))
    } catch {
      let line = translated(
        "the waypoint “{title}” in line {line}: {reason}",
        ["title": title, "line": start.line, "reason": error.message])
      refused = refused ?? line
      losses.add(line)
    }
    try NewCard.check(count: found.count)
  }

  private func degrees(_ field: String, _ text: String?) throws(BoardError) -> Double {
    guard let text else { throw .invalid(field: field, reason: translated("it is missing")) }
    return try Geocache.coordinate(field, text)
  }
}
