/// A value that has a file name for destinations that save it.
public protocol SuggestingName {
  /// A file name for the value: one path component, at most 255 bytes; by default there is none.
  var suggestedName: String? { get }
}

extension SuggestingName {
  /// None.
  public var suggestedName: String? { nil }
}

/// A type whose values can be offered, like Apple's `NSItemProviderWriting`.
public protocol RepresentationWriting: SuggestingName, Sendable {
  /// The MIME types that a value can be written as, from the highest fidelity to the lowest.
  static var writableTypes: [String] { get }

  /// The programs that may see a representation. The default is every program.
  static func visibility(of type: String) -> ItemProvider.Visibility

  /// Writes the value as one of ``writableTypes``. The task is cancelled when the destination no longer wants it. The
  /// destination gets the message of a thrown ``DragError``; of any other error it learns only that the source failed.
  func write(as type: String, to writer: RepresentationWriter) async throws
}

extension RepresentationWriting {
  /// Every program.
  public static func visibility(of type: String) -> ItemProvider.Visibility { .all }
}

extension String: RepresentationWriting {
  /// `text/plain;charset=utf-8`.
  public static var writableTypes: [String] { ["text/plain;charset=utf-8"] }

  /// Writes the text in UTF-8.
  public func write(as type: String, to writer: RepresentationWriter) async throws {
    try await writer.write(self)
  }
}
