/// A drop to perform, like Apple's `UIDropSession` and its drop coordinator.
///
/// Load the items, store them, and return: the dropping program waits until then. It gets the message of a
/// thrown ``DragError``; of any other error it learns only that the drop failed.
public final class DropSession: Sendable {
  /// The dropped items and the dropping program.
  public let drop: HoveringDrop
  /// The operation that the target itself proposed.
  public let operation: DragOperation
  /// The items that were dropped.
  public let items: [OfferedItem]
  /// The index in the target, from 0; nil leaves the place to the target.
  public var insertionIndex: Int? { drop.index }

  private let types: [String]
  private let hub = EventHub<TransferProgress>(keeping: 1)
  private let sum: DropProgress

  /// A drop to call your own code with in a test; its items can be loaded where their offers can.
  ///
  /// - Parameters:
  ///   - drop: the dropped items' offer and the dropping program.
  ///   - operation: the operation that the target itself proposed.
  ///   - items: the items that were dropped.
  ///   - types: patterns of what the target takes; empty for any.
  public convenience init(
    _ drop: HoveringDrop, operation: DragOperation = .copy, items: [OfferedItem],
    types: [String] = []
  ) {
    self.init(drop, operation, items, types)
  }

  /// - Parameter types: what the target takes.
  init(
    _ drop: HoveringDrop, _ operation: DragOperation, _ items: [OfferedItem], _ types: [String]
  ) {
    self.drop = drop
    self.operation = operation
    self.items = items
    self.types = types
    let sizes = Dictionary(items.map { ($0.index, $0.size(types)) }) { $1 }
    sum = DropProgress(expecting: sizes) { [hub] in hub.send($0) }
  }

  /// The combined progress of all items that are loaded through ``loading(_:_:options:)`` and
  /// ``fill(_:with:as:options:)``. The total is known from the start where the size of each item is, in the
  /// representation that the target's types choose.
  public var progress: AsyncStream<TransferProgress> { hub.stream() }

  /// Prepares to load an item, so that it counts in ``progress``. In a drop to `link` the item is linked, as by
  /// ``OfferedItem/linking(_:options:)``; in a drop to `move`, call ``Loading/move(journal:storing:)``.
  ///
  /// - Parameters:
  ///   - item: one of ``items``.
  ///   - types: patterns, best first; empty for those that the target takes.
  ///   - options: how long to wait.
  public func loading(
    _ item: OfferedItem, _ types: [String] = [], options: LoadingOptions = LoadingOptions()
  ) -> Loading {
    if !types.isEmpty { sum.expect(item.size(types), of: item.index) }
    return Loading(
      item, types.isEmpty ? self.types : types, options, operation == .link ? .link : .copy
    ) { [sum] progress in
      sum.count(item.index, progress)
    }
  }

  /// Loads an item for a placeholder. Calls exactly one of the placeholder's `commit` and `delete`, once.
  ///
  /// - Parameters:
  ///   - placeholder: stands in the item's place meanwhile.
  ///   - item: one of ``items``.
  ///   - type: the type of the value.
  ///   - options: how long to wait.
  /// - Throws: why the item could not be loaded, or what `commit` has thrown.
  public func fill<Value: RepresentationReading>(
    _ placeholder: DropPlaceholder<Value>, with item: OfferedItem,
    as type: Value.Type = Value.self, options: LoadingOptions = LoadingOptions()
  ) async throws(DragError) {
    let loading = loading(item, Value.readableTypes, options: options)
    let progress = loading.progress
    let watching = Task {
      for await progress in progress { await placeholder.update(progress) }
    }
    let value: Value
    do throws(DragError) {
      value = try await loading.value(as: type)
    } catch {
      watching.cancel()
      await watching.value
      await placeholder.delete(error)
      throw error
    }
    // A removed placeholder shows no progress.
    watching.cancel()
    await watching.value
    do {
      try await placeholder.commit(value)
    } catch {
      throw DragError(thrown: error)
    }
  }

  func close() {
    hub.close()
  }
}

/// Stands in a list or table for a dropped item until it is loaded, like Apple's `UICollectionViewDropPlaceholder`.
public struct DropPlaceholder<Value: Sendable>: Sendable {
  let update: @Sendable (TransferProgress) async -> Void
  let commit: @Sendable (Value) async throws -> Void
  let delete: @Sendable (DragError) async -> Void

  /// A placeholder that is shown already.
  ///
  /// - Parameters:
  ///   - update: shows the progress.
  ///   - commit: replaces the placeholder with the value.
  ///   - delete: removes the placeholder, or lets it show why the value did not arrive.
  public init(
    update: @escaping @Sendable (TransferProgress) async -> Void = { _ in },
    commit: @escaping @Sendable (Value) async throws -> Void,
    delete: @escaping @Sendable (DragError) async -> Void
  ) {
    self.update = update
    self.commit = commit
    self.delete = delete
  }
}

extension Array: RepresentationReading where Element == UInt8 {
  /// Any type.
  public static var readableTypes: [String] { ["*/*"] }

  /// The bytes as they are.
  public init(representation bytes: [UInt8], type: String) {
    self = bytes
  }
}
