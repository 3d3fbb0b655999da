import DragSystem
import Glibc
import Harness
import Synchronization

/// A disk whose power fails. It keeps what was synced; the generator decides which other sectors it keeps, loses or
/// tears, in any order.
final class SimulatedDisk: Sendable {
  static let sector = 512

  /// The result of a write without a successful sync stays open until the power fails.
  struct Content {
    /// As programs see it.
    var cache: [UInt8] = []
    /// Sectors that the disk may hold, the last of them being the one that was written last; and sizes.
    var sectors: [Int: [[UInt8]]] = [:]
    var sizes: [Int] = [0]
    /// What the next sync writes.
    var dirty: Set<Int> = []
    var isSizeDirty = false

    mutating func touch(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      for number in range.lowerBound / sector...(range.upperBound - 1) / sector {
        sectors[number, default: [[]]].append(cachedSector(number))
        dirty.insert(number)
      }
    }

    mutating func resize(_ candidates: Int...) {
      sizes += candidates
      isSizeDirty = true
    }

    func cachedSector(_ number: Int) -> [UInt8] {
      Array(cache.dropFirst(number * sector).prefix(sector))
    }

    mutating func sync() {
      for number in dirty { sectors[number] = [cachedSector(number)] }
      if isSizeDirty { sizes = [cache.count] }
      dirty = []
      isSizeDirty = false
    }

    /// Linux counts as written what may not be on the disk, and does not write it again.
    mutating func failSync(_ generator: inout SeededGenerator) {
      for number in dirty.sorted() {
        sectors[number] = sectors[number].map { [$0[generator.random(below: $0.count)]] }
      }
      sizes = [sizes[generator.random(below: sizes.count)]]
      dirty = []
      isSizeDirty = false
    }

    func afterPowerCut(_ generator: inout SeededGenerator) -> Content {
      let size = sizes[generator.random(below: sizes.count)]
      var bytes: [UInt8] = []
      for start in stride(from: 0, to: size, by: sector) {
        let versions = sectors[start / sector] ?? [[]]
        var kept = versions[generator.random(below: versions.count)]
        let length = min(sector, size - start)
        kept += Array(repeating: 0, count: max(0, length - kept.count))
        bytes += kept.prefix(length)
      }
      var content = Content(cache: bytes)
      content.touch(0..<bytes.count)
      content.resize(bytes.count)
      content.sync()
      return content
    }
  }

  struct State {
    var files: [UInt64: Content] = [:]
    var names: [String: UInt64] = [:]
    /// What the folder may be on the disk, the last one being what programs see.
    var namesOnDisk: [[String: UInt64]] = [[:]]
    var lastFile: UInt64 = 0
    var generator: SeededGenerator
    var operations = 0
    /// The operation at which the power fails; everything fails from then on.
    var cut: Int?
    /// The operation at which the process is killed: nothing works until another one starts.
    var kill: Int?
    var isKilled = false
    /// How often of 1,024 times writing, and syncing, fails.
    var fullness = 0
    var syncFailures = 0
  }

  let state: Mutex<State>

  init(
    seed: UInt64, cut: Int? = nil, kill: Int? = nil, fullness: Int = 0, syncFailures: Int = 0
  ) {
    state = Mutex(
      State(
        generator: SeededGenerator(seed: seed), cut: cut, kill: kill, fullness: fullness,
        syncFailures: syncFailures))
  }

  private init(_ state: State) { self.state = Mutex(state) }

  var operations: Int { state.withLock { $0.operations } }
  var isCut: Bool { state.withLock { state in state.cut.map { state.operations >= $0 } ?? false } }

  var isKilled: Bool { state.withLock { $0.isKilled } }

  /// Another process starts.
  func revive() {
    state.withLock { state in
      state.isKilled = false
      state.kill = nil
    }
  }

  /// The machine comes back.
  func afterPowerCut() -> SimulatedDisk {
    state.withLock { old in
      var new = State(generator: old.generator)
      let names = old.namesOnDisk[new.generator.random(below: old.namesOnDisk.count)]
      for (name, number) in names {
        new.files[number] = old.files[number]?.afterPowerCut(&new.generator)
        new.names[name] = number
      }
      new.namesOnDisk = [new.names]
      new.lastFile = old.lastFile
      return SimulatedDisk(new)
    }
  }

  /// Counts an operation.
  func perform<R: Sendable>(_ body: (inout State) throws(SystemError) -> R) throws(SystemError) -> R
  {
    let result = state.withLock { state -> Result<R, SystemError> in
      if let cut = state.cut, state.operations >= cut {
        return .failure(SystemError("power", errno: EIO))
      }
      if state.isKilled { return .failure(SystemError("killed", errno: EIO)) }
      if state.operations == state.kill { state.isKilled = true }
      state.operations += 1
      do throws(SystemError) { return .success(try body(&state)) } catch { return .failure(error) }
    }
    return try result.get()
  }
}

