internal import DragModel
internal import DragSystem
internal import Foundation
internal import Translations

/// GPX (version 1.1): geocaches as waypoints.
package enum GPX {
  /// Its MIME type.
  package static let type = "application/gpx+xml"

  /// Reads the waypoints of a file; none where it has only tracks or routes.
  ///
  /// - Throws: `malformed` for invalid GPX, `invalid` with the field and the reason.
  package static func waypoints(_ bytes: [UInt8]) throws(BoardError) -> [Geocache] {
    var reading = WaypointReading()
    try mapError { () throws(XMLReader.Failure) in
      try XMLReader.read(bytes) { reading.accept($0) }
    } to: {
      BoardError.malformed(
        type: type,
        reason: translated("{reason}, in line {line}", ["reason": $0.reason, "line": $0.line]))
    }
    if let failure = reading.failure { throw failure }
    return reading.found
  }

  /// Writes one geocache as a file, without its picture and without members that only JSON has.
  package static func file(_ geocache: Geocache) -> [UInt8] {
    let place = geocache.coordinates
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="dragboard" xmlns="http://www.topografix.com/GPX/1/1">
        <wpt lat="\(decimal(place.latitude))" lon="\(decimal(place.longitude))">
          <name>\(escaped(geocache.name))</name>
          <desc>\(escaped(geocache.summary))</desc>
        </wpt>
      </gpx>

      """
    return Array(text.utf8)
  }

  /// Writes a number without an exponent, because decimals of XML Schema have none. Swift writes the shortest digits
  /// that give the number, and an exponent for numbers below 0.0001.
  private static func decimal(_ value: Double) -> String {
    let parts = "\(value)".split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]), exponent < 0 else { return "\(value)" }
    let digits = parts[0].filter(\.isNumber)
    let zeros = String(repeating: "0", count: -exponent - 1)
    return (value < 0 ? "-0." : "0.") + zeros + digits
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.escapedForMarkup().unicodeScalars {
      switch scalar {
      // Otherwise a parser would read it as a line feed.
      case "\r": escaped += "&#13;"
      // XML 1.0 cannot express these characters.
      case _ where scalar.value < 0x20 && scalar != "\n" && scalar != "\t",
        "\u{FFFE}", "\u{FFFF}":
        escaped += "\u{FFFD}"
      case _: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// Makes geocaches of the elements of a GPX file.
private struct WaypointReading {
  private(set) var found: [Geocache] = []
  /// The first mistake in the content, which ends the reading.
  private(set) var failure: BoardError?
  /// The names of the open elements.
  private var path: [String] = []
  /// The attributes of the current waypoint.
  private var place: [String: String] = [:]
  /// The text of each element in the current waypoint.
  private var words: [String: String] = [:]

  /// - Returns: whether to go on.
  mutating func accept(_ event: XMLReader.Event) -> Bool {
    do throws(BoardError) {
      try read(event)
      return true
    } catch {
      failure = error
      return false
    }
  }

  private mutating func read(_ event: XMLReader.Event) throws(BoardError) {
    switch event {
    case .start(let name, let attributes):
      if path.isEmpty, name != "gpx" {
        throw .malformed(
          type: GPX.type, reason: translated("it begins with <{name}>, not <gpx>", ["name": name]))
      }
      path.append(name)
      if path == ["gpx", "wpt"] { (place, words) = (attributes, [:]) }
    case .text(let text):
      if path.count == 3, path.starts(with: ["gpx", "wpt"]) { words[path[2], default: ""] += text }
    case .end:
      if path == ["gpx", "wpt"] {
        found.append(try geocache())
        try NewCard.check(count: found.count)
      }
      path.removeLast()
    }
  }

  private func geocache() throws(BoardError) -> Geocache {
    let name = words["name"].map(CardText.line) ?? ""
    let summary = (words["desc"] ?? words["cmt"] ?? "").trimmed
    return try Geocache(
      name: name.isEmpty ? translated("Waypoint") : name, summary: summary,
      latitude: try degrees("latitude", place["lat"]),
      longitude: try degrees("longitude", place["lon"]))
  }

  private func degrees(_ field: String, _ text: String?) throws(BoardError) -> Double {
    guard let text else { throw .invalid(field: field, reason: translated("it is missing")) }
    return try Geocache.coordinate(field, text)
  }
}
