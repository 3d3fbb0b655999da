import BoardModel
import Foundation
import Testing

@Suite struct GeocacheTests {
  private let text =
    #"{"name": "Lighthouse", "summary": "Third step", "latitude": 54.1823, "longitude": 12.0846}"#

  private func read(_ text: String) throws(BoardError) -> Geocache {
    try Geocache(json: Array(text.utf8))
  }

  private func written(_ geocache: Geocache) -> String {
    String(decoding: geocache.json, as: UTF8.self)
  }

  @Test func `every field is read`() throws {
    let image = Data(Pictures.pixel).base64EncodedString()
    let geocache = try read(text.dropLast() + ", \"image\": \"\(image)\"}")
    #expect(geocache.name == "Lighthouse")
    #expect(geocache.summary == "Third step")
    #expect(geocache.coordinates == Coordinates(latitude: 54.1823, longitude: 12.0846))
    #expect(geocache.image == Pictures.pixel)
  }

  @Test func `what was not changed is written as it was`() throws {
    let odd = """
      {"extra": {"b": [1.50, null], "a": 1e3}, "longitude": 12.50, "name": "A", "summary": "",
       "latitude": -0.0, "id": 12345678901234567890}
      """
    #expect(
      written(try read(odd)) == """
        {"extra": {"b": [1.50, null], "a": 1e3}, "longitude": 12.50, "name": "A", "summary": "", \
        "latitude": -0.0, "id": 12345678901234567890}

        """)
  }

  @Test func `unknown members stay when others change`() throws {
    var geocache = try read(text.dropLast() + #", "difficulty": 4.5, "owner": {"id": 7}}"#)
    geocache.name = "Tower \"B\""
    geocache.coordinates.latitude = 10
    geocache.image = Pictures.pixel
    let again = try Geocache(json: geocache.json)
    #expect(again == geocache)
    #expect(written(again).contains(#""name": "Tower \"B\"""#))
    #expect(written(again).contains(#""latitude": 10,"#))
    #expect(written(again).contains(#""difficulty": 4.5, "owner": {"id": 7}"#))
    geocache.image = nil
    #expect(!written(geocache).contains("image"))
  }

  @Test(arguments: [
    (#"{"summary": "", "latitude": 1, "longitude": 1}"#, "name", "it is missing"),
    (
      #"{"name": 5, "summary": "", "latitude": 1, "longitude": 1}"#, "name",
      "it is a number, not a string"
    ),
    (#"{"name": "a", "latitude": 1, "longitude": 1}"#, "summary", "it is missing"),
    (
      #"{"name": "a", "summary": null, "latitude": 1, "longitude": 1}"#, "summary",
      "it is null, not a string"
    ),
    (#"{"name": "a", "summary": "", "longitude": 1}"#, "latitude", "it is missing"),
    (
      #"{"name": "a", "summary": "", "latitude": "1", "longitude": 1}"#, "latitude",
      "it is a string, not a number"
    ),
    (
      #"{"name": "a", "summary": "", "latitude": 90.1, "longitude": 1}"#, "latitude",
      "90.1 is not between −90 and 90"
    ),
    (
      #"{"name": "a", "summary": "", "latitude": 1e999, "longitude": 1}"#, "latitude",
      "inf is not between −90 and 90"
    ),
    (
      #"{"name": "a", "summary": "", "latitude": 1, "longitude": -180.5}"#, "longitude",
      "-180.5 is not between −180 and 180"
    ),
    (#"{"name": "a", "summary": "", "latitude": 1}"#, "longitude", "it is missing"),
    (
      #"{"name": "a", "summary": "", "latitude": 1, "longitude": 1, "image": 1}"#, "image",
      "it is a number, not a string"
    ),
    (
      #"{"name": "a", "summary": "", "latitude": 1, "longitude": 1, "image": "AA=A"}"#, "image",
      "this is not base64"
    ),
    (
      #"{"name": "a", "summary": "", "latitude": 1, "longitude": 1, "image": "R0lGODlh"}"#, "image",
      "this is not a PNG: it ends too early"
    ),
    (
      #"{"name": "a", "name": "b", "summary": "", "latitude": 1, "longitude": 1}"#, "name",
      "it occurs twice"
    ),
  ])
  func `what is invalid is refused with the field and the reason`(
    text: String, field: String, reason: String
  ) {
    #expect(error { _ = try read(text) } == .invalid(field: field, reason: reason))
  }

  @Test(arguments: [
    ("", "it ends too early, at byte 0"), ("[1]", "it is an array, not an object"),
    (#"{"name": "a", "#, "it ends too early, at byte 14"),
  ])
  func `what is no JSON object is refused`(text: String, reason: String) {
    #expect(error { _ = try read(text) } == .malformed(type: Geocache.type, reason: reason))
  }

  @Test func `in base64 white space counts for nothing, and nothing else is passed over`() throws {
    let letters = Data(Pictures.pixel).base64EncodedString()
    let lines = "\(letters.prefix(20))\\r\\n \\t\(letters.dropFirst(20))"
    #expect(try read(text.dropLast() + ", \"image\": \"\(lines)\"}").image == Pictures.pixel)
    for other in ["!!", "!!!!", "é", #"\u0000"#, "-_"] {
      #expect(
        error { _ = try read(text.dropLast() + ", \"image\": \"\(other)\(letters)\"}") }
          == .invalid(field: "image", reason: "this is not base64"), "\(other)")
    }
  }

  @Test func `a card takes no picture with which it could not be read again`() throws {
    try TestBoard.run { board in
      let card = try #require(try board.add(item(Geocache.type, text.utf8)).first)
      var geocache = try board.store.geocache(of: card)
      geocache.image = [UInt8](repeating: 0, count: Geocache.largestImage + 1)
      #expect(
        error { try board.store.perform(.editGeocache(card, geocache)) }
          == .invalid(
            field: "image",
            reason: "its 33554433 bytes are too many; 33554432 at most can be kept"))
      #expect(try board.store.geocache(of: card).name == "Lighthouse")
    }
  }

  @Test func `the ends of the ranges are valid`() throws {
    let pole = try Geocache(name: "", summary: "", latitude: -90, longitude: 180)
    #expect(try Geocache(json: pole.json) == pole)
    for value in [Double.nan, .infinity, -90.000001] {
      #expect(
        error { _ = try Geocache(name: "", summary: "", latitude: value, longitude: 0) } != nil)
    }
  }

  @Test func `a text becomes the name of a geocache`() {
    let geocache = Geocache(named: " Old\nlighthouse ")
    #expect(geocache.name == "Old lighthouse")
    #expect(geocache.summary == "Unknown")
    #expect(geocache.coordinates == Coordinates(latitude: 0, longitude: 0))
  }

  @Test(arguments: [
    ("54.5", 54.5), (" -3 ", -3), ("−3,25", -3.25), ("+9e1", 90), ("N 47 12.345", 47.20575),
    ("n47° 12,345'", 47.20575), ("47° 12.345 S", -47.20575), ("-47 12.345", -47.20575),
    ("N 47° 12' 20.7\"", 47.20575), ("S 0 30", -0.5), ("-0 30", -0.5), ("S 3.5", -3.5),
  ])
  func `coordinates are read as people type them`(text: String, value: Double) throws {
    #expect(try Geocache.coordinate("latitude", text) == value)
  }

  @Test(arguments: [
    "", "north", "0x10", "nan", "inf", "1.2.3", "N", "E 47 12.3", "N -47", "47 60", "47.5 12",
    "47 12 5 3", "N 47 12.345 S",
  ])
  func `what is no number of degrees is refused`(text: String) {
    #expect(
      error { _ = try Geocache.coordinate("latitude", text) }
        == .invalid(
          field: "latitude", reason: "“\(text)” are no degrees such as 54.1823, N 54 10.938")
    )
  }

  @Test(arguments: [
    ("N 47° 12.345 E 008° 33.123", "N 47° 12.345", "E 008° 33.123"),
    ("47 12.345 S, 8 33.1 W", "47 12.345 S", "8 33.1 W"), ("47.5, 8.25", "47.5", "8.25"),
    ("47.5,8.25", "47.5", "8.25"), ("47,5; 8,25", "47,5", "8,25"),
    ("N 47 12.345 E", nil, nil), ("N 47 8.5 E", nil, nil),
    ("47,5", nil, nil), ("N 47 12.345", nil, nil), ("a, b", nil, nil), ("47.5, N 8", nil, nil),
  ])
  func `both coordinates are read from one text`(
    text: String, latitude: String?, longitude: String?
  ) {
    let pair = TypedDegrees.pair(text)
    #expect(pair?.latitude == latitude && pair?.longitude == longitude)
  }

  @Test func `texts have all digits of a place`() {
    #expect(
      Coordinates(latitude: 47.205751234, longitude: -1).text == "47.205751234° N, 1.0000° W")
  }

  @Test func `a longitude may be larger than a latitude`() throws {
    #expect(try Geocache.coordinate("longitude", "179") == 179)
    #expect(
      error { _ = try Geocache.coordinate("latitude", "91") }
        == .invalid(field: "latitude", reason: "91.0 is not between −90 and 90"))
  }
}
