import Synchronization

@testable import DragSystem

extension FuzzTarget {
  /// The log that the ledger is kept in. The first byte says whether the rest is the file itself, or records and what
  /// then happens to their file.
  static let recordLog = FuzzTarget(
    "recordLog",
    seeds: [
      [1, 0, 0, 0, 0, 0] + framed([1, 2]) + framed([3]), [3, 5, 0, 90, 0, 1] + framed([1, 2]),
    ],
    maxLength: 300
  ) { bytes throws(BrokenPromise) in
    var input = FuzzInput(bytes)
    let flags = input.byte()
    guard flags & 1 != 0 else {
      _ = try read(Array(input.rest))
      return
    }
    let (cut, place, change) = (input.short(), input.short(), input.byte())
    let transactions = input.records().filter { !$0.isEmpty && $0.count <= 4096 }.prefix(12)
    // Without a transaction there is no file.
    guard !transactions.isEmpty else { return }
    let storage = MemoryStorage(nil)
    var log = RecordLog(storage, options)
    var state = Records()
    for record in transactions {
      do throws(RecordLogFailure) {
        try log.transact(&state) { state in
          state.all.append(record)
          return RecordLog.Addition([record], isDurable: flags & 2 != 0)
        }
      } catch {
        throw BrokenPromise(description: "a log in memory fails: \(error)")
      }
    }
    let written = Array(transactions)
    var file = storage.bytes
    let witness = storage.witness
    try promise(try read(file, witness) == written, "a log has not what was written")
    file.removeLast(min(cut, file.count))
    if let left = try read(file, witness) {
      try promise(
        file.isEmpty || left == Array(written.prefix(left.count)),
        "a log that was cut short has other records")
    }
    guard !file.isEmpty else { return }
    file[place % file.count] ^= change
    if let left = try read(file, witness) {
      try promise(
        left == Array(written.prefix(left.count)), "a log that was damaged has other records")
    }
  }

  private static let options = RecordLog.Options(
    name: "log", contents: 1, recordLimit: 4096, isShared: false, isSynced: true)

  /// A file's records; nil if the file allows no conclusion.
  private static func read(
    _ file: [UInt8], _ witness: [UInt8]? = nil
  ) throws(BrokenPromise) -> [[UInt8]]? {
    let storage = MemoryStorage(file, witness: witness)
    var log = RecordLog(storage, options)
    var state = Records()
    do throws(RecordLogFailure) {
      try log.transact(&state) { _ in RecordLog.Addition() }
    } catch {
      guard case .unreadable = error else {
        throw BrokenPromise(description: "a log in memory fails: \(error)")
      }
      return nil
    }
    let first = state.all
    var second = RecordLog(storage, options)
    do throws(RecordLogFailure) {
      try second.transact(&state) { _ in RecordLog.Addition() }
    } catch {
      throw BrokenPromise(description: "a log that was read is not read again: \(error)")
    }
    try promise(state.all == first, "a log has other records when it is read again")
    return first
  }
}

/// Records that mean nothing.
private struct Records: RecordState {
  var all: [[UInt8]] = []

  mutating func reset() { all = [] }

  mutating func apply(_ record: [UInt8]) -> Bool {
    all.append(record)
    return true
  }

  func live() -> [[UInt8]] { all }
}

/// A folder that keeps everything, and a disk that is never full.
private final class MemoryStorage: RecordStorage {
  private let files: Mutex<[String: MemoryFile]>
  private let lastNumber = Mutex<UInt64>(1)

  /// - Parameters:
  ///   - bytes: of the log; nil: there is none yet.
  ///   - witness: the file beside the log that says how much of the log has been on the disk.
  init(_ bytes: [UInt8]?, witness: [UInt8]? = nil) {
    var files: [String: MemoryFile] = [:]
    if let bytes { files["log"] = MemoryFile(bytes, number: 1) }
    if let witness { files[Self.witnessName] = MemoryFile(witness, number: 2) }
    self.files = Mutex(files)
  }

  private static let witnessName = "log.end"

  var bytes: [UInt8] { files.withLock { $0["log"]?.content } ?? [] }
  var witness: [UInt8]? { files.withLock { $0[Self.witnessName]?.content } }

  func lock() {}
  func unlock() {}

  func open(_ name: String) -> (any RecordFile)? { files.withLock { $0[name] } }

  func create(_ name: String) -> any RecordFile {
    let number = lastNumber.withLock { last in
      last += 1
      return last
    }
    let file = MemoryFile([], number: number)
    files.withLock { $0[name] = file }
    return file
  }

  func key(of name: String) -> FileKey? { files.withLock { $0[name]?.key } }

  func rename(_ old: String, to new: String) {
    files.withLock { $0[new] = $0.removeValue(forKey: old) }
  }

  func remove(_ name: String) { files.withLock { $0[name] = nil } }
  func syncFolder() {}
}

private final class MemoryFile: RecordFile {
  let key: FileKey
  private let bytes: Mutex<[UInt8]>

  init(_ bytes: [UInt8], number: UInt64) {
    key = FileKey(device: 1, inode: number)
    self.bytes = Mutex(bytes)
  }

  var content: [UInt8] { bytes.withLock { $0 } }

  func size() -> UInt64 { bytes.withLock { UInt64($0.count) } }

  func read(upTo count: Int, at offset: UInt64) -> [UInt8] {
    bytes.withLock { Array($0.dropFirst(Int(clamping: offset)).prefix(count)) }
  }

  func write(_ new: [UInt8], at offset: UInt64) {
    bytes.withLock { bytes in
      let start = Int(offset)
      let missing = start + new.count - bytes.count
      if missing > 0 { bytes += Array(repeating: 0, count: missing) }
      bytes.replaceSubrange(start..<start + new.count, with: new)
    }
  }

  func truncate(to size: UInt64) {
    bytes.withLock { bytes in
      let missing = Int(size) - bytes.count
      if missing > 0 {
        bytes += Array(repeating: 0, count: missing)
      } else {
        bytes.removeLast(-missing)
      }
    }
  }

  func sync() {}
}
