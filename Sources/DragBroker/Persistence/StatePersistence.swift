internal import DragModel
internal import DragSystem
internal import ServiceLog

/// Lets offers outlive this process: it gives their descriptors to the service manager and writes the rest into the
/// state file.
///
/// An offer survives once its descriptors have been sent and its record is written, which is before its call is
/// answered. The same holds for a withdrawal and for the use of an item. The loop's thread does both: it sends a
/// datagram, which never blocks, and writes some hundred bytes to a file in memory.
final class StatePersistence {
  private var file: StateFile
  private let loop: EventLoop
  private let workers: WorkerPool
  private let log: Log
  private let manager: DescriptorStore
  private weak var context: BrokerContext?

  /// Nil until it could be made.
  private var journal: Journal?
  /// While a worker writes a new file: the records that it lacks.
  private var recordsToAdd: JournalRecords?
  /// Whether the file lacks records because it could not be written.
  private var lacksRecords = false
  /// Whether another dragd has put its own file in place: the offers of this one no longer survive.
  private var isSuperseded = false
  /// Called once the file lacks no record.
  private var whenCompleteHandlers: [() -> Void] = []
  /// The names under which the manager keeps contents, by the numbers of the contents.
  private var names: [UInt64: String]
  /// The bytes of each offer in the file.
  private var sizes: [Identifier: Int] = [:]
  private var liveBytes = 0

  init(
    folder: consuming Folder, name: String, manager: DescriptorStore, names: [UInt64: String],
    context: BrokerContext
  ) {
    file = StateFile(name, in: folder)
    self.manager = manager
    self.names = names
    self.context = context
    loop = context.loop
    workers = context.workers
    log = context.log
    manager.onFailure = { [log] error in
      log.warning("dragd cannot pass held content to the service manager: \(error)")
    }
  }

  // MARK: Changes

  /// Records changes, all or none.
  func write(_ changes: [RecordedChange], of model: Broker, _ payloads: PayloadStore) {
    guard !isSuperseded else { return }
    var records = JournalRecords()
    for change in changes {
      let before = records.size
      guard let record = record(of: change, in: model, payloads) else { continue }
      records.append(record.bytes)
      count(change, bytes: records.size - before)
    }
    guard records.size > 0 else { return }
    recordsToAdd?.append(records)
    guard !lacksRecords else { return rewrite(model, payloads) }
    append(records)
    compactIfLarge(model, payloads)
  }

  /// Has the manager drop the descriptor of content that was removed.
  func forget(_ content: HeldContent) {
    guard let name = names.removeValue(forKey: content.id) else { return }
    manager.drop(name)
  }

  /// Calls `body` once the state file has every record: usually at once. It never calls it if the file is another
  /// dragd's, whose content this one does not know.
  func whenWritten(_ body: @escaping () -> Void) {
    guard !isSuperseded else { return }
    if lacksRecords { whenCompleteHandlers.append(body) } else { body() }
  }

  /// Calls `answer` once the manager has every descriptor: usually at once, and after a second in any case.
  func whenKept(_ answer: @escaping () -> Void) {
    guard manager.isBehind else { return answer() }
    var answer: (() -> Void)? = answer
    let once = {
      answer?()
      answer = nil
    }
    let timer = loop.after(microseconds: Self.managerTimeout, then: once)
    manager.whenSent {
      timer.cancel()
      once()
    }
  }

  /// Microseconds that a call waits for the manager.
  private static let managerTimeout: UInt64 = 1_000_000

