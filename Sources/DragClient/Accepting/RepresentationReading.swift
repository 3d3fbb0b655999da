/// A type whose values can be read from an offered representation, like Apple's `NSItemProviderReading`.
public protocol RepresentationReading: Sendable {
  /// Patterns of the MIME types that a value can be read from, best first.
  static var readableTypes: [String] { get }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - bytes: the complete content.
  ///   - type: its MIME type, with parameters such as a charset.
  init(representation bytes: [UInt8], type: String) throws
}

extension String: RepresentationReading {
  /// `text/plain;charset=utf-8`, then any plain text.
  public static var readableTypes: [String] { ["text/plain;charset=utf-8", "text/plain"] }

  /// Reads UTF-8.
  ///
  /// - Throws: `unreadable` for another charset and for bytes that are not UTF-8.
  public init(representation bytes: [UInt8], type: String) throws {
    let charset = type.split(separator: ";").dropFirst().first { $0.hasPrefix("charset=") }
    let name = charset.map { $0.dropFirst("charset=".count).lowercased() } ?? "utf-8"
    guard ["utf-8", "us-ascii", "utf8"].contains(name),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw DragError(.unreadable, "the \(type) is not text in UTF-8")
    }
    self = text
  }
}
