import DragSystem
import Harness
import Testing

/// The state that records make in these tests: the records themselves, in order.
struct Listing: RecordState {
  var records: [[UInt8]] = []

  mutating func reset() { records = [] }
  func live() -> [[UInt8]] { records }
  mutating func apply(_ record: [UInt8]) -> Bool {
    records.append(record)
    return record != [0]
  }
}

/// Processes that use one log on one simulated disk, one transaction after another, and what the log must hold.
private final class History {
  private final class Process {
    var log: RecordLog
    var listing = Listing()

    init(_ disk: SimulatedDisk) {
      var options = RecordLog.Options(name: "log", contents: 1, isShared: true, isSynced: true)
      options.smallestRewritten = 600
      log = RecordLog(disk, options)
    }
  }

  let disk: SimulatedDisk
  private var generator: SeededGenerator
  private var processes: [Process]
  private(set) var violations: [String] = []

  /// What programs see in the log.
  private var records: [[UInt8]] = []
  /// Records that may be there too: their writer does not know.
  private var doubtful: [[UInt8]] = []
  private var durableRecords: Set<[UInt8]> = []
  /// How many of the records survive.
  private var durableCount = 0
  private var lastNumber = 0

  init(seed: UInt64, cut: Int?, kill: Int?, isTroubled: Bool) {
    generator = SeededGenerator(seed: seed)
    let trouble = isTroubled ? 60 : 0
    disk = SimulatedDisk(
      seed: generator.next(), cut: cut, kill: kill, fullness: trouble, syncFailures: trouble)
    processes = []
    processes = (0..<2).map { _ in Process(disk) }
  }

  func run(steps: Int) {
    for _ in 0..<steps where !disk.isCut { step() }
  }

  private func record() -> [UInt8] {
    lastNumber += 1
    return [UInt8(lastNumber >> 8) + 1, UInt8(truncatingIfNeeded: lastNumber)]
      + Array(
        repeating: UInt8(generator.random(below: 256)),
        count: generator.random(below: 8) == 0 ? 700 : generator.random(below: 60))
  }

  private func step() {
    let index = generator.random(below: processes.count)
    if generator.random(below: 12) == 0 { processes[index] = Process(disk) }
    let process = processes[index]
    let new = (0..<generator.random(below: 4)).map { _ in record() }
    let isDurable = generator.random(below: 3) != 0
    var hasDecided = false
    do throws(RecordLogFailure) {
      try process.log.transact(&process.listing) { listing in
        hasDecided = true
        if !isPossible(listing.records, atLeast: records.count) {
          violations.append("a process sees \(numbers(listing.records)), not \(numbers(records))")
        }
        records = listing.records
        doubtful = []
        settleDurable()
        listing.records += new
        return RecordLog.Addition(new, isDurable: isDurable)
      }
      records += new
      if isDurable {
        durableRecords.formUnion(new)
        settleDurable()
      }
    } catch {
      if hasDecided { doubtful = new }
      judge(error, &hasDecided)
      if isDurable, hasDecided { durableRecords.formUnion(new) }
    }
    if disk.isKilled {
      disk.revive()
      processes[index] = Process(disk)
    }
  }

  private func judge(_ failure: RecordLogFailure, _ isDoubtful: inout Bool) {
    switch failure {
    case .unavailable:
      break
    case .notWritten:
      doubtful = []
      isDoubtful = false
    case .unknown:
      // The process ends. Which one it was does not matter: all may start again.
      processes = processes.map { _ in Process(disk) }
    case .unreadable(let reason):
      violations.append(reason)
    }
  }

  /// A user that has read a record whose writer requested durability may act on it.
  private func settleDurable() {
    if let last = records.lastIndex(where: durableRecords.contains) {
      durableCount = max(durableCount, last + 1)
    }
  }

  private func isPossible(_ seen: [[UInt8]], atLeast count: Int) -> Bool {
    seen.count >= count && (records + doubtful).starts(with: seen)
  }

  private func numbers(_ records: [[UInt8]]) -> [Int] {
    records.map { Int($0[0] - 1) << 8 | Int($0[1]) }
  }

  /// The power fails, and a new process reads and appends.
  func checkSurvivors() {
    let process = Process(disk.afterPowerCut())
    do throws(RecordLogFailure) {
      try process.log.transact(&process.listing) { listing in
        if !isPossible(listing.records, atLeast: durableCount) {
          violations.append(
            "\(numbers(listing.records)) survived of \(numbers(records)), \(durableCount) of them "
              + "durable, and perhaps \(numbers(doubtful))")
        }
        listing.records.append([1])
        return RecordLog.Addition([[1]], isDurable: true)
      }
    } catch {
      violations.append("no recovery: \(error)")
    }
  }
}

@Suite struct PowerCutTests {
  /// Runs a history once whole, then with the power failing at each of its operations.
  private func cutEverywhere(seed: UInt64, isTroubled: Bool, hasKill: Bool) -> Int {
    var generator = SeededGenerator(seed: seed)
    let kill = hasKill ? generator.random(below: 60) : nil
    let whole = History(seed: seed, cut: nil, kill: kill, isTroubled: isTroubled)
    whole.run(steps: 10)
    whole.checkSurvivors()
    expectNone(whole, seed, nil)
    let cuts = whole.disk.operations
    for cut in 0..<cuts {
      let history = History(seed: seed, cut: cut, kill: kill, isTroubled: isTroubled)
      history.run(steps: 10)
      history.checkSurvivors()
      expectNone(history, seed, cut)
    }
    return cuts
  }

  private func expectNone(_ history: History, _ seed: UInt64, _ cut: Int?) {
    if !history.violations.isEmpty {
      Issue.record("seed \(seed), cut \(cut.map(String.init) ?? "none"): \(history.violations)")
    }
  }

  /// `make test` has the first eighth of `count` seeds: odd ones have no killed process, even ones have.
  private static func seeds(from first: UInt64, _ count: UInt64) -> [UInt64] {
    Extent.part(of: first..<first + count) { $0 < first + count / 8 }
  }

  @Test func whatWasAnsweredSurvivesAPowerCutAtEveryOperation() {
    let seeds = Self.seeds(from: 0, 60)
    let cuts = seeds.reduce(0) {
      $0 + cutEverywhere(seed: $1, isTroubled: false, hasKill: false)
    }
    #expect(cuts > 100 * seeds.count / 3)
  }

  @Test func itSurvivesFullDisksFailingSyncsAndKilledProcessesBeforeTheCutToo() {
    let seeds = Self.seeds(from: 1_000, 120)
    let cuts = seeds.reduce(0) {
      $0 + cutEverywhere(seed: $1, isTroubled: true, hasKill: $1 % 2 == 0)
    }
    #expect(cuts > 100 * seeds.count / 3)
  }
}
