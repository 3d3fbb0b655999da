internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Synchronization

/// An offer at its source, across restarts of dragd.
final class OfferingCore: Renewed {
  /// The path of its own source object.
  let path: String
  /// Without their content.
  let items: [PreparedItem]
  let options: OfferingOptions
  /// Tokens of local objects, which are removed with the offer.
  let localTokens: [String]
  let events = EventHub<OfferingEvent>(keeping: 1024)

  private let lane: Lane

  private struct State {
    var renewal = Renewal()
    /// What to publish; nil when the offer has ended.
    var sources: [SourceItem]?
    var use: OfferUse
    /// Transfers of its items that have not ended.
    var transfers: Set<Identifier> = []
    /// Why its transfers are cancelled.
    var cancellation: String?
    /// An offer keeps its client alive.
    var client: DragClient?
  }
  private let state: Mutex<State>

  init(
    number: UInt64, _ items: [PreparedItem], _ options: OfferingOptions, _ tokens: [String],
    _ client: DragClient
  ) {
    path = "/org/dragd/client/offer\(number)"
    lane = .offer(number)
    let use = OfferUse(
      items: items.count, options.offerOptions(source: path, replacing: nil))
    state = Mutex(State(sources: items.map(\.source), use: use, client: client))
    self.items = items.map { $0.withoutContent() }
    self.options = options
    localTokens = tokens
  }

  var offerPath: String { id?.offerPath ?? ObjectPath.nowhere }

  /// The items that are still on offer, as indices of `items`.
  var remaining: [Int] { state.withLock { $0.use.remaining } }

  /// What to publish of the items at these places; nil when the offer has ended.
  func sources(at places: [Int]) -> [SourceItem]? {
    state.withLock { state in
      state.sources.map { sources in places.map { sources[$0] } }
    }
  }

  /// The options for publishing the remaining items now.
  var offerOptions: OfferOptions {
    state.withLock { state in
      state.use.remainder(
        of: options.offerOptions(source: path, replacing: state.renewal.id), at: Clock.monotonic)
    }
  }

  /// - Parameter owner: the dragd that has replied; nil if it is not known.
  func published(as id: Identifier, by owner: String?, _ order: [Int]) {
    state.withLock { state in
      state.renewal.accepted(as: id, by: owner)
      state.use.publish(order)
    }
  }

  /// The index in `items` of dragd's `index`.
  func place(of index: UInt32) -> Int? { state.withLock { $0.use.place(of: index) } }

  /// Notes a transfer; returns why it is to be cancelled, if it is.
  func started(_ transfer: Identifier) -> String? {
    state.withLock { state in
      state.transfers.insert(transfer)
      return state.cancellation
    }
  }

  func ended(_ transfer: Identifier) {
    state.withLock { _ = $0.transfers.remove(transfer) }
  }

  /// Transfers do not survive their dragd.
  func brokerEnded() {
    state.withLock { $0.transfers = [] }
  }

  /// Notes that all transfers are to be cancelled, and returns the running ones.
  func cancelTransfers(_ reason: String) -> Set<Identifier> {
    state.withLock { state in
      state.cancellation = reason
      return state.transfers
    }
  }

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

  func end(_ end: OfferingEnd) {
    let client = state.withLock { state in
      state.renewal.stop()
      return state.client.take()
    }
    if let client {
      events.close(.released(end))
      // The source object outlives the offer, and must not keep its files and memory. Closing them may take long.
      client.session.workers.run(lane: lane) { [self] in closeContent() }
    }
    // This may be the last reference; it must not be dropped under the mutex.
    _ = client
  }

  private func closeContent() {
    let sources = state.withLock { $0.sources.take() }
    _ = sources
  }

  func updateRenewal<Result>(_ body: (inout Renewal) -> Result) -> Result {
    state.withLock { body(&$0.renewal) }
  }
}
