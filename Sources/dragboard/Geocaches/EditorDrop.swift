internal import BoardModel
internal import DragClient
internal import GtkKit

/// What a drop on the editor means.
enum EditorDrop {
  case geocache(Geocache)
  case picture([UInt8])

  /// More than that is no geocache and no picture for one.
  private static let largest = 64 << 20
  private static let patience: Duration = .seconds(20)

  /// Reads a drop: through dragd where it has an offer, else from the display server's stream.
  ///
  /// - Throws: `BoardError` with the field and the reason for what is no geocache.
  static func read(_ drop: Drop, _ client: DragClient?) async throws -> EditorDrop {
    if drop.types.contains(CardContent.offerType), let client,
      let path = try? await text(CardContent.offerType, of: drop),
      let item = try? await client.offered(at: path).firstItem()
    {
      guard let type = best(of: item.representations.map(\.type)) else { throw nothing }
      return try make(type, try await item.bytes([type]))
    }
    guard let type = best(of: drop.types) else { throw nothing }
    return try make(type, try await drop.bytes(type, atMost: largest, within: patience))
  }

  /// Whether any of the types could be taken.
  static func canTake(_ types: [String]) -> Bool {
    types.contains(CardContent.offerType) || best(of: types) != nil
  }

  private static func best(of types: [String]) -> String? {
    for wanted in [Geocache.type, GPX.type, "image/png", "image/", "text/plain;charset=utf-8"] {
      if let type = types.first(where: { $0.hasPrefix(wanted) }) { return type }
    }
    return types.first { $0 == "UTF8_STRING" } ?? types.first { $0.hasPrefix("text/plain") }
  }

  private static func make(_ type: String, _ bytes: [UInt8]) throws -> EditorDrop {
    if type.hasPrefix(Geocache.type) { return .geocache(try Geocache(json: bytes)) }
    if type.hasPrefix(GPX.type) {
      guard let first = try GPX.waypoints(bytes).first else {
        throw BoardError.malformed(type: type, reason: "it has no waypoint")
      }
      return .geocache(first)
    }
    if type.hasPrefix("image/") {
      guard let png = type == "image/png" ? bytes : Texture.png(of: bytes) else {
        throw BoardError.malformed(type: type, reason: "it is no picture that can be read")
      }
      return .picture(png)
    }
    return .geocache(Geocache(named: String(decoding: bytes, as: UTF8.self)))
  }

  private static func text(_ type: String, of drop: Drop) async throws -> String {
    let bytes = try await drop.bytes(type, atMost: 4096, within: patience)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static var nothing: BoardError {
    .invalid(field: "drop", reason: "it has neither a geocache nor a picture nor text")
  }
}
