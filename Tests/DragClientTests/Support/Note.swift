import DragClient

/// A type of the program's own, in two representations.
struct Note: RepresentationWriting, RepresentationReading, Equatable {
  var title: String
  var stars: Int

  static let type = "application/x-note"
  static var writableTypes: [String] { [type, "text/plain;charset=utf-8"] }
  static var readableTypes: [String] { [type] }

  struct Malformed: Error {}

  init(title: String, stars: Int) {
    self.title = title
    self.stars = stars
  }

  var suggestedName: String? { "\(title).note" }

  func write(as type: String, to writer: RepresentationWriter) async throws {
    try await writer.write(type == Self.type ? "\(stars) \(title)" : title)
  }

  init(representation bytes: [UInt8], type: String) throws {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let stars = Int(parts[0]) else { throw Malformed() }
    self.init(title: String(parts[1]), stars: stars)
  }
}

extension ItemProvider {
  /// A text, held by dragd.
  init(text: String, name: String? = nil) {
    self.init(suggestedName: name)
    register("text/plain;charset=utf-8", bytes: Array(text.utf8))
  }

  /// Content that is made on demand.
  init(
    lazy type: String = "application/octet-stream", size: UInt64? = nil,
    _ produce: @escaping @Sendable (RepresentationWriter) async throws -> Void
  ) {
    self.init()
    register(type, size: size, produce)
  }
}
