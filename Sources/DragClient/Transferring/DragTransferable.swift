/// A type whose values are offered and loaded by one declaration, like Apple's `Transferable`.
///
/// ```swift
/// struct Note: DragTransferable {
///   var title: String
///   var text: String
///
///   static var transferRepresentations: [TransferRepresentation<Note>] {
///     [
///       .data("text/markdown") { note in Array("# \(note.title)\n\n\(note.text)".utf8) } importing: { bytes in
///         try Note(markdown: bytes)
///       },
///       .proxy { note in note.text } importing: { text in Note(title: "", text: text) },
///     ]
///   }
/// }
///
/// let offering = try await client.offer([note])
/// let notes = try await client.find(["text/markdown"]).load(as: Note.self)
/// ```
public protocol DragTransferable: SuggestingName, Sendable {
  /// The ways to express a value, from the highest fidelity to the lowest.
  static var transferRepresentations: [TransferRepresentation<Self>] { get }
}

extension DragTransferable {
  /// Patterns of the types that a value can be loaded from, best first: what a target of such values takes.
  public static var loadableTypes: [String] {
    transferRepresentations.flatMap(\.imports).map(\.type)
  }
}

extension String: DragTransferable {
  /// Text in UTF-8, which dragd holds; any plain text can be loaded.
  public static var transferRepresentations: [TransferRepresentation<String>] {
    [
      .held("text/plain;charset=utf-8") { Array($0.utf8) },
      .file("text/plain;charset=utf-8") { try await String(content: $0) },
      .file("text/plain") { try await String(content: $0) },
    ]
  }

  private init(content: LoadedRepresentation) async throws {
    try self.init(representation: try await content.bytes(), type: content.type)
  }
}

extension Array: SuggestingName where Element == UInt8 {}

extension Array: DragTransferable where Element == UInt8 {
  /// Bytes of no known type, which dragd holds; any type can be loaded.
  public static var transferRepresentations: [TransferRepresentation<[UInt8]>] {
    [.held("application/octet-stream") { $0 }, .data("*/*", importing: { $0 })]
  }
}
