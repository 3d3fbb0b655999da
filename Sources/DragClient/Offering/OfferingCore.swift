internal import DragModel
internal import DragProtocol
internal import Synchronization

/// An offer as its source knows it, whatever dragd it is published at.
final class OfferingCore: Sendable {
  /// The path of the source object that serves it, which nothing else shares.
  let path: String
  let items: [PreparedItem]
  let options: OfferingOptions
  /// Tokens of local objects, which go with the offer.
  let localTokens: [String]
  let start = ContinuousClock.now
  let events = EventHub<OfferingEvent>(keeping: 1024)

  private struct State {
    var id: Identifier?
    /// Which item has which index on the bus now.
    var order: [Int] = []
    /// Items that have moved away.
    var gone: Set<Int> = []
    var used: UInt32 = 0
    /// What is on offer keeps its client.
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

  /// What is still to be offered, by its place in `items`.
  var remaining: [Int] {
    state.withLock { state in items.indices.filter { !state.gone.contains($0) } }
  }

  func published(as id: Identifier, _ order: [Int]) {
    state.withLock { state in
      state.id = id
      state.order = order
    }
  }

  /// The place in `items` of what dragd calls `index`.
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

  /// Keys that have moved away while nobody listened.
  func moved(_ keys: Set<String>) {
    state.withLock { state in
      for (place, item) in items.enumerated() where item.key.map(keys.contains) ?? false {
        state.gone.insert(place)
      }
    }
  }

  /// False when it is being published anew already; that is then done once more.
  func beginRepublishing() -> Bool {
    state.withLock { state in
      guard !state.isOver else { return false }
      if state.isRepublishing { state.isToBeRepublishedAgain = true }
      defer { state.isRepublishing = true }
      return !state.isRepublishing
    }
  }

  /// True when it has to be done once more.
  func endRepublishing() -> Bool {
    state.withLock { state in
      let again = state.isToBeRepublishedAgain && !state.isOver
      state.isToBeRepublishedAgain = false
      state.isRepublishing = again
      return again
    }
  }

  /// It is over, though nobody hears of it yet.
  func stop() { state.withLock { $0.isOver = true } }

  func finish(_ end: OfferingEnd) {
    let client = state.withLock { state in
      state.isOver = true
      return state.client.take()
    }
    if client != nil { events.finish(.released(end)) }
    // Perhaps the last reference, which is not let go of under the lock.
    _ = client
  }
}
