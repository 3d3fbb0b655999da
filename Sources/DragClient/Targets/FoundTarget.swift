internal import DragConnection
internal import DragModel
internal import DragProtocol

/// A drop target of a program, as a dropping program finds it.
public struct FoundTarget: Sendable, Identifiable {
  /// The object path of the target.
  public let path: String
  /// The name that it was registered under; names are not unique.
  public let name: String
  /// The label that its owner gave it; empty without one.
  public let label: String
  /// Patterns of the types that it takes, best first; empty for any.
  public let types: [String]
  /// The operations that it can perform.
  public let operations: [DragOperation]
  /// The application id of its owner, as the system knows it; empty if unknown.
  public let application: String
  /// The unique name of its owner on the bus.
  public let connection: String
  /// Whether this ``DragClient`` has registered it.
  public var isOwn: Bool { !connection.isEmpty && connection == client.session.connection }
  /// The same as ``path``.
  public var id: String { path }

  private let client: DragClient
  private let target: Identifier

  /// A target of no program, to call your own code with in a test: its requests fail with `disconnected`.
  /// `DragClientTesting` has targets that can be dropped on. The properties say what each parameter means.
  public init(
    _ name: String, label: String = "", types: [String] = [], operations: [DragOperation] = [.copy],
    application: String = "", connection: String = ""
  ) {
    client = .none
    target = .made
    path = target.targetPath
    self.name = name
    self.label = label
    self.types = types
    self.operations = operations
    self.application = application
    self.connection = connection
  }

  init(_ listed: ListedTarget, _ client: DragClient) {
    self.client = client
    target = listed.id
    path = listed.id.targetPath
    let properties = listed.properties
    name = properties.name
    label = properties.label
    types = properties.types
    operations = properties.operations.map { DragOperation($0) }
    application = properties.application
    connection = properties.owner
  }

  /// Whether it takes something of an offer: for a list of targets to send to. ``propose(_:operations:index:items:)``
  /// asks the target itself.
  public func takes(_ offered: Offered) -> Bool {
    (types.isEmpty || offered.canLoad(types))
      && offered.operations.contains { operations.contains($0) }
  }

  /// The result of a drop.
  public struct DropResult: Hashable, Sendable {
    /// The operation that was performed.
    public let operation: DragOperation
    /// The number of items that the target accepted, as counted by dragd.
    public let items: Int
    /// The number of bytes that the target got.
    public let bytes: UInt64

    /// A result.
    public init(operation: DragOperation, items: Int, bytes: UInt64) {
      self.operation = operation
      self.items = items
      self.bytes = bytes
    }
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
  /// the task cancels all transfers and withdraws the offer; what the target has stored by then it keeps.
  ///
  /// - Parameters:
  ///   - items: at least one, each with at least one representation.
  ///   - operations: the wanted operations, best first. `move` needs `moves` too, and a key in each item.
  ///   - moves: the source of moves, which deletes items that have moved to the target.
  ///   - index: the index in the target, from 0; nil leaves the place to the target.
  ///   - progress: gets the progress of all items together, at once and then at most every tenth of a second; the total
  ///     is known from the start where the size of each item is.
  /// - Throws: as ``DragClient/DragClient/offer(_:options:)-([ItemProvider],_)`` and
  ///   ``drop(_:operations:index:items:)``.
  public func drop(
    _ items: [ItemProvider], operations: [DragOperation] = [.copy], moves: MoveSource? = nil,
    index: Int? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(DragError) -> DropResult {
    let options = OfferingOptions(
      operations: operations, moves: moves, isPrivate: true, linger: .zero)
    let offering = try await client.offer(items, options: options)
    let result: DropResult
    do throws(DragError) {
      if let progress { try await report(offering, to: progress) }
      result = try await drop(offering.path, operations: operations, index: index)
    } catch {
      try? await offering.cancel(reason: error.messageForOthers)
      throw error
    }
    // The drop has succeeded, whatever becomes of the offer.
    try? await offering.withdraw()
    // Ends when the items that have moved are deleted.
    for await _ in offering.events {}
    return result
  }

  /// Reports the progress of a drop until the offer is over.
  private func report(
    _ offering: Offering, to progress: @escaping @Sendable (TransferProgress) -> Void
  ) async throws(DragError) {
    let items = try await client.offered(at: offering.path).items()
    let sizes = Dictionary(items.map { ($0.index, $0.size(types)) }) { $1 }
    let sum = DropProgress(expecting: sizes, report: progress)
    let events = offering.events
    Task {
      for await event in events {
        switch event {
        case .progress(_, let item, let progress): sum.count(item, progress)
        case .ended(let end):
          // Small content has no other event.
          guard case .success = end.result else { continue }
          sum.count(end.item, TransferProgress(bytes: end.bytes, total: end.bytes))
        case .published, .asked, .released: break
        }
      }
    }
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
  /// The drop targets of all programs, the oldest first: the present list, and the new list after each change. For a
  /// menu “Send to …”.
  ///
  /// It starts neither dragd nor a program that has targets, see ``targets(named:)``: while dragd does not run, the
  /// list is empty. A slow listener gets only the newest list. The sequence ends when the connection to the bus is lost
  /// or the client is closed. Each call gives a sequence of its own.
  public var dropTargets: AsyncStream<[FoundTarget]> {
    follow(\.listedTargets) { [self] list in list.map { FoundTarget($0, self) } }
  }

  /// The drop targets of a name, the oldest first. Where there is none, and where all are wanted, the bus starts the
  /// programs that have targets without a window: see ``haveTargets(as:)``.
  ///
  /// - Parameter name: names are not unique; an empty one means all targets.
  /// - Throws: `noBroker` when there is no dragd.
  public func targets(named name: String = "") async throws(DragError) -> [FoundTarget] {
    var found = name.isEmpty ? [] : try await find(name)
    if found.isEmpty {
      for service in try await session.call({ () throws(RequestError) in try .targetServices() }) {
        // Its targets are missing then, as those of any program that does not run.
        try? await session.call { () throws(RequestError) in try .start(service) }
      }
      found = try await find(name)
    }
    return found.map { FoundTarget($0, self) }
  }

  private func find(_ name: String) async throws(DragError) -> [ListedTarget] {
    let found = try await session.call { () throws(RequestError) in try .findTargets(name) }
    var listed: [ListedTarget] = []
    for target in found.map(\.target) {
      do throws(DragError) {
        let properties = try await session.call { () throws(RequestError) in
          try ListedTarget.properties(of: target)
        }
        listed.append(ListedTarget(id: target, properties: properties))
      } catch {
        // It has gone meanwhile.
        guard error.code == .noSuchTarget else { throw error }
      }
    }
    return listed
  }
}
