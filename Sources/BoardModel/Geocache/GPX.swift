internal import Foundation

/// GPX (version 1.1): geocaches as waypoints.
package enum GPX {
  /// Its MIME type.
  package static let type = "application/gpx+xml"

  /// The waypoints of a file; none when it only has tracks or routes.
  ///
  /// - Throws: `malformed` for what is no GPX, `invalid` with the field and the reason.
  package static func waypoints(_ bytes: [UInt8]) throws(BoardError) -> [Geocache] {
    guard let text = decode(bytes) else {
      throw .malformed(type: type, reason: "it is not in the encoding that it names")
    }
    do {
      return try read(XMLReader(text))
    } catch let error as XMLReader.Failure {
      throw .malformed(type: type, reason: "\(error.reason), in line \(error.line)")
    } catch let error as BoardError {
      throw error
    } catch {
      throw .malformed(type: type, reason: "\(error)")
    }
  }

  /// One geocache as a file of its own. Its picture and what only JSON can say are not in it.
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

  private static func read(_ reader: XMLReader) throws -> [Geocache] {
    var reader = reader
    var path: [String] = []
    var found: [Geocache] = []
    var place: [String: String] = [:]
    var words: [String: String] = [:]
    while let piece = try reader.next() {
      switch piece {
      case .open(let name, let attributes):
        if path.isEmpty, name != "gpx" {
          throw BoardError.malformed(type: type, reason: "it begins with <\(name)>, not <gpx>")
        }
        path.append(name)
        if path == ["gpx", "wpt"] { (place, words) = (attributes, [:]) }
      case .text(let text):
        if path.count == 3, path.starts(with: ["gpx", "wpt"]) {
          words[path[2], default: ""] += text
        }
      case .close:
        if path == ["gpx", "wpt"] { found.append(try geocache(place, words)) }
        path.removeLast()
      }
    }
    return found
  }

  private static func geocache(
    _ place: [String: String], _ words: [String: String]
  ) throws(BoardError) -> Geocache {
    let name = words["name"].map(CardText.line) ?? ""
    let summary = (words["desc"] ?? words["cmt"] ?? "").trimmed
    return try Geocache(
      name: name.isEmpty ? "Waypoint" : name, summary: summary,
      latitude: try degrees("latitude", place["lat"]),
      longitude: try degrees("longitude", place["lon"]))
  }

  private static func degrees(_ field: String, _ text: String?) throws(BoardError) -> Double {
    guard let text else { throw .invalid(field: field, reason: "it is missing") }
    return try Geocache.coordinate(field, text)
  }

  /// In the encoding that the XML declaration names, by default UTF-8.
  private static func decode(_ bytes: [UInt8]) -> String? {
    guard let name = XMLDeclaration.encoding(bytes) else { return Charset.decode(bytes, nil) }
    return Charset.decode(bytes, name == "utf-8" || name.hasPrefix("utf-16") ? nil : name)
  }

  /// Without an exponent, which XML Schema's decimals do not have.
  private static func decimal(_ value: Double) -> String {
    let text = "\(value)"
    guard text.contains("e") else { return text }
    let digits = String(format: "%.17f", value)
    return String(digits.reversed().drop { $0 == "0" }.reversed()) + "0"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\r": escaped += "&#13;"
      // XML 1.0 has no way to write these.
      case _ where character.value < 0x20 && character != "\n" && character != "\t",
        "\u{FFFE}", "\u{FFFF}":
        escaped += "\u{FFFD}"
      case _: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
