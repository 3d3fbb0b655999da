internal import CGtk

/// Content that another program offers by a drop or on the clipboard.
package protocol IncomingContent: AnyObject {
  /// The MIME types on offer, best first.
  var types: [String] { get }

  /// Opens the content in the first of the types that is on offer.
  func read(
    _ types: [String], within limit: Duration
  ) async throws -> (stream: InputStream, type: String)
}

extension IncomingContent {
  /// Reads small content into memory.
  ///
  /// - Throws: ``TooLarge`` for more bytes than the limit; ``GLibError``, ``InputStream/Timeout``.
  package func bytes(
    _ type: String, atMost limit: Int, within silence: Duration
  ) async throws -> [UInt8] {
    let (stream, _) = try await read([type], within: silence)
    defer { stream.close() }
    var bytes: [UInt8] = []
    while true {
      let chunk = try await stream.read(upTo: 1 << 16, within: silence)
      guard !chunk.isEmpty else { return bytes }
      bytes += chunk
      guard bytes.count <= limit else { throw TooLarge(limit: limit) }
    }
  }
}

/// The content has more bytes than the limit.
package struct TooLarge: Error, CustomStringConvertible {
  /// In bytes.
  package let limit: Int
  package var description: String { "there are more than \(limit) bytes" }
}

/// The MIME types of a GdkContentFormats, in its order.
func mimeTypes(of formats: OpaquePointer?) -> [String] {
  guard let formats else { return [] }
  var count: gsize = 0
  guard let types = gdk_content_formats_get_mime_types(formats, &count) else { return [] }
  return (0..<Int(count)).compactMap { types[$0].map { String(cString: $0) } }
}
