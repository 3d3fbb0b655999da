internal import BoardModel
internal import GtkKit

/// A drop that tells what to call the files in it, once their list is read.
final class NamedDrop: IncomingContent {
  private let drop: Drop
  private let onName: @MainActor (String) -> Void
  private static let list = "text/uri-list"
  /// More than that is not read of a list.
  private static let longestList = 16 << 20

  init(_ drop: Drop, _ onName: @escaping @MainActor (String) -> Void) {
    self.drop = drop
    self.onName = onName
  }

  var types: [String] { drop.types }

  func read(
    _ types: [String], within limit: Duration
  ) async throws -> (stream: InputStream, type: String) {
    guard types == [Self.list] else { return try await drop.read(types, within: limit) }
    let bytes = try await drop.bytes(Self.list, atMost: Self.longestList, within: limit)
    if let name = URIList.name(of: bytes) { onName(name) }
    return (InputStream(bytes), Self.list)
  }
}
