internal import ClipboardModel
internal import DragModel
internal import DragSystem
internal import ServiceLog

/// Keeps the history in a folder, where it outlives the session: after each change of the history it writes and removes
/// what differs, on a worker.
final class HistoryStore {
  private let folder: HistoryFolder
  private let reads: ReadStore
  private let workers: WorkerPool
  private let log: Log
  /// What the folder has, once the running work is done.
  private var stored: [EntryID: HistoryFolder.Facts]
  /// What is to be done, and after it.
  private var pending: Pending?
  private var running: Pending?
  /// Entries that could not be written, and until when this is not tried again.
  private var unwritten: Set<EntryID> = []
  private var triesAgain: UInt64 = 0

  private struct Pending {
    var changes: () -> HistoryFolder.Changes
    var removesAll = false
    var then: [(String?) -> Void] = []
  }

  var path: String { folder.path }

  /// In microseconds.
  private static let pause: UInt64 = 60_000_000
  /// Above the numbers of present contents and reads, and of those from dragd.
  private static let firstNumber: UInt64 = 1 << 33

  /// Opens the folder; nil, with a line in the log, where that fails or another dragclip has it.
  init?(_ reads: ReadStore, _ workers: WorkerPool, _ log: Log) {
    do throws(HistoryFolder.Unusable) {
      guard let folder = try HistoryFolder.open(creates: true) else {
        log.detail("another dragclip keeps the history, so this one keeps none")
        return nil
      }
      self.folder = folder
      stored = try folder.entries { log.warning($0) }
    } catch {
      log.warning("the history is not kept on the disk: \(error.reason)")
      return nil
    }
    (self.reads, self.workers, self.log) = (reads, workers, log)
  }

  /// Removes what an earlier dragclip has kept.
  static func removeAll(_ log: Log) {
    do throws(HistoryFolder.Unusable) {
      guard let folder = try HistoryFolder.open(creates: false) else { return }
      let failures = folder.perform(HistoryFolder.Changes(removesAll: true))
      if let reason = failures.left {
        log.warning("a history stays in \(folder.path): \(reason)")
      }
    } catch {
      log.warning("a history may be kept on the disk: \(error.reason)")
    }
  }

  // MARK: Reading

  /// Reads the contents in the folder, the oldest first; waits for the disk.
  ///
  /// - Parameters:
  ///   - known: those that are in the history already.
  ///   - limits: more are not read, and are removed with the next change.
  func restore(without known: Set<EntryID>, _ limits: History.Limits) -> [RestoredEntry] {
    var found: [RestoredEntry] = []
    var number = Self.firstNumber
    var count = 0
    for (id, facts) in stored.sorted(by: { $0.value.copied > $1.value.copied })
    where !known.contains(id) {
      guard facts.isPinned || count < limits.count else { continue }
      guard let entry = folder.read(id, facts, { log.warning($0) }) else {
        stored[id] = nil
        continue
      }
      if !facts.isPinned { count += 1 }
      if let restored = restored(id, facts, entry, &number) {
        found.append(restored)
      } else {
        stored[id] = nil
      }
    }
    return found.reversed()
  }

  private func restored(
    _ id: EntryID, _ facts: HistoryFolder.Facts, _ entry: StoredEntry, _ number: inout UInt64
  ) -> RestoredEntry? {
    number += 1
    let serial = Serial(number)
    var types: [KeptType] = []
    var contents: [(ReadNumber, Content)] = []
    for (type, bytes) in entry.types {
      number += 1
      do throws(SystemError) {
        let content = try Content.containing(
          bytes, placement: reads.placement, lane: .memory, pool: workers)
        types.append(
          KeptType(
            imported: type, read: ReadNumber(number), size: content.size,
            fingerprint: content.fingerprint))
        contents.append((ReadNumber(number), content))
      } catch {
        log.warning("an entry of the history does not fit into memory: \(error.reason)")
        return nil
      }
    }
    let held = KeptContent(
      serial: serial, types: types, copied: facts.copied, isSingleWord: entry.isSingleWord,
      file: entry.file)
    return RestoredEntry(
      id: id, offer: nil, held: held, contents: contents, isPinned: facts.isPinned)
  }

