internal import BoardModel
internal import GtkKit

/// Reads what the display server brings from another program. It may end early without saying so, hence the checks in
/// ``CardReading``.
enum StreamReading {
  private static let chunk = 1 << 18

  /// The cards in a drop or on the clipboard.
  static func cards(
    from source: any IncomingContent, _ staging: Staging, _ placeholder: Placeholder? = nil
  ) async throws -> [NewCard] {
    let wanted = CardReading.wanted(of: source.types)
    guard !wanted.isEmpty else {
      throw BoardError.invalid(field: "drop", reason: "it has nothing that can be read")
    }
    var contents: [(type: String, content: Content)] = []
    for type in wanted {
      contents.append((type, try await content(type, from: source, staging, placeholder)))
    }
    return try await CardReading.cards(name: nil, contents, staging)
  }

  private static func content(
    _ type: String, from source: any IncomingContent, _ staging: Staging,
    _ placeholder: Placeholder?
  ) async throws -> Content {
    let (stream, _) = try await source.read([type], within: DropTaking.patience)
    defer { stream.close() }
    var bytes: [UInt8] = []
    var file: StagedWriting?
    while true {
      let piece = try await stream.read(upTo: chunk, within: DropTaking.patience)
      if piece.isEmpty { break }
      placeholder?.report(nil)
      if let file {
        try await file.write(piece)
      } else if bytes.count + piece.count > Staging.threshold {
        let new = try StagedWriting(staging)
        try await new.write(bytes + piece)
        bytes = []
        file = new
      } else {
        bytes += piece
      }
    }
    if let file { return .staged(try await file.finish()) }
    return .bytes(bytes)
  }
}
