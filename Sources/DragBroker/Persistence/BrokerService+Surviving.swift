internal import DBus
internal import DragModel
internal import DragSystem

// Offers outlive this process: what an earlier one has left is taken in before the bus knows this one, and what
// changes is written down.

extension BrokerService {
  /// Takes in what an earlier dragd on this bus has left. Nothing that is kept has changed when this returns: another
  /// dragd may have the name.
  func recover() throws(BusError) -> Recovery? {
    let passed = PassedDescriptors(lane: "restored", pool: workers)
    let manager: DescriptorStore
    let folder: Folder
    do throws(SystemError) {
      guard let found = try DescriptorStore(loop: loop) else { return nil }
      manager = found
      folder = try RuntimeFolder.ready()
    } catch {
      log.warning("offers will not survive a restart of dragd: \(error)")
      return nil
    }
    let name = try busIdentity() + ".state"
    var restoration = Restoration(passed, into: store, memory: memory.ordinary)
    let saved = savedOffers(name, in: folder)
    let moved = committedMoves(of: saved.cookies)
    let records = saved.ordered.compactMap { restoration.restore($0) }
    if restoration.missing > 0 {
      log.warning(
        "\(restoration.missing) representations are lost: the service manager has kept no "
          + "descriptors for them")
    }
    let effects =
      records.isEmpty
      ? []
      : model.restore(
        records, present: try presentPeers(), isCommitted: moved.contains(cookie:key:), at: now)
    let persistence = StatePersistence(
      folder: folder, name: name, manager: manager, names: restoration.names, service: self)
    return Recovery(
      persistence: persistence, effects: effects, unused: restoration.unused, moved: moved.transfers
    )
  }

  private func savedOffers(
    _ name: String, in folder: borrowing Folder
  ) -> SavedState {
    do throws(SystemError) {
      guard let content = try Journal.read(name, in: folder) else { return .none }
      let saved = SavedState(content)
      if saved.isForeign {
        log.warning("the state that was saved is not of this version: it is dropped")
      } else if saved.isDamaged {
        log.warning("the state that was saved is damaged: what can be read of it is kept")
      }
      return saved
    } catch {
      log.warning("the state that was saved cannot be read: \(error)")
      return .none
    }
  }

  /// This dragd serves the bus: from here on it is the one that writes.
  func begin(_ recovery: Recovery) {
    persistence = recovery.persistence
    model.keepsContent = true
    perform(recovery.effects)
    recovery.persistence.drop(names: recovery.unused)
    recovery.persistence.takeOver(model, store)
    if !recovery.moved.isEmpty {
      recovery.persistence.whenWritten { [ledger] in
        ledger.ask(.unlist(recovery.moved)) { _ in }
      }
    }
    let offers = model.inventory.offers
    if offers > 0 { log.info("\(offers) offers of an earlier dragd are here again") }
  }

  struct Recovery {
    let persistence: StatePersistence
    let effects: [Effect]
    /// What the manager has kept for nothing.
    let unused: [String]
    /// Moves that have taken items out of what was saved.
    let moved: [Identifier]
  }

  /// Writes down what of the effects has to be, before anything is answered or done.
  func writeDown(_ effects: [Effect]) {
    guard let persistence else { return }
    let changes = effects.compactMap { effect in
      if case .record(let change) = effect { change } else { nil }
    }
    if !changes.isEmpty { persistence.write(changes, of: model, store) }
  }

  /// Performs what a call has led to, and answers the call once that is written down.
  func perform(_ effects: [Effect], answering answer: () -> Void) {
    writeDown(effects)
    answer()
    carryOut(effects)
  }

  /// Calls `answer` once the service manager has what was given to it.
  func whenKept(_ answer: @escaping () -> Void) {
    if let persistence { persistence.whenKept(answer) } else { answer() }
  }

  /// Asks the ledger which items of saved offers have moved away, and waits for it: nobody may see them again.
  private func committedMoves(of cookies: Set<String>) -> CommittedMoves {
    guard !cookies.isEmpty else { return CommittedMoves([]) }
    var answer: Result<[MoveRecord], Rejection>?
    ledger.committedKeys(of: cookies) { answer = $0 }
    let end = Clock.monotonic + Self.ledgerPatience
    while answer == nil, Clock.monotonic < end { loop.turn(timeout: 100) }
    switch answer {
    case .success(let records): return CommittedMoves(records)
    case .failure(let why):
      log.warning("items that can be moved are dropped: \(why.message)")
      return .unknown
    case nil:
      log.warning("items that can be moved are dropped: the records of moves cannot be read")
      return .unknown
    }
  }

  /// Microseconds that the disk may take at the start.
  private static let ledgerPatience: UInt64 = 10_000_000

  /// The bus's own id, which no other bus ever has: a part of a file name.
  private func busIdentity() throws(BusError) -> String {
    let reply = try ask("GetId")
    var reader = reply.read()
    do throws(DecodingFailure) {
      let id = try reader.string()
      if !id.isEmpty, id.utf8.allSatisfy(\.isHexadecimal) { return id }
      throw DecodingFailure(expected: "hexadecimal digits", found: id, at: "argument 1")
    } catch {
      throw BusError(error)
    }
  }

  private func presentPeers() throws(BusError) -> Set<Peer> {
    let reply = try ask("ListNames")
    var reader = reply.read()
    var present: Set<Peer> = []
    do throws(DecodingFailure) {
      for name in try reader.strings() { present.insert(Peer(name)) }
    } catch {
      throw BusError(error)
    }
    return present
  }

  private func ask(_ member: String) throws(BusError) -> Message {
    try bus.callAndWait(
      try Message.call(
        to: Connection.busName, path: "/org/freedesktop/DBus", interface: Connection.busName,
        member: member),
      timeout: 25_000)
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
