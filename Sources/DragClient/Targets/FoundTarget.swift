internal import DragConnection
internal import DragModel
internal import DragProtocol

/// A drop target of a program, as a dropping program finds it.
public struct FoundTarget: Sendable, Identifiable {
  /// The object path of the target.
  public let path: String
  /// The application id of its owner, as the system knows it; empty if unknown.
  public let application: String
  /// The label that its owner gave it; empty without one.
  public let label: String
  /// The same as ``path``.
  public var id: String { path }

  private let client: DragClient
  private let target: Identifier

  fileprivate init(_ found: TargetSummary, _ client: DragClient) {
    self.client = client
    target = found.target
    path = found.target.targetPath
    application = found.application
    label = found.label
  }

  /// The result of a drop.
  public struct DropResult: Hashable, Sendable {
    /// The operation that was performed.
    public let operation: DragOperation
    /// The number of items that the target accepted, as counted by dragd.
    public let items: Int
    /// The number of bytes that the target got.
    public let bytes: UInt64
  }

  /// Asks the target for its proposal, as while a drop hovers.
  ///
  /// - Parameters:
  ///   - offerPath: the path of an offer.
  ///   - operations: the wanted operations, best first; nil for all that the offer allows.
  ///   - index: the index in the target, from 0; nil leaves the place to the target.
  ///   - items: the places of the items, from 0; nil for all.
  /// - Throws: `noSuchTarget`, `noSuchOffer`.
  public func propose(
    _ offerPath: String, operations: [DragOperation]? = nil, index: Int? = nil,
    items: [Int]? = nil
  ) async throws(DragError) -> DropProposal {
    let (offer, target) = (try Self.offer(offerPath), target)
    let context = Self.context(operations, index, items)
    return DropProposal(
      try await client.session.call { () throws(RequestError) in
        try .propose(offer, on: target, context)
      })
  }

  /// Drops items, and waits until the target has stored them. Cancelling the task stops the waiting, not the drop.
  ///
  /// - Parameters:
  ///   - offerPath: the path of an offer.
  ///   - operations: the wanted operations, best first; nil for all that the offer allows.
  ///   - index: the index in the target, from 0; nil leaves the place to the target.
  ///   - items: the places of the items, from 0; nil for all.
  /// - Throws: `forbidden` and `cancelled` where the target does not take them, with its reason; `noSuchTarget`,
  ///   `noSuchOffer`, and what the target fails with.
  public func drop(
    _ offerPath: String, operations: [DragOperation]? = nil, index: Int? = nil,
    items: [Int]? = nil
  ) async throws(DragError) -> DropResult {
    let (offer, target) = (try Self.offer(offerPath), target)
    let context = Self.context(operations, index, items)
    let result = try await client.session.call(timeout: nil) { () throws(RequestError) in
      try .drop(offer, on: target, context)
    }
    return DropResult(
      operation: DragOperation(result.operation), items: Int(result.items), bytes: result.bytes)
  }

  /// Offers items to this target only, drops them, and withdraws the offer when the target has stored them. Cancelling
  /// the task stops the waiting and withdraws the offer; the target still gets what it has begun to load.
  ///
  /// - Parameters:
  ///   - items: at least one, each with at least one representation.
  ///   - operations: the wanted operations, best first. `move` needs `moves` too, and a key in each item.
  ///   - moves: the source of moves, which deletes items that have moved to the target.
  ///   - index: the index in the target, from 0; nil leaves the place to the target.
  /// - Throws: as ``DragClient/DragClient/offer(_:options:)`` and ``drop(_:operations:index:items:)``.
  public func drop(
    _ items: [ItemProvider], operations: [DragOperation] = [.copy], moves: MoveSource? = nil,
    index: Int? = nil
  ) async throws(DragError) -> DropResult {
    let options = OfferingOptions(
      operations: operations, moves: moves, isPrivate: true, linger: .zero)
    let offering = try await client.offer(items, options: options)
    let result: DropResult
    do throws(DragError) {
      result = try await drop(offering.path, operations: operations, index: index)
    } catch {
      try? await offering.withdraw()
      throw error
    }
    // The drop has succeeded, whatever becomes of the offer.
    try? await offering.withdraw()
    // Ends when the items that have moved are deleted.
    for await _ in offering.events {}
    return result
  }

  /// Tells the target that the hovering drop has left it.
  ///
  /// - Parameter offerPath: the path of the offer.
  /// - Throws: `noSuchTarget`.
  public func leave(_ offerPath: String) async throws(DragError) {
    let (offer, target) = (try Self.offer(offerPath), target)
    try await client.session.call { () throws(RequestError) in
      try .leave(target, offer: offer)
    }
  }

  private static func offer(_ path: String) throws(DragError) -> Identifier {
    guard let id = Identifier(offerPath: path) else {
      throw DragError(.invalidArguments, "“\(path)” is not the path of an offer")
    }
    return id
  }

  private static func context(
    _ operations: [DragOperation]?, _ index: Int?, _ items: [Int]?
  ) -> DropContext {
    DropContext(
      operations: operations?.map(\.model), index: index.map { UInt32(clamping: $0) },
      items: items?.map { UInt32(clamping: $0) })
  }
}

extension DragClient {
  /// The drop targets of a name, the oldest first. Where there is none, and where all are wanted, the bus starts the
  /// programs that have targets without a window: see ``haveTargets(as:)``.
  ///
  /// - Parameter name: names are not unique; an empty one means all targets.
  /// - Throws: `noBroker` when there is no dragd.
  public func targets(named name: String = "") async throws(DragError) -> [FoundTarget] {
    let find = { @Sendable () throws(RequestError) in try BrokerCall.findTargets(name) }
    var found = name.isEmpty ? [] : try await session.call(find)
    if found.isEmpty {
      for service in try await session.call({ () throws(RequestError) in try .targetServices() }) {
        // Its targets are missing then, as those of any program that does not run.
        try? await session.call { () throws(RequestError) in try .start(service) }
      }
      found = try await session.call(find)
    }
    return found.map { FoundTarget($0, self) }
  }
}
