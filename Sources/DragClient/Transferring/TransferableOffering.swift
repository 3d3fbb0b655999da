extension ItemProvider {
  /// A provider of every representation of a value; the value is its ``localObject`` too. A type that an earlier
  /// representation has is left out.
  ///
  /// - Parameters:
  ///   - value: what to offer.
  ///   - key: the source's own id of the item.
  public init<Value: DragTransferable>(transferring value: Value, key: String? = nil) {
    self.init(suggestedName: value.suggestedName, key: key)
    localObject = value
    var types: Set<String> = []
    for export in Value.transferRepresentations.flatMap(\.exports)
    where types.insert(export.type).inserted {
      switch export.content {
      case .held(let bytes):
        register(export.type, bytes: bytes(value), visibility: export.visibility)
      case .lazy(let write):
        register(export.type, visibility: export.visibility) { writer in
          try await write(value, writer)
        }
      }
    }
  }

  /// A provider of a text in UTF-8, which dragd holds; the text is its ``localObject`` too.
  public init(_ text: String, key: String? = nil) {
    self.init(transferring: text, key: key)
  }
}

extension DragClient {
  /// Offers values to the programs on the bus, each as an item.
  ///
  /// - Parameters:
  ///   - values: at least one.
  ///   - options: how to offer them.
  /// - Returns: the offer, once it can be accepted.
  /// - Throws: as ``offer(_:options:)-([ItemProvider],_)``.
  public func offer<Value: DragTransferable>(
    _ values: [Value], options: OfferingOptions = OfferingOptions()
  ) async throws(DragError) -> Offering {
    try await offer(values.map { ItemProvider(transferring: $0) }, options: options)
  }
}
