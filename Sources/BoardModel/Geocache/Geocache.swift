internal import DragModel
internal import Foundation
internal import Translations

/// The content of `application/x-geocache`.
///
/// It is UTF-8 JSON: `{"name": string, "summary": string, "latitude": number −90…90, "longitude": number −180…180,
/// "image": base64 of a PNG, optional}`. Other members are kept, and written back as they were.
package struct Geocache: Equatable, Sendable {
  /// Its MIME type.
  package static let type = "application/x-geocache"

  package var name: String
  package var summary: String
  package var coordinates: Coordinates
  /// A picture, as PNG.
  package var image: [UInt8]?
  /// The members of the object that this was read from.
  private var origin: [JSON.Member] = []

  package init(
    name: String, summary: String, latitude: Double, longitude: Double, image: [UInt8]? = nil
  ) throws(BoardError) {
    self.name = name
    self.summary = summary
    coordinates = Coordinates(latitude: latitude, longitude: longitude)
    self.image = image
    try check()
  }

  /// Makes a geocache of a text, which becomes the name.
  package init(named text: String) {
    name = CardText.line(text)
    summary = translated("Unknown")
    coordinates = Coordinates(latitude: 0, longitude: 0)
  }

  /// The geocache as plain text: the name, the coordinates and the summary, each on a line.
  package var text: String {
    [name, coordinates.text, summary].filter { !$0.isBlank }
      .joined(separator: "\n")
  }

  /// Checks the fields.
  ///
  /// - Throws: `invalid`.
  package func check() throws(BoardError) {
    try Self.check("latitude", coordinates.latitude, 90)
    try Self.check("longitude", coordinates.longitude, 180)
    if let image { try Self.check(image: image) }
  }

  /// Reads a coordinate as a person types it: degrees with a point or a comma, or, as geocachers write them, “N 54
  /// 10.938” and `54° 10' 56.3" N`.
  ///
  /// - Parameter field: “latitude” or “longitude”.
  /// - Throws: `invalid`.
  package static func coordinate(_ field: String, _ text: String) throws(BoardError) -> Double {
    let isLatitude = field == "latitude"
    guard let value = TypedDegrees.value(text, isLatitude ? ("N", "S") : ("E", "W")) else {
      let example = isLatitude ? "54.1823, N 54 10.938" : "8.5501, E 008 33.006"
      throw .invalid(
        field: field,
        reason: translated(
          "“{text}” are no degrees such as {example}", ["text": text, "example": example]))
    }
    try check(field, value, isLatitude ? 90 : 180)
    return value
  }

  private static func check(
    _ field: String, _ value: Double, _ limit: Double
  ) throws(BoardError) {
    guard value.isFinite, abs(value) <= limit else {
      throw .invalid(
        field: field,
        reason: translated(
          "{value} is not between −{limit} and {limit}", ["value": value, "limit": Int(limit)]))
    }
  }

  /// The largest picture in bytes. Its base64 leaves room for the other members below `largest`, so every geocache that
  /// was kept can be read again.
  package static let largestImage = 32 << 20

  /// Checks that something is a picture for a geocache. Reads all of it.
  ///
  /// - Throws: `invalid`.
  package static func check(image: [UInt8]) throws(BoardError) {
    guard image.count <= largestImage else {
      throw .invalid(
        field: "image",
        reason: translated(
          "its {count} bytes are too many; {limit} at most can be kept",
          ["count": image.count, "limit": largestImage]))
    }
    do throws(BoardError) {
      try PNGFile.check(.bytes(image))
    } catch {
      guard case .malformed(_, let reason) = error else { throw error }
      throw .invalid(
        field: "image", reason: translated("this is not a PNG: {reason}", ["reason": reason]))
    }
  }
}

extension Geocache {
  /// Whether both have the same content, whatever the spelling.
  package static func == (one: Geocache, other: Geocache) -> Bool {
    one.name == other.name && one.summary == other.summary
      && one.coordinates == other.coordinates && one.image == other.image
      && one.unknown == other.unknown
  }

  private var unknown: [JSON.Member] { origin.filter { !Self.members.contains($0.name) } }
}

// MARK: JSON

extension Geocache {
  /// Reads a geocache.
  ///
  /// - Throws: `malformed` for invalid JSON; `invalid` with the field and the reason.
  package init(json bytes: [UInt8]) throws(BoardError) {
    let object = try JSONObject(bytes, as: Self.type)
    let names = object.members.map(\.name)
    for name in Self.members where names.count(where: { $0 == name }) > 1 {
      throw .invalid(field: name, reason: translated("it occurs twice"))
    }
    origin = object.members
    name = try object.string("name")
    summary = try object.string("summary")
    coordinates = Coordinates(
      latitude: try object.number("latitude"),
      longitude: try object.number("longitude"))
    if object.has("image") { image = try Self.decode(base64: try object.string("image")) }
    try check()
  }

  /// Decodes base64 (RFC 4648, section 4) and ignores white space: some programs break its lines.
  private static func decode(base64 text: String) throws(BoardError) -> [UInt8] {
    guard text.utf8.allSatisfy({ isBase64($0) }),
      let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
    else { throw .invalid(field: "image", reason: translated("this is not base64")) }
    return [UInt8](data)
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "A"..."Z", "a"..."z", "0"..."9", "+", "/", "=", " ", "\t", "\n", "\r": true
    case _: false
    }
  }

  private static let members = ["name", "summary", "latitude", "longitude", "image"]

  /// The geocache as JSON: every other member as it was, in its place.
  package var json: [UInt8] {
    var members = origin
    var values: [(String, JSON?)] = [
      ("name", .string(name)), ("summary", .string(summary)),
      ("latitude", .number(coordinates.latitude)),
      ("longitude", .number(coordinates.longitude)), ("image", nil),
    ]
    if let image { values[4].1 = .string(Data(image).base64EncodedString()) }
    for (name, value) in values {
      let index = members.firstIndex { $0.name == name }
      switch (index, value) {
      case (let index?, let value?):
        // An unchanged member keeps its spelling.
        if !Self.isSame(members[index].value, value) { members[index].value = value }
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(JSON.Member(name, value))
      case (nil, nil): break
      }
    }
    return Array((JSON.object(members).text(.spaced, escapesHostile: false) + "\n").utf8)
  }

  private static func isSame(_ one: JSON, _ other: JSON) -> Bool {
    if case .number(let one) = one, case .number(let other) = other {
      return Double(one) == Double(other)
    }
    return one == other
  }
}
