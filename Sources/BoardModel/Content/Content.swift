package import FolderArchive
internal import Translations

/// The bytes of one representation, in memory or in a file.
package enum Content: Sendable {
  /// In memory.
  case bytes([UInt8])
  /// In a file of another program; the store copies it before it becomes part of a card.
  case file(path: String, size: Int)
  /// The archive of a folder of another program; the store makes it before it becomes part of a card.
  case folder(FolderSnapshot)
  /// In a file of the store, synced.
  case staged(StagedFile)

  /// The size in bytes.
  package var size: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let size): size
    case .folder(let folder): Int(clamping: folder.archiveSize)
    case .staged(let file): file.size
    }
  }

  /// The path of the file; nil for content in memory.
  package var path: String? {
    switch self {
    case .bytes, .folder: nil
    case .file(let path, _): path
    case .staged(let file): file.path
    }
  }

  /// Reads the content into memory.
  ///
  /// - Throws: `invalid` for more bytes than `limit`; `unreadable`.
  package func bytes(atMost limit: Int = .max) throws(BoardError) -> [UInt8] {
    guard size <= limit else {
      throw .invalid(
        field: "content",
        reason: translated(
          "{size} bytes are too many; {limit} at most can be read here",
          ["size": size, "limit": limit]))
    }
    switch self {
    case .bytes(let bytes): return bytes
    case .file(let path, _): return try OpenFile(reading: path).readAll(limit: limit)
    case .folder: return try allPieces()
    case .staged(let file): return try OpenFile(reading: file.path).readAll(limit: limit)
    }
  }

  /// The first bytes; fewer where the content is shorter.
  func start(_ count: Int) throws(BoardError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): Array(bytes.prefix(count))
    case .file(let path, _): try OpenFile(reading: path).read(count)
    case .folder(let folder): try folder.start(count)
    case .staged(let file): try OpenFile(reading: file.path).read(count)
    }
  }

  /// Calls `body` with the bytes, piece by piece: large content is never in memory as a whole.
  package func forEachPiece(
    _ body: (ArraySlice<UInt8>) throws(BoardError) -> Void
  ) throws(BoardError) {
    switch self {
    case .bytes(let bytes): try body(bytes[...])
    case .file(let path, _): try OpenFile(reading: path).forEachPiece(body)
    case .folder(let folder):
      try folder.forEachPiece { piece throws(BoardError) in try body(piece[...]) }
    case .staged(let file): try OpenFile(reading: file.path).forEachPiece(body)
    }
  }

  private func allPieces() throws(BoardError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachPiece { piece throws(BoardError) in bytes += piece }
    return bytes
  }

  /// Content in a file of another program.
  ///
  /// - Throws: `unreadable`, also for anything but a regular file.
  package static func file(at path: String) throws(BoardError) -> Content {
    .file(path: path, size: try OpenFile(reading: path).size())
  }
}
