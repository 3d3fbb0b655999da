internal import DragModel
internal import Synchronization

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

  private let hub = EventHub<TransferProgress>(keeping: 1)
  private let parts = Mutex<(meter: ProgressMeter, items: [Int: TransferProgress])>(
    (ProgressMeter(), [:]))

  init(_ drop: HoveringDrop, _ operation: DragOperation, _ items: [OfferedItem]) {
    self.drop = drop
    self.operation = operation
    self.items = items
  }

  /// The combined progress of all items that are loaded through ``loading(_:_:options:)`` and
  /// ``fill(_:with:as:options:)``. The total is known once the total of each item is known.
  public var progress: AsyncStream<TransferProgress> { hub.stream() }

  /// Prepares to load an item, so that it counts in ``progress``.
  ///
  /// - Parameters:
  ///   - item: one of ``items``.
  ///   - types: patterns, best first; empty for the source's best.
  ///   - options: how long to wait.
  public func loading(
    _ item: OfferedItem, _ types: [String] = [], options: LoadingOptions = LoadingOptions()
  ) -> Loading {
    Loading(item, types, options) { [weak self] progress in
      self?.count(item.index, progress)
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

  private func count(_ item: Int, _ progress: TransferProgress) {
    let sum = parts.withLock { parts in
      parts.items[item] = progress
      let known = parts.items.values.compactMap(\.total)
      let isKnown = known.count == items.count
      return parts.meter.progress(
        bytes: parts.items.values.map(\.bytes).saturatedSum,
        total: isKnown ? known.saturatedSum : nil)
    }
    hub.send(sum)
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