extension SimulatedDisk: RecordStorage {
  func lock() throws(SystemError) {}
  func unlock() {}

  func open(_ name: String) throws(SystemError) -> (any RecordFile)? {
    try perform { state throws(SystemError) in state.names[name] }.map {
      SimulatedFile(disk: self, number: $0)
    }
  }

  func create(_ name: String) throws(SystemError) -> any RecordFile {
    let number = try perform { state throws(SystemError) in
      try state.fillUp()
      state.lastFile += 1
      state.files[state.lastFile] = Content()
      state.names[name] = state.lastFile
      state.namesOnDisk.append(state.names)
      return state.lastFile
    }
    return SimulatedFile(disk: self, number: number)
  }

  func key(of name: String) throws(SystemError) -> FileKey? {
    try perform { state throws(SystemError) in state.names[name] }.map {
      FileKey(device: 1, inode: $0)
    }
  }

  func rename(_ old: String, to new: String) throws(SystemError) {
    try perform { state throws(SystemError) in
      state.names[new] = state.names.removeValue(forKey: old)
      state.namesOnDisk.append(state.names)
    }
  }

  func remove(_ name: String) {
    try? perform { state throws(SystemError) in
      if state.names.removeValue(forKey: name) != nil { state.namesOnDisk.append(state.names) }
    }
  }

  func syncFolder() throws(SystemError) {
    try perform { state throws(SystemError) in
      try state.failSync {
        $0.namesOnDisk = [$0.namesOnDisk[$0.generator.random(below: $0.namesOnDisk.count)]]
      }
      state.namesOnDisk = [state.names]
    }
  }
}

extension SimulatedDisk.State {
  mutating func fillUp() throws(SystemError) {
    if generator.random(below: 1_024) < fullness { throw SystemError("write", errno: ENOSPC) }
  }

  mutating func failSync(_ leave: (inout Self) -> Void) throws(SystemError) {
    guard generator.random(below: 1_024) < syncFailures else { return }
    leave(&self)
    throw SystemError("fsync", errno: EIO)
  }
}

final class SimulatedFile: RecordFile {
  let disk: SimulatedDisk
  let number: UInt64
  var key: FileKey { FileKey(device: 1, inode: number) }

  init(disk: SimulatedDisk, number: UInt64) {
    self.disk = disk
    self.number = number
  }

  private func perform<R: Sendable>(
    _ body: (inout SimulatedDisk.Content, inout SimulatedDisk.State) throws(SystemError) -> R
  ) throws(SystemError) -> R {
    try disk.perform { state throws(SystemError) in
      var content = state.files.removeValue(forKey: number) ?? SimulatedDisk.Content()
      defer { state.files[number] = content }
      return try body(&content, &state)
    }
  }

  func size() throws(SystemError) -> UInt64 {
    try perform { content, _ throws(SystemError) in UInt64(content.cache.count) }
  }

  func read(upTo count: Int, at offset: UInt64) throws(SystemError) -> [UInt8] {
    try perform { content, _ throws(SystemError) in
      Array(content.cache.dropFirst(Int(offset)).prefix(count))
    }
  }

  func write(_ bytes: [UInt8], at offset: UInt64) throws(SystemError) {
    try perform { content, state throws(SystemError) in
      // A process that is killed in a write has written a part of it.
      let isFull = state.isKilled || state.generator.random(below: 1_024) < state.fullness
      let count = isFull ? state.generator.random(below: bytes.count) : bytes.count
      let end = Int(offset) + count
      if content.cache.count < end {
        content.cache += Array(repeating: 0, count: end - content.cache.count)
      }
      // Also when only the disk has lost the size after a sync that failed. What it has it keeps.
      if let least = content.sizes.min(), least < end {
        content.resize(
          max(least, Int(offset) + state.generator.random(below: count + 1)), content.cache.count)
      }
      content.cache.replaceSubrange(Int(offset)..<end, with: bytes.prefix(count))
      content.touch(Int(offset)..<end)
      if isFull { throw SystemError("pwrite", errno: ENOSPC) }
    }
  }

  func truncate(to size: UInt64) throws(SystemError) {
    try perform { content, _ throws(SystemError) in
      guard content.cache.count > Int(size) else { return }
      let lost = Int(size)..<content.cache.count
      content.cache.removeSubrange(lost)
      content.touch(lost)
      content.resize(Int(size))
    }
  }

  func sync() throws(SystemError) {
    try perform { content, state throws(SystemError) in
      if state.generator.random(below: 1_024) < state.syncFailures {
        content.failSync(&state.generator)
        throw SystemError("fdatasync", errno: EIO)
      }
      content.sync()
    }
  }
}
