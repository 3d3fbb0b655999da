internal import DragModel
internal import DragProtocol
internal import Synchronization

/// An offer at its source, across restarts of dragd.
final class OfferingCore: Sendable {
  /// The path of its own source object.
  let path: String
  let items: [PreparedItem]
  let options: OfferingOptions
  /// Tokens of local objects, which are removed with the offer.
  let localTokens: [String]
  let start = ContinuousClock.now
  let events = EventHub<OfferingEvent>(keeping: 1024)

  private struct State {
    var id: Identifier?
    /// The item at each index of the present publication.
    var order: [Int] = []
    /// Items that have moved away.
    var gone: Set<Int> = []
    var used: UInt32 = 0
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
    state = Mutex(State(client: client))
    path = "/org/dragd/client/offer\(number)"
    self.items = items
    self.options = options
    localTokens = tokens
  }

  var id: Identifier? { state.withLock { $0.id } }
  var isOver: Bool { state.withLock { $0.isOver } }
  var used: UInt32 { state.withLock { $0.used } }
  var offerPath: String { id?.offerPath ?? ObjectPath.nowhere }

  /// The items that are still on offer, as indices of `items`.
  var remaining: [Int] {
    state.withLock { state in items.indices.filter { !state.gone.contains($0) } }
  }

  func published(as id: Identifier, _ order: [Int]) {
    state.withLock { state in
      state.id = id
      state.order = order
    }
  }

  /// The index in `items` of dragd's `index`.
  func place(of index: UInt32) -> Int? {
    state.withLock { state in
      state.order.indices.contains(Int(index)) ? state.order[Int(index)] : nil
    }
  }

  func transferred(_ place: Int, isMove: Bool) {
    state.withLock { state in
      state.used += 1
      if isMove { state.gone.insert(place) }
    }
  }

  /// Marks items that have moved away while this program did not run.
  func moved(_ keys: Set<String>) {
    state.withLock { state in
      for (place, item) in items.enumerated() where item.key.map(keys.contains) ?? false {
        state.gone.insert(place)
      }
    }
  }

  /// Returns false when the offer is being published again already; that is then repeated.
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

  func finish(_ end: OfferingEnd) {
    let client = state.withLock { state in
      state.isOver = true
      return state.client.take()
    }
    if client != nil { events.finish(.released(end)) }
    // This may be the last reference; it must not be dropped under the mutex.
    _ = client
  }
}