  // MARK: Writing

  /// The folder is to have these entries and no others.
  func save(_ entries: @escaping () -> [History.Entry]) {
    guard pending == nil else { return }
    pending = Pending { [unowned self] in changes(to: entries()) }
    run()
  }

  /// The folder is to have nothing of the history, damaged files neither.
  func removeAll(_ entries: @escaping () -> [History.Entry]) {
    if pending == nil { pending = Pending { [unowned self] in changes(to: entries()) } }
    pending?.removesAll = true
    run()
  }

  /// Calls `body` once all earlier changes are on the disk, with the reason why a removed content stays there.
  func whenSaved(_ body: @escaping (String?) -> Void) {
    if pending != nil {
      pending?.then.append(body)
    } else if running != nil {
      running?.then.append(body)
    } else {
      body(nil)
    }
  }

  private func run() {
    guard running == nil, let next = pending else { return }
    pending = nil
    var changes = next.changes()
    changes.removesAll = next.removesAll
    guard !changes.isEmpty else {
      for body in next.then { body(nil) }
      return
    }
    running = next
    let folder = folder
    workers.run(lane: .state) { [changes] in
      folder.perform(changes)
    } then: { [self] failures in
      ended(failures, of: changes)
    }
  }

  private func ended(_ failures: HistoryFolder.Failures, of changes: HistoryFolder.Changes) {
    let then = running?.then ?? []
    running = nil
    note(failures, of: changes)
    let reason = failures.left ?? failures.unremoved.values.first
    run()
    for body in then { body(reason.map { "\(folder.path): \($0)" }) }
  }

  /// Brings the folder to these entries for the last time; waits for the disk.
  func finish(_ entries: [History.Entry]) {
    triesAgain = 0
    let changes = changes(to: entries)
    if !changes.isEmpty { note(folder.perform(changes), of: changes) }
    isOver = true
  }

  private var isOver = false

  private func changes(to entries: [History.Entry]) -> HistoryFolder.Changes {
    var changes = HistoryFolder.Changes()
    guard !isOver else { return changes }
    if Clock.monotonic >= triesAgain { unwritten = [] }
    var wanted: Set<EntryID> = []
    for entry in entries {
      wanted.insert(entry.id)
      let facts = HistoryFolder.Facts(copied: entry.copied, isPinned: entry.isPinned)
      if let former = stored[entry.id] {
        guard former != facts else { continue }
        changes.changed.append((entry.id, former, facts))
      } else {
        guard !unwritten.contains(entry.id), let new = written(entry, facts) else { continue }
        changes.written.append(new)
      }
      stored[entry.id] = facts
    }
    for (id, facts) in stored where !wanted.contains(id) {
      changes.removed.append((id, facts))
      stored[id] = nil
    }
    unwritten.formIntersection(wanted)
    return changes
  }

  private func written(
    _ entry: History.Entry, _ facts: HistoryFolder.Facts
  ) -> HistoryFolder.Entry? {
    var types: [(type: ImportedType, content: Content)] = []
    for type in entry.content.types {
      guard let content = reads.content(type.read) else { return nil }
      types.append((type.imported, content))
    }
    return HistoryFolder.Entry(
      id: entry.id, facts: facts, isSingleWord: entry.content.isSingleWord,
      file: entry.content.file, types: types)
  }

  private func note(_ failures: HistoryFolder.Failures, of changes: HistoryFolder.Changes) {
    for change in changes.removed {
      // It is tried again with the next change.
      if failures.unremoved[change.id] != nil { stored[change.id] = change.facts }
    }
    guard let reason = failures.unwritten.values.first else {
      if !changes.written.isEmpty, unwritten.isEmpty, isFailing {
        isFailing = false
        log.info("the history is kept on the disk again")
      }
      return
    }
    for id in failures.unwritten.keys {
      stored[id] = nil
      unwritten.insert(id)
    }
    triesAgain = Clock.monotonic + Self.pause
    guard !isFailing else { return }
    isFailing = true
    log.warning(
      "the history goes on in memory, and is not kept on the disk: \(folder.path): \(reason)")
  }

  /// Said once, until it works again.
  private var isFailing = false
}
