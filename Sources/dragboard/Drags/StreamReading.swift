internal import BoardModel
internal import GtkKit

/// Reads what the display server brings from another program. It may end early without saying so, hence the checks in
/// ``CardReading``.
enum StreamReading {
  private static let chunk = 1 << 18

  /// The cards in a drop or on the clipboard.
  ///
  /// - Parameter isMove: whether the source is to delete what it has given away: then a card comes whole or not at all.
  static func cards(
    from source: any IncomingContent, _ staging: Staging, _ placeholder: Placeholder? = nil,
    isMove: Bool = false
  ) async throws -> [NewCard] {
    let types = source.types
    let description = try await description(in: source, staging)
    if let description { placeholder?.name = description.name ?? description.title }
    let wanted = try WantedTypes.sources(of: types, describedBy: description, isMove: isMove)
    guard !wanted.isEmpty else {
      throw BoardError.invalid(field: "drop", reason: "it has nothing that can be read")
    }
    var contents: [(type: String, content: Content)] = []
    for one in wanted {
      let content = try await content(one.offered, from: source, staging, placeholder)
      contents.append((one.type, content))
    }
    return try await CardReading.cards(
      name: nil, contents, staging, describedBy: description
    ) { placeholder?.report($0) }
  }

  /// What a card of another board says of itself; nil for anything else.
  private static func description(
    in source: any IncomingContent, _ staging: Staging
  ) async throws -> CardDescription? {
    guard source.types.contains(CardDescription.type) else { return nil }
    let content = try await content(CardDescription.type, from: source, staging, nil)
    return try await CardReading.description(content)
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
      try Task.checkCancellation()
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