  private func record(
    of change: RecordedChange, in model: Broker, _ payloads: PayloadStore
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
    case .used(let id, let item, let count): return .used(id, item: item, count: count)
    case .emptied(let id, let item): return .emptied(id, item: item)
    case .left(let id, let expires, let deadline):
      return .left(id, expires: expires, deadline: deadline)
    case .ended(let id): return .ended(id)
    }
  }

  private func snapshot(_ model: Broker, _ payloads: PayloadStore) -> StateSnapshot {
    StateSnapshot(model: model, payloads: payloads.all, names: names)
  }

  private func count(_ change: RecordedChange, bytes: Int) {
    switch change {
    case .published, .grown:
      sizes[change.offer, default: 0] += bytes
      liveBytes += bytes
    case .ended: liveBytes -= sizes.removeValue(forKey: change.offer) ?? 0
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

  /// Has the manager drop the descriptors of these names.
  func drop(names: [String]) {
    for name in names where DescriptorStore.isName(name) { manager.drop(name) }
  }

  // MARK: The file

  private func append(_ records: JournalRecords) {
    do throws(SystemError) {
      try journal?.append(records)
    } catch {
      recordFailure(error)
    }
  }

  private func recordFailure(_ error: SystemError) {
    if !lacksRecords { log.warning("the state of offers cannot be written: \(error)") }
    lacksRecords = true
  }

  /// Writes a new file at once and puts it in place of any other: this dragd owns the bus name.
  func replaceFile(_ model: Broker, _ payloads: PayloadStore) {
    isSuperseded = false
    // The file that a worker may be writing is older.
    recordsToAdd = nil
    writeAll(model, payloads) { file throws(SystemError) in
      try file.replaceOthers()
      return true
    }
  }

  /// Stops writing, because another dragd serves the bus and writes the state.
  func abandonFile() {
    guard !isSuperseded else { return }
    isSuperseded = true
    journal = nil
    recordsToAdd = nil
    whenCompleteHandlers = []
    log.warning("another dragd writes the state of offers now: the offers of this one end with it")
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
      try use(fresh, sizes, place)
    } catch {
      file.discard()
      recordFailure(error)
    }
  }

  /// Writes a new file when the present one is much larger than its offers need.
  private func compactIfLarge(_ model: Broker, _ payloads: PayloadStore) {
    guard recordsToAdd == nil, let size = journal?.size else { return }
    if sizes.isEmpty, size > Self.smallest / 16 { return writeAll(model, payloads) }
    if size > Self.smallest + 2 * UInt64(liveBytes) { rewrite(model, payloads) }
  }

  /// Bytes of a file that needs no compaction.
  private static let smallest: UInt64 = 1 << 20

  /// Writes a new file on a worker.
  private func rewrite(_ model: Broker, _ payloads: PayloadStore) {
    guard recordsToAdd == nil else { return }
    recordsToAdd = JournalRecords()
    let snapshot = snapshot(model, payloads)
    let name = file.nextName()
    let folder: Folder
    do throws(SystemError) {
      folder = try file.duplicateFolder()
    } catch {
      recordsToAdd = nil
      return recordFailure(error)
    }
    workers.run(
      lane: .state, { RewrittenFile(snapshot, name, in: folder) },
      then: { [weak self] in self?.replaceFile(with: $0, name) })
  }

  /// - Parameter name: of the new file.
  private func replaceFile(with rewritten: consuming RewrittenFile, _ name: String) {
    // Not so if the loop's thread has written a newer file, or another dragd writes the state.
    guard file.isNext(name), let added = recordsToAdd else { return file.discard(name) }
    recordsToAdd = nil
    do throws(SystemError) {
      var fresh = try rewritten.open()
      try fresh.append(added)
      try use(fresh, sizes) { file throws(SystemError) in try file.replace() }
    } catch {
      file.discard(name)
      recordFailure(error)
      // The changes since may have made room, and no other may come.
      if added.size > 0, let context { rewrite(context.model, context.store) }
    }
  }

  private func use(
    _ fresh: consuming Journal, _ sizes: [Identifier: Int],
    _ place: (inout StateFile) throws(SystemError) -> Bool
  ) throws(SystemError) {
    guard try place(&file) else { return abandonFile() }
    journal = consume fresh
    self.sizes = sizes
    liveBytes = sizes.values.reduce(0, +)
    guard lacksRecords else { return }
    lacksRecords = false
    log.info("the state of offers can be written again")
    let handlers = whenCompleteHandlers
    whenCompleteHandlers = []
    for body in handlers { body() }
  }

  /// Removes the file, because no offer is left to restore.
  func removeFile() {
    guard !isSuperseded else { return }
    do throws(SystemError) {
      try file.remove()
    } catch {
      log.warning("the state of offers cannot be removed: \(error)")
    }
  }
}
