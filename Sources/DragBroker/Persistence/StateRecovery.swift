internal import DBus
internal import DragModel
internal import DragSystem
internal import ServiceLog

/// Restores the offers of an earlier dragd on the same bus.
struct StateRecovery {
  private let context: BrokerContext
  private let ledger: LedgerQueue

  init(_ context: BrokerContext, _ ledger: LedgerQueue) {
    self.context = context
    self.ledger = ledger
  }

  /// The state that was read, kept until dragd owns the bus name.
  struct Recovered {
    let persistence: StatePersistence
    let effects: [Effect]
    /// Names under which the service manager keeps descriptors that no offer needs.
    let unusedNames: [String]
    /// Moves that took items out of the saved offers.
    let committedMoves: [Identifier]
  }

  /// Restores the saved offers into the model, before dragd owns the bus name. It changes neither the state file nor
  /// the descriptors of the service manager: another dragd may own the name.
  /// - Returns: nil if nothing can survive this process.
  func read() throws(BusError) -> Recovered? {
    let passed = PassedDescriptors(lane: .restored, pool: context.workers)
    let manager: DescriptorStore
    let folder: Folder
    do throws(SystemError) {
      guard let found = try DescriptorStore(loop: context.loop) else { return nil }
      manager = found
      folder = try RuntimeFolder.ready()
    } catch {
      context.log.warning("offers will not survive a restart of dragd: \(error)")
      return nil
    }
    let name = try busIdentity() + ".state"
    var restoration = ContentRestoration(
      passed, into: context.store, memory: context.memory.ordinary)
    let saved = savedState(name, in: folder)
    let committed = committedMoves(of: saved.cookies)
    let records = saved.ordered.compactMap { restoration.restore($0) }
    if restoration.missing > 0 {
      context.log.warning(
        "\(restoration.missing) representations are lost: the service manager has kept no "
          + "descriptors for them")
    }
    let effects =
      records.isEmpty
      ? []
      : context.model.restore(
        records, present: try presentPeers(), isCommitted: committed.contains,
        at: context.now)
    let persistence = StatePersistence(
      folder: folder, name: name, manager: manager, names: restoration.names, context: context)
    return Recovered(
      persistence: persistence, effects: effects, unusedNames: restoration.unusedNames,
      committedMoves: committed.transfers)
  }

  /// Makes this dragd, which owns the bus name now, the one that writes the state file, and announces the offers.
  func restore(_ recovered: Recovered) {
    let persistence = recovered.persistence
    context.persistence = persistence
    context.model.keepsContent = true
    context.perform(recovered.effects)
    persistence.drop(names: recovered.unusedNames)
    persistence.replaceFile(context.model, context.store)
    if !recovered.committedMoves.isEmpty {
      persistence.whenWritten { [ledger] in
        ledger.ask(.unlist(recovered.committedMoves)) { _ in }
      }
    }
    let offers = context.model.inventory.offers
    if offers > 0 { context.log.info("restored \(offers) offers of an earlier dragd") }
  }

  private func savedState(_ name: String, in folder: borrowing Folder) -> SavedState {
    do throws(SystemError) {
      guard let content = try Journal.read(name, in: folder) else { return .none }
      let saved = SavedState(content)
      if saved.isForeign {
        context.log.warning("the saved state is of another version: dragd drops it")
      } else if saved.isDamaged {
        context.log.warning("the saved state is damaged: dragd keeps the readable part")
      }
      return saved
    } catch {
      context.log.warning("dragd cannot read the saved state: \(error)")
      return .none
    }
  }

  /// Waits for the ledger to tell which items of the saved offers were moved away: no peer may see them again.
  private func committedMoves(of cookies: Set<String>) -> CommittedMoves {
    guard !cookies.isEmpty else { return CommittedMoves([]) }
    var answer: Result<[MoveRecord], Rejection>?
    ledger.committedKeys(of: cookies) { answer = $0 }
    let end = Clock.monotonic + Self.ledgerTimeout
    while answer == nil, Clock.monotonic < end { context.loop.turn(timeout: 100) }
    switch answer {
    case .success(let records): return CommittedMoves(records)
    case .failure(let why):
      context.log.warning("dragd drops the items that can be moved: \(why.message)")
      return .unknown
    case nil:
      context.log.warning(
        "dragd drops the items that can be moved: the records of moves cannot be read")
      return .unknown
    }
  }

  /// Microseconds that the disk has at the start.
  private static let ledgerTimeout: UInt64 = 10_000_000

  // MARK: The bus

  /// The id of the bus, which no other bus has: a part of the name of the state file.
  private func busIdentity() throws(BusError) -> String {
    let reply = try context.bus.callAndWait(
      try Connection.busCall("GetId"), timeout: Connection.usualTimeout)
    var reader = reply.read()
    return try mapError { () throws(DecodingFailure) in
      let id = try reader.string()
      if !id.isEmpty, id.utf8.allSatisfy(\.isHexadecimal) { return id }
      throw DecodingFailure(expected: "hexadecimal digits", found: id, at: "argument 1")
    } to: {
      BusError($0)
    }
  }

  private func presentPeers() throws(BusError) -> Set<Peer> {
    let reply = try context.bus.callAndWait(
      try Connection.busCall("ListNames"), timeout: Connection.usualTimeout)
    var reader = reply.read()
    var present: Set<Peer> = []
    try mapError { () throws(DecodingFailure) in
      for name in try reader.strings() { present.insert(Peer(name)) }
    } to: {
      BusError($0)
    }
    return present
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
