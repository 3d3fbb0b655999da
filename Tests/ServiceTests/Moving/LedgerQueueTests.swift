import CLinux
import DragBroker
import DragModel
import Foundation
import Harness
import Testing

/// The ledger in its file, used by one or two brokers.
@Suite struct LedgerQueueTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder("moves")
    defer { folder.remove() }
    try body(folder.path("state/dragd"))
  }

  @Test func `a commit outlives its broker, and what had only begun does not`() throws {
    try withFolder { folder in
      do {
        let broker = try TestLedger(folder)
        #expect(try broker.claim().keys == [])
        #expect(try broker.reserve(record(1), record(2)) == .done)
        #expect(try broker.commit(record(1)) == .done)
        #expect(try broker.outcome(record(1)) == .outcome(.committed))
      }
      let broker = try TestLedger(folder)
      #expect(try broker.outcome(record(1)) == .outcome(.committed))
      #expect(try broker.commit(record(2)).refusal == .sourceFailed)
      #expect(try broker.claim().keys == ["k1"])
      #expect(try broker.reserve(record(3, "k2")) == .done)
      #expect(try broker.finish(record(1)) == [.done, .done])
      #expect(try broker.outcome(record(1)) == .outcome(.aborted))
      #expect(try broker.claim().keys == [])
    }
  }

  @Test func `two brokers share claims, commits and outcomes`() throws {
    try withFolder { folder in
      let (a, b) = (try TestLedger(folder), try TestLedger(folder))
      #expect(try a.claim().keys == [])
      #expect(try a.reserve(record(1), record(2), record(3)) == .done)
      #expect(try a.commit(record(1)) == .done)
      // A destination asks the other broker for the outcome.
      #expect(try b.outcome(record(3)) == .outcome(.aborted))
      #expect(try a.commit(record(3)).refusal == .sourceFailed)
      // The successor of the source claims its cookie at the other broker.
      #expect(try b.claim().keys == ["k1"])
      #expect(try a.commit(record(2)).refusal == .sourceFailed)
      #expect(try a.reserve(record(4)).refusal == .busy)
      #expect(try b.reserve(record(4)) == .done)
      #expect(try a.reserve(record(5, "k4")).refusal == .busy)
      #expect(try b.finish(record(1)) == [.done, .done])
      #expect(try a.outcome(record(1)) == .outcome(.aborted))
    }
  }

  @Test func `one peer's many requests keep no other waiting`() throws {
    try withFolder { folder in
      let ledger = try TestLedger(folder)
      var answered: [String] = []
      let call = CallID(1)
      for number in 0..<1_000 as Range<UInt64> {
        ledger.store.ask(.outcome(call, transfer: record(number).transfer), from: ":1.1") { _ in
          answered.append("many")
        }
      }
      ledger.store.ask(.claim(call, cookie: "c", claim: 1), from: ":1.2") { _ in
        answered.append("one")
        // It asks again at once, as the next step of its move.
        ledger.store.ask(.reserve(call, [record(9_999)], claim: 1), from: ":1.2") { answer in
          answered.append("one")
          #expect(answer == .done)
        }
      }
      try ledger.wait { answered.count == 1_002 ? () : nil }
      let places = answered.indices.filter { answered[$0] == "one" }
      // In the first batch after the one that was being answered, and in the next but one.
      #expect(places[0] < 100 && places[1] < 200, "\(places)")
    }
  }

  @Test func `a claim is answered after the commits of its cookie, whoever asks for it`() throws {
    try withFolder { folder in
      let ledger = try TestLedger(folder)
      _ = try ledger.claim()
      try ledger.reserve(record(1), record(2))
      let call = CallID(1)
      var answers: [LedgerAnswer] = []
      // The commit waits behind many requests of its own source, whose successor has just come.
      for number in 0..<500 as Range<UInt64> {
        ledger.store.ask(.outcome(call, transfer: record(number + 10).transfer), from: ":1.1") {
          _ in
        }
      }
      ledger.store.ask(.commit(record(1), isListed: false), from: ":1.1") { answers.append($0) }
      ledger.store.ask(.abandon([record(2).transfer]), from: "") { _ in }
      ledger.store.ask(.claim(call, cookie: "c", claim: 2), from: ":1.2") { answers.append($0) }
      ledger.store.ask(.reserve(call, [record(3, "k2")], claim: 2), from: ":1.2") {
        answers.append($0)
      }
      try ledger.wait { answers.count == 3 ? () : nil }
      #expect(answers[0] == .done && answers[1].keys == ["k1"] && answers[2] == .done)
    }
  }

  @Test func `a broker that starts leaves what a living one has begun`() throws {
    try withFolder { folder in
      let a = try TestLedger(folder)
      #expect(try a.claim().keys == [])
      #expect(try a.reserve(record(1)) == .done)
      for _ in 0..<3 { #expect(try TestLedger(folder).outcome(record(9)) == .outcome(.aborted)) }
      #expect(try a.commit(record(1)) == .done)
    }
  }

  @Test func `the file stays small, whoever writes it anew`() throws {
    try withFolder { folder in
      let (a, b) = (try TestLedger(folder), try TestLedger(folder))
      let long = String(repeating: "x", count: 1_024)
      #expect(try a.claim(long).keys == [])
      #expect(try a.reserve(record(0, "stays", cookie: long)) == .done)
      #expect(try a.commit(record(0, "stays", cookie: long)) == .done)
      for number in 1...80 as ClosedRange<UInt64> {
        let move = record(number, long + "\(number)", cookie: long)
        let broker = number % 20 < 10 ? a : b
        if number % 10 == 0 { #expect(try broker.claim(long, number).keys == ["stays"]) }
        #expect(try broker.reserve(move, claim: number < 10 ? 1 : number / 10 * 10) == .done)
        #expect(try broker.commit(move) == .done)
        #expect(try broker.finish(move) == [.done, .done])
      }
      let size = try #require(
        try FileManager.default.attributesOfItem(atPath: folder + "/moves")[.size] as? Int)
      #expect(size < 80_000)
      for broker in [a, b] { #expect(try broker.committed([long, "c"]).map(\.key) == ["stays"]) }
    }
  }

  @Test func `what is asked together is answered in order, and drained`() throws {
    try withFolder { folder in
      let broker = try TestLedger(folder)
      let call = CallID(1)
      var drained = false
      broker.store.drain { drained = true }
      #expect(drained)
      var order: [Int] = []
      for number in 0..<3 {
        broker.store.ask(.outcome(call, transfer: record(9).transfer)) { _ in
          order.append(number)
          if number == 1 {
            broker.store.ask(.outcome(call, transfer: record(9).transfer)) { _ in order.append(9) }
          }
        }
      }
      broker.store.drain { order.append(100) }
      let answers = try broker.ask([
        .claim(call, cookie: "c", claim: 1), .reserve(call, [record(1), record(2)], claim: 1),
        .commit(record(1), isListed: true), .outcome(call, transfer: record(1).transfer),
        .outcome(call, transfer: record(2).transfer), .commit(record(2), isListed: true),
        .unlist([record(1).transfer]), .unclaim(cookie: "c", claim: 1),
        .reserve(call, [record(3)], claim: 1),
      ])
      #expect(
        answers.map { $0.refusal } == [nil, nil, nil, nil, nil, .sourceFailed, nil, nil, .busy])
      #expect(answers[3...4] == [.outcome(.committed), .outcome(.aborted)])
      #expect(try broker.outcome(record(1)) == .outcome(.committed))
      #expect(order == [0, 1, 2, 9, 100])
    }
  }

  @Test func `damaged records are told of by name and stay untouched`() throws {
    try withFolder { folder in
      do {
        let broker = try TestLedger(folder)
        #expect(try broker.claim().keys == [])
        for number in 1...3 as ClosedRange<UInt64> {
          #expect(try broker.reserve(record(number)) == .done)
          #expect(try broker.commit(record(number)) == .done)
        }
      }
      let path = folder + "/moves"
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes[100] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))
      let broker = try TestLedger(folder)
      for _ in 0..<2 {
        guard case .refused(let why) = try broker.outcome(record(1)) else {
          Issue.record("an outcome was concluded")
          return
        }
        #expect(why.code == .stateUnavailable)
        #expect(why.message.contains(path))
      }
      #expect(throws: Rejection.self) { try broker.committed(["c"]) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
      // The ledger stays unavailable for this broker, even when the file is gone.
      try FileManager.default.removeItem(atPath: path)
      #expect(try broker.claim().refusal == .stateUnavailable)
    }
  }

  @Test func `a ledger is known by its identity until its records are new`() throws {
    try withFolder { folder in
      let broker = try TestLedger(folder)
      let identity = try #require(try broker.identity())
      #expect(try broker.claim().keys == [])
      #expect(try broker.reserve(record(1)) == .done)
      #expect(try broker.commit(record(1)) == .done)
      #expect(try broker.identity() == identity)
      let other = try TestLedger(folder)
      #expect(try other.identity() == identity)
      // A truncated ledger is damaged: no broker takes the part for the whole, now or later.
      truncate(folder + "/moves", 60)
      for _ in 0..<2 {
        let broker = try TestLedger(folder)
        #expect(try broker.identity() == nil)
        #expect(try broker.outcome(record(1)).refusal == .stateUnavailable)
      }
      for name in ["moves", "moves.end"] {
        try FileManager.default.moveItem(
          atPath: "\(folder)/\(name)", toPath: "\(folder)/old-\(name)")
      }
      let new = try TestLedger(folder)
      #expect(try new.claim().keys == [])
      #expect(try new.identity() ?? identity != identity)
    }
  }

  @Test func `a folder that cannot be made is tried again`() throws {
    try withFolder { folder in
      let parent = (folder as NSString).deletingLastPathComponent
      try Data().write(to: URL(fileURLWithPath: parent))
      let broker = try TestLedger(folder)
      let answers = try broker.ask([
        .claim(CallID(1), cookie: "c", claim: 1), .commit(record(1), isListed: false),
      ])
      #expect(answers.map(\.refusal) == [.stateUnavailable, .stateUnavailable])
      try FileManager.default.removeItem(atPath: parent)
      #expect(try broker.claim().keys == [])
      var status = stat()
      stat(folder, &status)
      #expect(status.st_mode & 0o777 == 0o700)
    }
  }
}
