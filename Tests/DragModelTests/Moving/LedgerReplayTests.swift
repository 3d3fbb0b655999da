import Harness
import Testing

@testable import DragModel

/// A file is read again, compacted, and may have lines twice: the ledger stays the same.
@Suite struct LedgerReplayTests {
  private func randomRequest(_ generator: inout SeededGenerator) -> LedgerRequest {
    // Some moves share cookie and key.
    let number = UInt64(generator.random(below: 40))
    let cookie = "c\(number % 3)"
    let record = move(
      number, "k\(number % 12)", cookie: cookie, from: "s\(number % 4)", to: "s\(number % 5)")
    let transfer = record.transfer
    switch generator.random(below: 13) {
    case 0:
      return .claim(TestLedger.call, cookie: cookie, claim: UInt64(generator.random(below: 2)))
    case 1 where generator.random(below: 3) == 0:
      return .unclaim(cookie: cookie, claim: UInt64(generator.random(below: 2)))
    case 1, 2, 3, 4:
      return .reserve(TestLedger.call, [record], claim: UInt64(generator.random(below: 2)))
    case 5: return .abandon([transfer])
    case 6, 7: return .commit(record, isListed: generator.random(below: 2) == 0)
    case 8: return .unlist([transfer])
    case 9: return .acknowledgeMove(TestLedger.call, transfer: transfer, cookie: cookie)
    case 10: return .acknowledgeOutcome(TestLedger.call, transfer: transfer)
    case 11: return .settleMove(TestLedger.call, move: record.openID)
    default: return .outcome(TestLedger.call, transfer: transfer)
    }
  }

  private func replay(_ lines: [LedgerEntry]) -> LedgerState {
    var ledger = LedgerState(limit: 100)
    for line in lines { ledger.apply(line) }
    return ledger
  }

  @Test func theSameLinesAndTheLinesOfAFileWrittenAnewComeToAnEqualLedger() {
    var committedAtEnd = 0
    for seed in 0..<400 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var ledger = TestLedger()
      for _ in 0..<120 {
        let before = ledger.state
        let request = randomRequest(&generator)
        let broker = UInt64(generator.random(below: 2) + 1)
        let decision = ledger.state.decide(request, at: broker)
        #expect(ledger.state == before)
        ledger.ask(request, at: broker)
        if case .refused = decision.answer { #expect(decision.entries.isEmpty) }
        // Nothing is appended twice for one request: asked again, all but claims and reservations append nothing.
        switch request {
        case .claim, .reserve, .outcome, .openMoves, .settleMove: break
        case .unclaim, .abandon, .commit, .unlist, .acknowledgeMove, .acknowledgeOutcome:
          #expect(ledger.state.decide(request, at: broker).entries.isEmpty)
        }
      }
      #expect(replay(ledger.lines) == ledger.state)
      #expect(replay(ledger.lines).hashValue == ledger.state.hashValue)
      let compact = replay(ledger.state.entries { _ in true })
      #expect(compact == ledger.state)
      #expect(compact.entries { _ in true } == ledger.state.entries { _ in true })
      #expect(compact.hashValue == ledger.state.hashValue)
      // The charges depend on the recorded moves, not on their order.
      #expect(compact.shares == ledger.state.shares)
      committedAtEnd += ledger.state.committedMoves(of: ["c0", "c1", "c2"]).count
      expectEnded(1, in: ledger.state)
    }
    #expect(committedAtEnd > 80)
  }

  /// After a broker has ended only its commits are left.
  private func expectEnded(_ broker: UInt64, in whole: LedgerState) {
    let cookies: Set = ["c0", "c1", "c2"]
    var rest = TestLedger()
    let lines = whole.entries { $0 != broker }
    for line in lines { rest.state.apply(line) }
    #expect(rest.state.committedMoves(of: cookies) == whole.committedMoves(of: cookies))
    for line in lines {
      switch line {
      case .reserved(_, let owner), .claimed(_, let owner, _): #expect(owner != broker)
      case .committed, .deleted, .acknowledged: break
      case .abandoned, .unclaimed, .unlisted: Issue.record("\(line) says nothing in a new file")
      }
    }
  }

  @Test func linesThatComeTwiceChangeNothingAndLinesAboutUnknownMovesSayNothing() {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var ledger = TestLedger()
      for _ in 0..<60 {
        ledger.ask(randomRequest(&generator), at: UInt64(generator.random(below: 2) + 1))
      }
      var twice = LedgerState(limit: 100)
      for line in ledger.lines {
        twice.apply(line)
        twice.apply(line)
      }
      #expect(twice == ledger.state)
      var disordered = LedgerState(limit: 100)
      for _ in 0..<ledger.lines.count {
        disordered.apply(ledger.lines[generator.random(below: ledger.lines.count)])
      }
      let lines = disordered.entries { _ in true }
      #expect(replay(lines).entries { _ in true } == lines)
    }
    var ledger = LedgerState(limit: 1)
    let transfer = move(1).transfer
    let lines: [LedgerEntry] = [
      .abandoned(transfer), .deleted(transfer), .acknowledged(transfer), .unlisted(transfer),
      .unclaimed(cookie: "c", broker: 1, claim: 1),
    ]
    for line in lines { ledger.apply(line) }
    #expect(ledger == LedgerState(limit: 1))
  }
}
