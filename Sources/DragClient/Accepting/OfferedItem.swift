internal import DragModel

/// One item of an offer.
public struct OfferedItem: Sendable {
  /// The offer that it belongs to.
  public let offered: Offered
  /// Its place in the offer, from 0.
  public let index: Int
  /// The file name that its source suggests; nil if it does not. Another program chose it: to create a file, use
  /// ``fileName``.
  public let suggestedName: String?
  /// The source's own id of the item; nil if it has none.
  public let key: String?
  /// The representations that can be loaded, from the highest fidelity to the lowest.
  public let representations: [Representation]

  let local: String?

  /// One way to load an item.
  public struct Representation: Hashable, Sendable {
    /// Its MIME type.
    public let type: String
    /// The number of bytes; nil while it is unknown.
    public let size: UInt64?
    /// Whether dragd holds it already; otherwise its source makes it when it is loaded.
    public let isHeld: Bool

    /// A representation.
    public init(_ type: String, size: UInt64? = nil, isHeld: Bool = true) {
      self.type = type
      self.size = size
      self.isHeld = isHeld
    }
  }

  /// The number of bytes of the representation that these patterns choose; nil while it is unknown.
  func size(_ patterns: [String]) -> UInt64? {
    let types = representations.map(\.type)
    return Offered.choose(among: types, patterns).flatMap { representations[$0].size }
  }

  /// An item to call your own code with in a test; it can be loaded where its offer can.
  ///
  /// - Parameters:
  ///   - offered: the offer that it belongs to.
  ///   - index: its place in the offer, from 0.
  ///   - suggestedName: the file name that its source suggests.
  ///   - key: the source's own id of it.
  ///   - representations: from the highest fidelity to the lowest.
  public init(
    of offered: Offered, index: Int = 0, suggestedName: String? = nil, key: String? = nil,
    representations: [Representation]
  ) {
    self.offered = offered
    self.index = index
    self.suggestedName = suggestedName
    self.key = key
    self.representations = representations
    local = nil
  }

  init(_ offered: Offered, _ index: Int, _ item: Item<ShownRepresentation>) {
    self.offered = offered
    self.index = index
    suggestedName = item.attributes.name
    key = item.attributes.key
    local = item.attributes.local
    representations = item.representations.map { one in
      Representation(
        one.type?.description ?? MIMEType.octetStream.description, size: one.content.size,
        isHeld: one.content.isHeld)
    }
  }
}

extension OfferedItem {
  /// The suggested name made safe to create a file by, in any folder: one component that is neither hidden nor a flag
  /// to other tools, has nothing that cannot be seen, and leaves room for a number. Nil where none was suggested.
  public var fileName: String? { suggestedName.flatMap(FileName.safe) }

  /// Prepares to load the item, so that its progress can be followed.
  ///
  /// - Parameters:
  ///   - types: patterns, best first, such as `image/png` or `text/*`; empty for the source's best.
  ///   - options: how long to wait.
  public func loading(
    _ types: [String] = [], options: LoadingOptions = LoadingOptions()
  ) -> Loading {
    Loading(self, types, options)
  }

  /// Prepares to refer to the item from now on, as to a file by its address: the source keeps it, and learns that this
  /// program has linked it. What is loaded then is what the source offers for that, such as `text/uri-list`.
  ///
  /// ```swift
  /// let address = try await item.linking(["text/uri-list"]).value(as: String.self)
  /// ```
  ///
  /// Loading fails with `operationNotAllowed` where ``Offered/operations`` has no `link`.
  ///
  /// - Parameters:
  ///   - types: patterns, best first; empty for the source's best.
  ///   - options: how long to wait.
  public func linking(
    _ types: [String] = [], options: LoadingOptions = LoadingOptions()
  ) -> Loading {
    Loading(self, types, options, .link)
  }

  /// Loads the item into memory, and returns it only when it is complete. Cancel the task to cancel the transfer.
  ///
  /// - Parameters:
  ///   - types: patterns, best first; empty for the source's best.
  ///   - options: how long to wait.
  /// - Throws: `notAcceptable` when there is none of the types; `truncated`, `stalled`, `changed`, `sourceFailed` or
  ///   `cancelled` when the content did not arrive completely.
  public func bytes(
    _ types: [String] = [], options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> [UInt8] {
    try await loading(types, options: options).bytes()
  }

  /// Loads the item as a value. If the same ``DragClient`` offered it with a local object of this type, returns that
  /// object and transfers nothing.
  ///
  /// - Parameters:
  ///   - type: what to read.
  ///   - options: how long to wait.
  /// - Throws: as ``bytes(_:options:)``, and `unreadable` when the content is no such value.
  public func value<Value: RepresentationReading>(
    as type: Value.Type = Value.self, options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> Value {
    try await loading(Value.readableTypes, options: options).value(as: type)
  }

  /// Loads the item into a file, which appears complete or not at all.
  ///
  /// - Parameters:
  ///   - path: the file's path; its folder must exist.
  ///   - types: patterns, best first; empty for the source's best.
  ///   - isReplacing: whether a file of that name is replaced.
  ///   - options: how long to wait.
  /// - Returns: what was saved.
  /// - Throws: as ``bytes(_:options:)``; `fileExists` when a file of that name is there and may not be replaced;
  ///   `system` when the file cannot be written.
  @discardableResult
  public func save(
    to path: String, _ types: [String] = [], replacing isReplacing: Bool = false,
    options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> LoadedRepresentation {
    try await loading(types, options: options).save(to: path, replacing: isReplacing)
  }

  /// Loads the item into a file in a folder, under the suggested name, see ``Loading/save(into:)``.
  ///
  /// - Parameters:
  ///   - folder: the folder's path.
  ///   - types: patterns, best first; empty for the source's best.
  ///   - options: how long to wait.
  /// - Returns: the path of the new file.
  /// - Throws: as ``bytes(_:options:)``, and `system` when the file cannot be written.
  @discardableResult
  public func save(
    into folder: String, _ types: [String] = [], options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> String {
    try await loading(types, options: options).save(into: folder)
  }

  /// The content in chunks as they arrive, for content that is too large for memory.
  ///
  /// - Parameters:
  ///   - types: patterns, best first; empty for the source's best.
  ///   - options: how long to wait.
  public func chunks(
    _ types: [String] = [], options: LoadingOptions = LoadingOptions()
  ) -> LoadedChunks {
    loading(types, options: options).chunks()
  }
}
