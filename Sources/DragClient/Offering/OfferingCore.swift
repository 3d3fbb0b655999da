internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Synchronization

/// An offer at its source, across restarts of dragd.
final class OfferingCore: Sendable {
  /// The path of its own source object.
  let path: String
  let items: [PreparedItem]
  let options: OfferingOptions
  /// Tokens of local objects, which are removed with the offer.
  let localTokens: [String]
  let events = EventHub<OfferingEvent>(keeping: 1024)

  private struct State {
    var id: Identifier?
    var use: OfferUse
    /// An offer keeps its client alive.
    var client: DragClient?
    var isOver = false
    var isRepublishing = false
    var isToBeRepublishedAgain = false
  }
  private let state: Mutex<State>

  init(
    number: UInt64, _ items: [PreparedItem], _ options: OfferingOptions, _ tokens: [String],
    _ client: DragClient
  ) {
    path = "/org/dragd/client/offer\(number)"
    let use = OfferUse(
      items: items.count, options.offerOptions(source: path, replacing: nil), at: Clock.monotonic)
    state = Mutex(State(use: use, client: client))
    self.items = items
    self.options = options
    localTokens = tokens
  }

  var id: Identifier? { state.withLock { $0.id } }
  var isOver: Bool { state.withLock { $0.isOver } }
  var offerPath: String { id?.offerPath ?? ObjectPath.nowhere }

  /// The items that are still on offer, as indices of `items`.
  var remaining: [Int] { state.withLock { $0.use.remaining } }

  /// The options for publishing the remaining items now.
  var offerOptions: OfferOptions {
    state.withLock { state in
      state.use.remainder(
        of: options.offerOptions(source: path, replacing: state.id), at: Clock.monotonic)
    }
  }

  func published(as id: Identifier, _ order: [Int]) {
    state.withLock { state in
      state.id = id
      state.use.publish(order)
    }
  }

  /// The index in `items` of dragd's `index`.
  func place(of index: UInt32) -> Int? { state.withLock { $0.use.place(of: index) } }

  func transferred(_ place: Int, by operation: Operation) {
    state.withLock { $0.use.accept(place, by: operation) }
  }

  /// Marks items that have moved away while this program did not run.
  func moved(_ keys: Set<String>) {
    state.withLock { state in
      for (place, item) in items.enumerated() where item.key.map(keys.contains) ?? false {
        state.use.recordMove(of: place)
      }
    }
  }

  /// Whether to start publishing the offer again. False when it is over, and while it is being published again: then it
  /// is published once more afterwards.
  func startRepublishing() -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      if state.isRepublishing { state.isToBeRepublishedAgain = true }
      defer { state.isRepublishing = true }
      return !state.isRepublishing
    }
  }

  /// Returns true when it must be published once more.
  func finishRepublishing() -> Bool {
    state.withLock { state in
      let again = state.isToBeRepublishedAgain && !state.isOver
      state.isToBeRepublishedAgain = false
      state.isRepublishing = again
      return again
    }
  }

  /// Marks it as over, before its listeners learn of it.
  func stop() { state.withLock { $0.isOver = true } }

  func end(_ end: OfferingEnd) {
    let client = state.withLock { state in
      state.isOver = true
      return state.client.take()
    }
    if client != nil { events.close(.released(end)) }
    // This may be the last reference; it must not be dropped under the mutex.
    _ = client
  }
}
