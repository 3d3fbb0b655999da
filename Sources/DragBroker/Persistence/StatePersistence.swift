internal import DragModel
internal import DragSystem

/// Sees that offers outlive this process: descriptors go to the service manager, the rest into the state file.
///
/// An offer survives from the moment its descriptors have been sent and its record is written, and that is before the
/// call that offered it is answered. The same holds for a withdrawal, and for an accepted item's use. Both are done on the
/// loop's thread: a datagram that is never waited for, and a write of some hundred bytes to a file that is in memory.
final class StatePersistence {
  private var file: StateFile
  private let loop: EventLoop
  private let workers: WorkerPool
  private let log: Log
  private let manager: DescriptorStore

  /// Nil until it could be made.
  private var journal: Journal?
  /// The file is written anew: what has happened meanwhile has to be added.
  private var meanwhile: JournalRecords?
  /// Whether the file lacks something because it could not be written.
  private var isBehind = false
  /// Another dragd has put its own file there: this one's offers survive no more.
  private var isSuperseded = false
  /// What waits until the file lacks nothing.
  private var waiting: [() -> Void] = []
  /// What the manager keeps contents under, by the contents' numbers.
  private var names: [UInt64: String]
  /// Bytes of the file that offers need, by offer.
  private var sizes: [Identifier: Int] = [:]
  private var liveBytes = 0

  init(
    folder: consuming Folder, name: String, manager: DescriptorStore, names: [UInt64: String],
    service: BrokerService
  ) {
    file = StateFile(name, in: folder)
    self.manager = manager
    self.names = names
    loop = service.loop
    workers = service.workers
    log = service.log
    manager.onFailure = { [log] error in
      log.warning("held content cannot be given to the service manager: \(error)")
    }
  }

  // MARK: Changes

  /// Writes changes down, all or none.
  func write(_ changes: [OfferChange], of model: Broker, _ payloads: PayloadStore) {
    guard !isSuperseded else { return }
    var records = JournalRecords()
    for change in changes {
      let before = records.size
      guard let record = record(of: change, in: model, payloads) else { continue }
      records.append(record.bytes)
      count(change, bytes: records.size - before)
    }
    guard records.size > 0 else { return }
    meanwhile?.append(records)
    guard !isBehind else { return rewrite(model, payloads) }
    append(records)
    tidy(model, payloads)
  }

  /// The content is gone.
  func forget(_ content: HeldContent) {
    guard let name = names.removeValue(forKey: content.id) else { return }
    manager.drop(name)
  }

  /// Calls `body` when everything that was written down is in the state file: mostly at once; never where that file is
  /// another dragd's, of which nothing is known here.
  func whenWritten(_ body: @escaping () -> Void) {
    guard !isSuperseded else { return }
    if isBehind { waiting.append(body) } else { body() }
  }

  /// Calls `answer` when every descriptor is with the manager: at once unless that is busy, and after a second in any
  /// case.
  func whenKept(_ answer: @escaping () -> Void) {
    guard manager.isBehind else { return answer() }
    var answer: (() -> Void)? = answer
    let once = {
      answer?()
      answer = nil
    }
    let timer = loop.after(microseconds: Self.patience, then: once)
    manager.whenSent {
      timer.cancel()
      once()
    }
  }

  private static let patience: UInt64 = 1_000_000

  private func record(
    of change: OfferChange, in model: Broker, _ payloads: PayloadStore
  ) -> StateRecord? {
    switch change {
    case .published(let id):
      guard let offer = model.record(of: id) else { return nil }
      keep(offer.items, of: id, from: 0, payloads)
      return .offer(snapshot(model, payloads).stored(offer))
    case .grown(let id, let first, let isComplete):
      let items = model.recordedItems(of: id, from: first)
      keep(items, of: id, from: first, payloads)
      let snapshot = snapshot(model, payloads)
      return .items(id, from: first, isComplete: isComplete, items.map(snapshot.stored))
    case .used(let id, let item, let taken): return .used(id, item: item, taken: taken)
    case .emptied(let id, let item): return .emptied(id, item: item)
    case .left(let id, let expires, let deadline):
      return .left(id, expires: expires, deadline: deadline)
    case .over(let id): return .over(id)
    }
  }

  private func snapshot(_ model: Broker, _ payloads: PayloadStore) -> StateSnapshot {
    StateSnapshot(model: model, payloads: payloads.all, names: names)
  }

  private func count(_ change: OfferChange, bytes: Int) {
    switch change {
    case .published, .grown:
      sizes[change.offer, default: 0] += bytes
      liveBytes += bytes
    case .over: liveBytes -= sizes.removeValue(forKey: change.offer) ?? 0
    case .used, .emptied, .left: break
    }
  }

