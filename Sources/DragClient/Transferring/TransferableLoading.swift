internal import DesktopTypes
internal import DragModel

extension Loading {
  /// Loads a value by the first of its representations that has the type of the content.
  func load<Value: DragTransferable>(as _: Value.Type) async throws(DragError) -> Value {
    if let value = localValue(as: Value.self) { return value }
    return try await whole { content throws(DragError) in
      let imports = Value.transferRepresentations.flatMap(\.imports)
      guard let from = imports.first(where: { content.has($0.type) }) else {
        throw DragError(
          .unreadable,
          "\(content.type) came, and a \(Value.self) is loaded from "
            + "\(imports.map(\.type).joined(separator: ", "))")
      }
      do {
        return try await from.read(content)
      } catch {
        throw .unreadable(content.type, as: Value.self, error)
      }
    }
  }
}

extension LoadedRepresentation {
  /// Whether its type is one of the pattern's.
  fileprivate func has(_ pattern: String) -> Bool {
    guard let type = MIMEType(type), let pattern = try? TypePreferences([pattern]) else {
      return false
    }
    return pattern.choose(among: [type], hierarchy: TypeDatabase.shared) != nil
  }
}

extension OfferedItem {
  /// Loads the item as a value. If the same ``DragClient`` offered it with a local object of this type, returns that
  /// object and transfers nothing.
  ///
  /// - Parameters:
  ///   - type: what to load.
  ///   - options: how long to wait.
  /// - Throws: as ``bytes(_:options:)``; what the importing closure throws: a ``DragError`` as it is, and any other as
  ///   `unreadable` with that cause.
  public func load<Value: DragTransferable>(
    as type: Value.Type = Value.self, options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> Value {
    try await loading(Value.loadableTypes, options: options).load(as: type)
  }
}

extension Offered {
  /// Whether such values can be loaded from the offer.
  public func canLoad<Value: DragTransferable>(as type: Value.Type) -> Bool {
    canLoad(Value.loadableTypes)
  }

  /// Loads all items as values, one after the other.
  ///
  /// - Parameters:
  ///   - type: what to load.
  ///   - options: how long to wait.
  /// - Throws: as ``OfferedItem/load(as:options:)``, and ``items()``.
  public func load<Value: DragTransferable>(
    as type: Value.Type = Value.self, options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> [Value] {
    var values: [Value] = []
    for item in try await items() {
      values.append(try await item.load(as: type, options: options))
    }
    return values
  }
}

extension DropSession {
  /// Loads all ``items`` as values, one after the other, so that they count in ``progress``.
  ///
  /// - Parameters:
  ///   - type: what to load.
  ///   - options: how long to wait.
  /// - Throws: as ``OfferedItem/load(as:options:)``.
  public func load<Value: DragTransferable>(
    as type: Value.Type = Value.self, options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) -> [Value] {
    var values: [Value] = []
    for item in items {
      let loading = loading(item, Value.loadableTypes, options: options)
      values.append(try await loading.load(as: type))
    }
    return values
  }
}

extension DragClient {
  /// Registers a drop target that takes values of a type.
  ///
  /// - Parameters:
  ///   - name: the name by which dropping programs find it, at most 1,024 bytes; not necessarily unique.
  ///   - type: what it takes.
  ///   - operations: the operations that it can perform: `copy` and `link`.
  ///   - label: a label that programs show to people.
  ///   - propose: returns the proposal for a drop; by default the first of ``HoveringDrop/operations``.
  ///   - perform: stores the values, which are loaded, and returns. Words for the dropper are those of a thrown
  ///     ``DragError``.
  /// - Throws: as ``registerTarget(_:types:operations:label:propose:leave:perform:)``; `invalidArguments` for a type
  ///   that is never imported.
  public func registerTarget<Value: DragTransferable>(
    _ name: String, for type: Value.Type, operations: [DragOperation] = [.copy],
    label: String? = nil,
    propose: @escaping @Sendable (HoveringDrop) async -> DropProposal = { .best(for: $0) },
    perform: @escaping @Sendable ([Value], DropSession) async throws -> Void
  ) async throws(DragError) -> DropTarget {
    guard !Value.loadableTypes.isEmpty else {
      throw DragError(.invalidArguments, "no representation of \(type) has an importing closure")
    }
    return try await registerTarget(
      name, types: Value.loadableTypes, operations: operations, label: label, propose: propose
    ) { session in
      try await perform(try await session.load(as: type), session)
    }
  }
}

extension DragError {
  /// An error of code that reads a value.
  static func unreadable(
    _ type: String, as value: Any.Type, _ error: any Error
  ) -> DragError {
    if let error = error as? DragError { return error }
    return DragError(
      .unreadable, "the \(type) is not a \(value): \(error)", cause: .program(error))
  }
}
