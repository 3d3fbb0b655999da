import Testing

@testable import DragModel

/// A file is read again, compacted, and may have lines twice: the ledger stays the same.
@Suite struct LedgerReplayTests {
  private func random(_ dice: inout LedgerDice) -> LedgerRequest {
    // Some moves share cookie and key.
    let number = UInt64(dice.roll(40))
    let cookie = "c\(number % 3)"
    let record = move(
      number, "k\(number % 12)", cookie: cookie, from: "s\(number % 4)", to: "s\(number % 5)")
    let transfer = record.transfer
    switch dice.roll(13) {
    case 0:
      return .claim(Bookkeeping.call, cookie: cookie, claim: UInt64(dice.roll(2)))
    case 1 where dice.roll(3) == 0: return .unclaim(cookie: cookie, claim: UInt64(dice.roll(2)))
    case 1, 2, 3, 4: return .reserve(Bookkeeping.call, [record], claim: UInt64(dice.roll(2)))
    case 5: return .abandon([transfer])
    case 6, 7: return .commit(record, isListed: dice.roll(2) == 0)
    case 8: return .unlist([transfer])
    case 9: return .acknowledgeMove(Bookkeeping.call, transfer: transfer, cookie: cookie)
    case 10: return .acknowledgeOutcome(Bookkeeping.call, transfer: transfer)
    case 11: return .settleMove(Bookkeeping.call, transfer: transfer)
    default: return .outcome(Bookkeeping.call, transfer: transfer)
    }
  }

  private func ledger(_ lines: [LedgerEntry]) -> MoveLedger {
    var ledger = MoveLedger(limit: 100)
    for line in lines { ledger.apply(line) }
    return ledger
  }

  @Test func `the same lines, and the lines of a file written anew, come to an equal ledger`() {
    var committedAtEnd = 0
    for seed in 0..<400 as Range<UInt64> {
      var dice = LedgerDice(seed: seed)
      var books = Bookkeeping()
      for _ in 0..<120 {
        let before = books.ledger
        let request = random(&dice)
        let broker = UInt64(dice.roll(2) + 1)
        let decision = books.ledger.decide(request, at: broker)
        #expect(books.ledger == before)
        books.ask(request, at: broker)
        if case .refused = decision.answer { #expect(decision.entries.isEmpty) }
        // Nothing is appended twice for one request: asked again, all but claims and reservations append nothing.
        switch request {
        case .claim, .reserve, .outcome, .openMoves, .settleMove: break
        case .unclaim, .abandon, .commit, .unlist, .acknowledgeMove, .acknowledgeOutcome:
          #expect(books.ledger.decide(request, at: broker).entries.isEmpty)
        }
      }
      #expect(ledger(books.lines) == books.ledger)
      #expect(ledger(books.lines).hashValue == books.ledger.hashValue)
      let compact = ledger(books.ledger.entries { _ in true })
      #expect(compact == books.ledger)
      #expect(compact.entries { _ in true } == books.ledger.entries { _ in true })
      #expect(compact.hashValue == books.ledger.hashValue)
      // The charges depend on the recorded moves, not on their order.
      #expect(compact.shares == books.ledger.shares)
      committedAtEnd += books.ledger.committedMoves(of: ["c0", "c1", "c2"]).count
      expectEnded(1, in: books.ledger)
    }
    #expect(committedAtEnd > 80)
  }

  /// After a broker has ended only its commits are left.
  private func expectEnded(_ broker: UInt64, in whole: MoveLedger) {
    let cookies: Set = ["c0", "c1", "c2"]
    var rest = Bookkeeping()
    let lines = whole.entries { $0 != broker }
    for line in lines { rest.ledger.apply(line) }
    #expect(rest.ledger.committedMoves(of: cookies) == whole.committedMoves(of: cookies))
    for line in lines {
      switch line {
      case .reserved(_, let owner), .claimed(_, let owner, _): #expect(owner != broker)
      case .committed, .deleted, .acknowledged: break
      case .abandoned, .unclaimed, .unlisted: Issue.record("\(line) says nothing in a new file")
      }
    }
  }

  @Test func `lines that come twice change nothing, and lines about unknown moves say nothing`() {
    for seed in 0..<100 as Range<UInt64> {
      var dice = LedgerDice(seed: seed)
      var books = Bookkeeping()
      for _ in 0..<60 { books.ask(random(&dice), at: UInt64(dice.roll(2) + 1)) }
      var twice = MoveLedger(limit: 100)
      for line in books.lines {
        twice.apply(line)
        twice.apply(line)
      }
      #expect(twice == books.ledger)
      var disordered = MoveLedger(limit: 100)
      for _ in 0..<books.lines.count {
        disordered.apply(books.lines[dice.roll(books.lines.count)])
      }
      let lines = disordered.entries { _ in true }
      #expect(ledger(lines).entries { _ in true } == lines)
    }
    var ledger = MoveLedger(limit: 1)
    let transfer = move(1).transfer
    let lines: [LedgerEntry] = [
      .abandoned(transfer), .deleted(transfer), .acknowledged(transfer), .unlisted(transfer),
      .unclaimed(cookie: "c", broker: 1, claim: 1),
    ]
    for line in lines { ledger.apply(line) }
    #expect(ledger == MoveLedger(limit: 1))
  }
}

/// SplitMix64: the same numbers from the same seed.
struct LedgerDice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// From 0 to `sides` - 1.
  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ z >> 31) % UInt64(sides))
  }
}
