import CLinux
import DragBroker
import DragModel
import Foundation
import Harness
import Testing

/// Full disks and killed processes, each in a process of its own.
@Suite struct LedgerQueueCrashTests {
  @Test func `without room what needs it is refused, nothing is lost, and it goes on later`()
    async throws
  {
    let folder = try TemporaryFolder("moves")
    defer { folder.remove() }
    let path = folder.path("dragd")
    await #expect(processExitsWith: .success) { [path = path as String] in
      // A write beyond the size limit fails half-way as on a full disk (EFBIG).
      signal(SIGXFSZ, SIG_IGN)
      let broker = try TestLedger(path)
      #expect(try broker.claim().keys == [])
      try broker.reserve(record(1), record(2), record(3))
      #expect(try broker.commit(record(1)) == .done)
      for room in [0, 1, 31, 32, 33, 60, 100] {
        let size = try #require(
          try FileManager.default.attributesOfItem(atPath: path + "/moves")[.size] as? Int)
        allowFiles(of: size + room)
        let answers = try broker.ask([
          .commit(record(2), isListed: false), .commit(record(3), isListed: false),
          .outcome(CallID(1), transfer: record(1).transfer),
          .outcome(CallID(1), transfer: record(2).transfer), .abandon([record(3).transfer]),
        ])
        #expect(
          answers.map(\.refusal) == [
            .storageFull, .storageFull, nil, .stateUnavailable, .storageFull,
          ])
        #expect(answers[2] == .outcome(.committed))
        allowFiles(of: nil)
        #expect(try TestLedger(path).committed(["c"]) == [record(1)])
      }
      // The broker repeats the failed `abandon`, for which no caller waits.
      #expect(try broker.commit(record(3)).refusal == .sourceFailed)
      #expect(try broker.reserve(record(4, "k3")) == .done)
      #expect(try broker.commit(record(2)) == .done)
      #expect(try TestLedger(path).committed(["c"]) == [record(1), record(2)])

      // An item is reserved again after its move was abandoned, also where that move could not be committed.
      try broker.reserve(record(5))
      let size = try #require(
        try FileManager.default.attributesOfItem(atPath: path + "/moves")[.size] as? Int)
      allowFiles(of: size)
      #expect(try broker.commit(record(5)).refusal == .storageFull)
      allowFiles(of: nil)
      for number in 100..<150 as Range<UInt64> {
        broker.store.ask(.unlist([record(number).transfer])) { _ in }
      }
      var answer: LedgerAnswer?
      broker.store.ask(.abandon([record(5).transfer])) { _ in }
      broker.store.ask(.reserve(CallID(1), [record(6, "k5")], claim: 1), from: ":1.2") {
        answer = $0
      }
      #expect(try broker.wait { answer } == .done)
    }
  }

  @Test func `whatever was answered is there after a process was killed in the middle`()
    async throws
  {
    let folder = try TemporaryFolder("moves")
    defer { folder.remove() }
    let (path, told) = (folder.path("dragd"), folder.path("told"))
    let witness = try TestLedger(path)
    for round in 0..<12 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, told = told as String, round = round as Int] in
        let broker = try TestLedger(path)
        let note = open(told, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        #expect(try broker.claim().keys != nil)
        Thread.detachNewThread {
          usleep(UInt32(4_000 + round * 3_571))
          kill(getpid(), SIGKILL)
        }
        for number in UInt64(0)... {
          let move = record(UInt64(round) << 32 | number)
          try broker.reserve(move)
          guard try broker.commit(move) == .done else { continue }
          let line = Array("\(move.key)\n".utf8)
          write(note, line, line.count)
        }
      }
      // The other broker is still running, and a new one reads the file: both find the same moves.
      let keys = try witness.committed(["c"]).map(\.key)
      #expect(try TestLedger(path).committed(["c"]).map(\.key) == keys)
      let promised = try String(contentsOfFile: told, encoding: .utf8).split(separator: "\n")
        .map(String.init)
      #expect(Set(promised).subtracting(keys).isEmpty)
      #expect(keys.count <= promised.count + round + 1)
    }
  }
}

/// Limits the size of the files that this process writes; nil: no limit.
private func allowFiles(of size: Int?) {
  var limits = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
  limits.rlim_cur = size.map { rlim_t($0) } ?? limits.rlim_max
  setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
}
