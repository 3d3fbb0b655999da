internal import BoardModel
internal import GtkKit
internal import Translations

/// Reads content of another program from the display server. The stream of a killed source may end early without an
/// error, hence the checks in ``CardImport``.
enum IncomingReader {
  private static let chunk = 1 << 18

  /// Makes cards of a drop or the clipboard.
  ///
  /// - Parameters:
  ///   - isMove: whether the source will delete its card: then all representations are required.
  ///   - reader: makes the cards.
  static func cards(
    from source: any IncomingContent, _ staging: Staging, _ placeholder: Placeholder? = nil,
    isMove: Bool = false, by reader: CardReader = CardReader()
  ) async throws -> [NewCard] {
    let types = source.types
    let description = try await description(in: source, staging)
    if let description { placeholder?.name = description.name ?? description.title }
    let wanted = try WantedTypes.sources(of: types, describedBy: description, isMove: isMove)
    guard !wanted.isEmpty else {
      throw BoardError.invalid(
        field: translated("drop"), reason: translated("nothing in it can be read"))
    }
    var contents: [(type: String, content: Content)] = []
    for one in wanted {
      let content = try await one.content {
        try await Self.content($0, from: source, staging, placeholder)
      }
      if let content { contents.append((one.type, content)) }
    }
    return try await CardImport.cards(
      name: nil, contents, staging, describedBy: description, by: reader
    ) { placeholder?.report($0) }
  }

  /// The description of another board's card; nil for other content.
  private static func description(
    in source: any IncomingContent, _ staging: Staging
  ) async throws -> CardDescription? {
    guard source.types.contains(CardDescription.type) else { return nil }
    let content = try await content(CardDescription.type, from: source, staging, nil)
    return try await CardImport.description(content)
  }

  private static func content(
    _ type: String, from source: any IncomingContent, _ staging: Staging,
    _ placeholder: Placeholder?
  ) async throws -> Content {
    let (stream, _) = try await source.read([type], within: InputStream.silenceLimit)
    defer { stream.close() }
    var bytes: [UInt8] = []
    var file: StagingWriter?
    while true {
      let piece = try await stream.read(upTo: chunk, within: InputStream.silenceLimit)
      if piece.isEmpty { break }
      try Task.checkCancellation()
      placeholder?.report(nil)
      if let file {
        try await file.write(piece)
      } else if bytes.count + piece.count > Staging.threshold {
        let new = try StagingWriter(staging)
        try await new.write(bytes + piece)
        bytes = []
        file = new
      } else {
        bytes += piece
      }
    }
    if let file { return .staged(try await file.seal()) }
    return .bytes(bytes)
  }
}

/// Writes large content into the store on another thread.
actor StagingWriter {
  /// Nil once the file is sealed.
  private var writer: StagedWriter?

  init(_ staging: Staging) throws {
    writer = try StagedWriter(staging)
  }

  func write(_ bytes: [UInt8]) throws {
    try writer?.write(bytes)
  }

  /// Ends the file and makes it durable.
  func seal() throws -> StagedFile {
    guard let writer = writer.take() else { preconditionFailure("it was sealed before") }
    return try writer.seal()
  }
}
