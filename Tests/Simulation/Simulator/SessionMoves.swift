internal import CSimulation
internal import DragClient
internal import DragModel
internal import Simulation

/// What programs on DragClient have on their disks: items that move between them. It outlives the processes.
final class MoveStores: @unchecked Sendable {
  /// By program: the keys of the items that it has to offer.
  var items: [String: Set<String>] = [:]
  /// By program: what it has stored and not made permanent, by transfer.
  var pending: [String: [TransferID: String]] = [:]
  /// By program: what it has made permanent, by transfer.
  var permanent: [String: [TransferID: String]] = [:]
  /// By program: permanent, and dragd may not know.
  var unforgotten: [String: Set<TransferID>] = [:]
  private var keys: [String] = []

  func newKey(of program: String) -> String {
    let key = "move \(program)/\(keys.count)"
    keys.append(key)
    items[program, default: []].insert(key)
    return key
  }

  /// The programs that have to settle something when they start again.
  var programs: [String] {
    Set(items.keys).union(pending.keys).union(unforgotten.keys).sorted()
  }

  /// Each item exists once.
  func check(_ world: World) {
    for key in keys {
      let sources = items.values.count { $0.contains(key) }
      let places = permanent.values.flatMap(\.values).count { $0 == key }
      if sources + places != 1 {
        world.violate("“\(key)” is with its source \(sources) times, and moved \(places) times")
      }
    }
    for (program, left) in pending.sorted(by: { $0.key < $1.key }) where !left.isEmpty {
      world.violate("\(program) has \(left.count) pending moves for ever")
    }
  }
}

/// The journal of one program.
struct StoredJournal: MoveJournal {
  let stores: MoveStores
  let program: String

  func pendingMoves() async throws -> [TransferID] {
    let pending = Set(stores.pending[program, default: [:]].keys)
    return pending.union(stores.unforgotten[program, default: []])
      .sorted { $0.rawValue < $1.rawValue }
  }

  func makePermanent(_ transfer: TransferID) async throws {
    guard let key = stores.pending[program]?.removeValue(forKey: transfer) else { return }
    stores.permanent[program, default: [:]][transfer] = key
    stores.unforgotten[program, default: []].insert(transfer)
  }

  func discard(_ transfer: TransferID) async throws {
    stores.pending[program]?[transfer] = nil
  }

  func forget(_ transfer: TransferID) async throws {
    stores.unforgotten[program]?.remove(transfer)
  }
}

/// Moves of a program on DragClient.
struct SessionMoves {
  let stores: MoveStores
  let program: String
  let world: World

  var journal: StoredJournal { StoredJournal(stores: stores, program: program) }

  private var source: MoveSource {
    let (stores, program) = (stores, program)
    return MoveSource(
      cookie: "a-cookie-of-\(program.replacing(" ", with: "-"))-that-is-long-enough",
      check: { key in
        guard stores.items[program]?.contains(key) == true else {
          throw DragError(.sourceFailed, "there is no \(key)")
        }
      }, delete: { key in stores.items[program]?.remove(key) })
  }

  func offer(_ client: DragClient) async throws(DragError) -> Offering {
    let key = stores.newKey(of: program)
    var item = ItemProvider(suggestedName: key.replacing("/", with: " "), key: key)
    item.register("text/plain", bytes: Array(key.utf8))
    var options = OfferingOptions()
    options.operations = [.copy, .move]
    options.moves = source
    return try await client.offer([item], options: options)
  }

  /// Moves what is listed first.
  /// - Parameter isLate: whether it takes longer than dragd waits.
  func take(_ client: DragClient, isLate: Bool) async throws(DragError) {
    let item = try await client.find(["text/plain"]).firstItem()
    let (stores, program) = (stores, program)
    try await item.move(journal: journal) { content, transfer in
      let key = String(decoding: try await content.bytes(), as: UTF8.self)
      stores.pending[program, default: [:]][transfer] = key
      if isLate { await SimulatedProcess.pause(milliseconds: 90_000) }
    }
    if isLate { world.violate("a move succeeds whose destination has not called Finish in time") }
  }

  /// Settles what the program has taken; until nothing is left open, for a while.
  /// - Parameter isStart: whether as at the program's start, with what was taken from it. Later the library does that.
  func recover(_ client: DragClient, isStart: Bool) async {
    for _ in 0..<8 {
      let isClean = (try? await client.recover(journal: journal).undecided.isEmpty) ?? false
      var isClaimed = true
      if isStart { isClaimed = (try? await client.recover(source: source)) != nil }
      if isClean, isClaimed { return }
      await SimulatedProcess.pause(milliseconds: 5_000)
    }
  }
}
