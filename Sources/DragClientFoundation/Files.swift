public import DragClient
public import Foundation

extension ItemProvider {
  /// A provider of a regular file under its own name; dragd infers its type. The file is opened when it is offered.
  ///
  /// - Parameters:
  ///   - url: the file's URL.
  ///   - key: the source's own id of the item.
  /// - Throws: `invalidArguments` for a URL that is not a file's.
  public init(contentsOf url: URL, key: String? = nil) throws(DragError) {
    self.init(suggestedName: url.lastPathComponent, key: key)
    try register(nil, contentsOf: url)
  }

  /// Registers a regular file, like ``DragClient/ItemProvider/register(_:file:visibility:)``.
  ///
  /// - Parameters:
  ///   - type: a MIME type; nil lets dragd infer it.
  ///   - url: the file's URL.
  ///   - visibility: the programs that may see it.
  /// - Throws: `invalidArguments` for a URL that is not a file's.
  public mutating func register(
    _ type: String?, contentsOf url: URL, visibility: Visibility = .all
  ) throws(DragError) {
    register(type, file: try path(of: url), visibility: visibility)
  }
}

extension RepresentationWriter {
  /// Writes the content of a regular file without copying it, like
  /// ``DragClient/RepresentationWriter/write(contentsOf:)-(String)``.
  ///
  /// - Throws: `invalidArguments` for a URL that is not a file's, and what that function throws.
  public func write(contentsOf url: URL) async throws(DragError) {
    try await write(contentsOf: try path(of: url))
  }
}

extension LoadedRepresentation {
  /// Writes the content into a file, like ``DragClient/LoadedRepresentation/save(to:replacing:)``.
  ///
  /// - Parameters:
  ///   - url: the file's URL; its folder must exist.
  ///   - isReplacing: whether a file of that name is replaced.
  /// - Throws: `invalidArguments` for a URL that is not a file's, and what that function throws.
  public func save(to url: URL, replacing isReplacing: Bool = false) async throws(DragError) {
    try await save(to: try path(of: url), replacing: isReplacing)
  }
}

extension LoadedRepresentation {
  /// Writes the content into a file in a folder, like ``DragClient/LoadedRepresentation/save(into:)-(String)``.
  ///
  /// - Parameter folder: the folder's URL.
  /// - Returns: the URL of the new file.
  /// - Throws: `invalidArguments` for a URL that is not a file's, and what that function throws.
  @discardableResult
  public func save(into folder: URL) async throws(DragError) -> URL {
    URL(filePath: try await save(into: try path(of: folder)))
  }
}

extension Loading {
  /// Loads the content into a file in a folder, like ``DragClient/Loading/save(into:)-(String)``.
  ///
  /// - Parameter folder: the folder's URL.
  /// - Returns: the URL of the new file.
  /// - Throws: `invalidArguments` for a URL that is not a file's, and what that function throws.
  @discardableResult
  public func save(into folder: URL) async throws(DragError) -> URL {
    URL(filePath: try await save(into: try path(of: folder)))
  }

  /// Loads the content into a file, like ``DragClient/Loading/save(to:replacing:)``.
  ///
  /// - Parameters:
  ///   - url: the file's URL; its folder must exist.
  ///   - isReplacing: whether a file of that name is replaced.
  /// - Returns: what was saved.
  /// - Throws: `invalidArguments` for a URL that is not a file's, and what that function throws.
  @discardableResult
  public func save(
    to url: URL, replacing isReplacing: Bool = false
  ) async throws(DragError) -> LoadedRepresentation {
    try await save(to: try path(of: url), replacing: isReplacing)
  }
}

extension OfferedItem {
  /// Loads the item into a file, like ``DragClient/OfferedItem/save(to:_:replacing:options:)``.
  ///
  /// - Parameters:
  ///   - url: the file's URL; its folder must exist.
  ///   - types: patterns, best first; empty for the source's best.
  ///   - isReplacing: whether a file of that name is replaced.
  ///   - options: how long to wait.
  /// - Returns: what was saved.
  /// - Throws: `invalidArguments` for a URL that is not a file's, and what that function throws.
  @discardableResult
  public func save(
    to url: URL, _ types: [String] = [], replacing isReplacing: Bool = false,
    options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> LoadedRepresentation {
    try await save(to: try path(of: url), types, replacing: isReplacing, options: options)
  }
}

func path(of url: URL) throws(DragError) -> String {
  guard url.isFileURL else {
    throw DragError(
      .invalidArguments, "“\(url.absoluteString)” is not a file URL: it must begin with “file:”")
  }
  return url.path(percentEncoded: false)
}
