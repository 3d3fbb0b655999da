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
  /// - Throws: `malformed` for invalid GPX, and where no waypoint is valid.
  package static func waypoints(_ bytes: [UInt8]) throws(BoardError) -> [Geocache] {
    try GPXFile(bytes).waypoints.map(\.geocache)
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