  // MARK: Descriptors

  private func keep(
    _ items: [RecordedItem<OfferedContent>], of id: Identifier, from first: Int,
    _ payloads: PayloadStore
  ) {
    for (item, recorded) in items.enumerated() {
      for (index, representation) in recorded.representations.enumerated() {
        guard case .held(let content) = representation.content,
          let file = payloads[content]?.fileToKeep(pool: workers)
        else { continue }
        let name = "\(id).\(first + item).\(index)"
        manager.keep(file, as: name)
        names[content.id] = name
      }
    }
  }

  /// The manager keeps nothing under these names any more.
  func drop(names: [String]) {
    for name in names where DescriptorStore.isName(name) { manager.drop(name) }
  }

  // MARK: The file

  private func append(_ records: JournalRecords) {
    do throws(SystemError) {
      try journal?.append(records)
    } catch {
      fallBehind(error)
    }
  }

  private func fallBehind(_ error: SystemError) {
    if !isBehind { log.warning("the state of offers cannot be written: \(error)") }
    isBehind = true
  }

  /// Writes the file anew at once, whatever is there: this dragd has the bus's name.
  func takeOver(_ model: Broker, _ payloads: PayloadStore) {
    isSuperseded = false
    // What was being written anew is older than this.
    meanwhile = nil
    writeAll(model, payloads) { file throws(SystemError) in
      try file.takeOver()
      return true
    }
  }

  /// Another dragd serves the bus.
  func giveUp() {
    guard !isSuperseded else { return }
    isSuperseded = true
    journal = nil
    meanwhile = nil
    waiting = []
    log.warning("another dragd keeps the state of offers now: those of this one do not survive it")
  }

  private func writeAll(_ model: Broker, _ payloads: PayloadStore) {
    writeAll(model, payloads) { file throws(SystemError) in try file.replace() }
  }

  private func writeAll(
    _ model: Broker, _ payloads: PayloadStore,
    _ place: (inout StateFile) throws(SystemError) -> Bool
  ) {
    do throws(SystemError) {
      var fresh = try file.create()
      let sizes = try snapshot(model, payloads).write(to: &fresh)
      try take(fresh, sizes, place)
    } catch {
      fallBehind(error)
    }
  }

  /// Keeps the file from growing for ever.
  private func tidy(_ model: Broker, _ payloads: PayloadStore) {
    guard meanwhile == nil, let size = journal?.size else { return }
    if sizes.isEmpty, size > Self.smallest / 16 { return writeAll(model, payloads) }
    if size > Self.smallest + 2 * UInt64(liveBytes) { rewrite(model, payloads) }
  }

  /// Bytes that are not worth the trouble.
  private static let smallest: UInt64 = 1 << 20

  /// Writes the file anew on a worker.
  private func rewrite(_ model: Broker, _ payloads: PayloadStore) {
    guard meanwhile == nil else { return }
    meanwhile = JournalRecords()
    let snapshot = snapshot(model, payloads)
    let name = file.nextName()
    let folder: Folder
    do throws(SystemError) {
      folder = try file.duplicateFolder()
    } catch {
      meanwhile = nil
      return fallBehind(error)
    }
    workers.run(
      lane: "state", { Rewriting(snapshot, name, in: folder) },
      then: { [weak self] in self?.finish($0) })
  }

  private func finish(_ rewriting: consuming Rewriting) {
    // Without it the file was written anew by other means.
    guard let added = meanwhile else { return }
    meanwhile = nil
    do throws(SystemError) {
      var fresh = try rewriting.take()
      try fresh.append(added)
      try take(fresh, sizes) { file throws(SystemError) in try file.replace() }
    } catch {
      fallBehind(error)
    }
  }

  private func take(
    _ fresh: consuming Journal, _ sizes: [Identifier: Int],
    _ place: (inout StateFile) throws(SystemError) -> Bool
  ) throws(SystemError) {
    guard try place(&file) else { return giveUp() }
    journal = consume fresh
    self.sizes = sizes
    liveBytes = sizes.values.reduce(0, +)
    guard isBehind else { return }
    isBehind = false
    log.info("the state of offers can be written again")
    let ready = waiting
    waiting = []
    for body in ready { body() }
  }

  /// Nothing is left that could be restored.
  func removeFile() {
    guard !isSuperseded else { return }
    do throws(SystemError) {
      try file.remove()
    } catch {
      log.warning("the state of offers cannot be removed: \(error)")
    }
  }
}
