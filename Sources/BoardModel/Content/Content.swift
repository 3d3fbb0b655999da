/// The bytes of one representation, wherever they are.
package enum Content: Sendable {
  /// In memory.
  case bytes([UInt8])
  /// In somebody else's file, which is copied before it becomes part of a card.
  case file(path: String, size: Int)
  /// On the store's own disk already, and synced.
  case staged(StagedFile)

  /// How many bytes there are.
  package var size: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let size): size
    case .staged(let file): file.size
    }
  }

  /// The file, where there is one.
  package var path: String? {
    switch self {
    case .bytes: nil
    case .file(let path, _): path
    case .staged(let file): file.path
    }
  }

  /// The content in memory.
  ///
  /// - Throws: `invalid` when there are more bytes than `limit`; `unreadable`.
  package func bytes(atMost limit: Int = .max) throws(BoardError) -> [UInt8] {
    guard size <= limit else {
      throw .invalid(
        field: "content", reason: "\(size) bytes are too many; \(limit) at most can be read here")
    }
    switch self {
    case .bytes(let bytes): return bytes
    case .file(let path, _): return try OpenFile(reading: path).readAll(limit: limit)
    case .staged(let file): return try OpenFile(reading: file.path).readAll(limit: limit)
    }
  }

  /// The first bytes, as many as there are.
  func start(_ count: Int) throws(BoardError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): Array(bytes.prefix(count))
    case .file(let path, _): try OpenFile(reading: path).read(count)
    case .staged(let file): try OpenFile(reading: file.path).read(count)
    }
  }

  /// Calls `body` with the bytes, piece by piece; so large content never is in memory as a whole.
  package func forEachPiece(
    _ body: (ArraySlice<UInt8>) throws(BoardError) -> Void
  ) throws(BoardError) {
    switch self {
    case .bytes(let bytes): try body(bytes[...])
    case .file(let path, _): try OpenFile(reading: path).forEachPiece(body)
    case .staged(let file): try OpenFile(reading: file.path).forEachPiece(body)
    }
  }

  /// A file of somebody else's.
  ///
  /// - Throws: `unreadable`, also for what is no regular file.
  package static func file(at path: String) throws(BoardError) -> Content {
    .file(path: path, size: try OpenFile(reading: path).size())
  }
}
