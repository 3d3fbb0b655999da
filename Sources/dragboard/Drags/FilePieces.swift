internal import Foundation

/// A file, read a piece at a time on whichever thread asks.
enum FilePieces {
  @concurrent static func forEach(
    _ path: String, _ body: @Sendable ([UInt8]) async throws -> Void
  ) async throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {
      try await body([UInt8](piece))
    }
  }
}
