import DragModel
import Testing

@Suite struct LedgerTests {
  // MARK: Claims

  @Test func `a claim is told of what is committed and not deleted, in the order of the commits`() {
    var books = Bookkeeping()
    books.claim()
    books.reserve([move(1), move(2), move(3), move(4)])
    for number in [3, 1, 4] as [UInt64] { books.commit(move(number)) }
    books.deleted(move(1))
    let claim = books.claim("c", 2)
    #expect(claim.keys == ["k3", "k4"])
    #expect(claim.entries == [.claimed(cookie: "c", broker: 1, claim: 2)])
    #expect(!claim.isDurable)
    #expect(books.claim("other").keys == [])
  }

  @Test func `a claim at another broker ends what had begun under the cookie`() {
    var books = Bookkeeping()
    books.claim()
    books.claim("other", 2)
    books.reserve([move(1), move(2)])
    books.reserve([move(3, cookie: "other")], claim: 2)
    books.commit(move(2))
    let claim = books.claim("c", 1, at: 2)
    #expect(claim.entries.contains(.abandoned(move(1).transfer)))
    #expect(claim.entries.count == 2)
    #expect(claim.keys == ["k2"])
    #expect(books.commit(move(1)).refusal == .sourceFailed)
    #expect(books.commit(move(3, cookie: "other")).answer == .done)
    #expect(books.reserve([move(4)]).refusal == .busy)
    #expect(books.reserve([move(4)], claim: 1, at: 2).answer == .done)
  }

  @Test func `a claim at the same broker leaves what has begun there`() {
    var books = Bookkeeping()
    books.claim()
    books.reserve([move(1)])
    #expect(books.claim().entries.isEmpty)
    #expect(books.claim("c", 2).entries == [.claimed(cookie: "c", broker: 1, claim: 2)])
    #expect(books.commit(move(1)).answer == .done)
  }

  @Test func `only the holder gives a cookie back`() {
    var books = Bookkeeping()
    books.claim("c", 1)
    books.claim("c", 1, at: 2)
    #expect(books.ask(.unclaim(cookie: "c", claim: 1), at: 1).entries.isEmpty)
    #expect(books.ask(.unclaim(cookie: "c", claim: 2), at: 2).entries.isEmpty)
    let unclaim = books.ask(.unclaim(cookie: "c", claim: 1), at: 2)
    #expect(unclaim.entries == [.unclaimed(cookie: "c", broker: 2, claim: 1)])
    #expect(!unclaim.isDurable)
    #expect(books.reserve([move(1)], at: 2).refusal == .busy)
  }

  // MARK: Beginning

  @Test func `a move begins under the claim that holds the cookie only`() {
    var books = Bookkeeping()
    #expect(books.reserve([move(1)]).refusal == .busy)
    books.claim()
    #expect(books.reserve([move(1)], claim: 2).refusal == .busy)
    #expect(books.reserve([move(1)], at: 2).refusal == .busy)
    #expect(books.reserve([move(1, cookie: "d")]).refusal == .busy)
    let reservation = books.reserve([move(1), move(2)])
    #expect(reservation.entries == [.reserved(move(1), broker: 1), .reserved(move(2), broker: 1)])
    #expect(reservation.answer == .done)
    #expect(!reservation.isDurable)
  }

  @Test func `an item is moved by one transfer at a time, all of an Accept or none`() {
    var books = Bookkeeping()
    books.claim()
    books.reserve([move(1, "k")])
    let second = books.reserve([move(2), move(3, "k")])
    #expect(second.refusal == .busy)
    #expect(second.entries.isEmpty)
    #expect(books.reserve([move(4, "twice"), move(5, "twice")]).refusal == .busy)
    books.commit(move(1, "k"))
    #expect(books.reserve([move(3, "k")]).refusal == .busy)
    books.deleted(move(1, "k"))
    #expect(books.reserve([move(3, "k")]).answer == .done)
  }

  @Test func `a move that ended gives its item back`() {
    var books = Bookkeeping()
    books.claim()
    books.reserve([move(1, "k")])
    let abandon = books.ask(.abandon([move(1).transfer, move(9).transfer]))
    #expect(abandon.entries == [.abandoned(move(1).transfer)])
    #expect(!abandon.isDurable)
    #expect(books.reserve([move(2, "k")]).answer == .done)
    #expect(books.ask(.abandon([move(1).transfer])).entries.isEmpty)
  }

  @Test func `an application has an eighth of the moves that are left free`() {
    var books = Bookkeeping(limit: 19)
    books.claim()
    books.reserve([move(1), move(2)])
    books.commit(move(1))
    #expect(books.reserve([move(3), move(4)]).refusal == .storageFull)
    #expect(books.reserve([move(3)]).answer == .done)
    #expect(books.reserve([move(4)]).refusal == .storageFull)
    // A reserved move can always commit.
    #expect(books.commit(move(3)).answer == .done)
    books.deleted(move(1))
    #expect(books.reserve([move(4)]).refusal == .storageFull)
    books.acknowledged(move(1))
    #expect(books.reserve([move(4)]).answer == .done)
  }

  @Test func `one application's open moves never stop another's`() {
    for owes in ["source", "destination"] {
      var books = Bookkeeping(limit: 1_000)
      books.claim()
      var count: UInt64 = 0
      // One program after the other takes all that it gets and acknowledges nothing.
      for greedy in 0..<20 {
        let name = "greedy\(greedy)"
        while true {
          let other = "honest\(count)"
          let new = move(
            count, from: owes == "source" ? name : other, to: owes == "source" ? other : name)
          guard books.reserve([new]).answer == .done else { break }
          books.commit(new)
          if owes == "source" { books.acknowledged(new) } else { books.deleted(new) }
          count += 1
        }
      }
      #expect(count < 1_000 && count > 800, "\(count)")
      // All others can still move, and a refusal names the application to blame.
      for number in 5_000..<5_010 as Range<UInt64> {
        let new = move(number, from: "a", to: "b")
        #expect(books.reserve([new]).answer == .done, "\(owes)")
        books.commit(new)
        books.deleted(new)
        books.acknowledged(new)
      }
      let refused = books.reserve([move(6_000, from: "greedy0", to: "greedy0")])
      guard case .refused(let why) = refused.answer else {
        Issue.record("\(refused)")
        continue
      }
      #expect(why.message.contains("“greedy0”"), "\(why.message)")
    }
  }

  @Test func `what records take is counted in bytes too`() {
    var books = Bookkeeping(limit: 100, bytes: 30_000)
    books.claim()
    let long = String(repeating: "k", count: 1_000)
    var count: UInt64 = 0
    while books.reserve([move(count, long + "\(count)", from: "a", to: "b")]).answer == .done {
      count += 1
    }
    #expect(count == 2, "each takes some 1,260 bytes, and eight times as many must be free")
    #expect(books.reserve([move(50, from: "c", to: "d")]).answer == .done)
  }

  @Test func `a source is told of the oldest, until none is left`() {
    var books = Bookkeeping(limit: 100_000)
    books.claim()
    for number in 0..<2_500 as Range<UInt64> {
      books.reserve([move(number)])
      books.commit(move(number))
    }
    var told: [String] = []
    var sizes: [Int] = []
    while true {
      guard case .moves(let moves, let areAll) = books.claim().answer else { break }
      sizes.append(moves.count)
      #expect(areAll == (moves.count <= 500))
      if moves.isEmpty { break }
      for one in moves {
        told.append(one.key)
        books.ask(.acknowledgeMove(Bookkeeping.call, transfer: one.transfer, cookie: "c"))
      }
    }
    #expect(sizes == [1_000, 1_000, 500, 0])
    #expect(told == (0..<2_500).map { "k\($0)" })
  }

  // MARK: The user

  @Test func `the user sees what is open, first what waits for its source`() {
    var books = Bookkeeping(limit: 10_000)
    books.claim()
    for number in 1...4 as ClosedRange<UInt64> {
      books.reserve([move(number, from: "a", to: "b")])
      if number < 4 { books.commit(move(number, from: "a", to: "b")) }
    }
    books.deleted(move(1))
    books.acknowledged(move(2))
    guard case .open(let open) = books.ask(.openMoves(Bookkeeping.call)).answer else { return }
    #expect(open.map(\.key) == ["k2", "k3", "k1"])
    #expect(open.map(\.isDeleted) == [false, false, true])
    #expect(open.map(\.isSettled) == [true, false, false])
    #expect(open[0].source == "a" && open[0].destination == "b" && open[0].accepted == 2)
  }

  @Test func `the user settles the source's side, and the destination still learns the truth`() {
    var books = Bookkeeping()
    books.claim()
    books.reserve([move(1), move(2)])
    books.commit(move(1))
    func settle(_ number: UInt64) -> LedgerDecision {
      books.ask(.settleMove(Bookkeeping.call, transfer: move(number).transfer))
    }
    #expect(settle(2).refusal == .busy, "it is under way")
    #expect(settle(9).refusal == .noSuchTransfer)
    let settled = settle(1)
    #expect(settled.answer == .done && settled.isDurable)
    #expect(settle(1).answer == .done, "once more")
    #expect(books.claim().keys == [])
    #expect(books.outcome(move(1)).answer == .outcome(.committed))
    books.acknowledged(move(1))
    #expect(settle(1).refusal == .noSuchTransfer, "both sides have acknowledged it")
  }

  // MARK: Committing

  @Test func `a commit is durable, and repeating it appends nothing`() {
    var books = Bookkeeping()
    books.claim()
    books.reserve([move(1)])
    let commit = books.commit(move(1), isListed: true)
    #expect(commit.entries == [.committed(move(1), isListed: true)])
    #expect(commit.isDurable)
    #expect(commit.answer == .done)
    let again = books.commit(move(1))
    #expect(again.entries.isEmpty)
    #expect(again.answer == .done)
    #expect(books.outcome(move(1)).answer == .outcome(.committed))
  }

  @Test func `what has not begun, has ended or began elsewhere does not commit`() {
    var books = Bookkeeping()
    books.claim()
    #expect(books.commit(move(1)).refusal == .sourceFailed)
    books.reserve([move(1), move(2)])
    books.ask(.abandon([move(1).transfer]))
    #expect(books.commit(move(1)).refusal == .sourceFailed)
    #expect(books.commit(move(2), at: 2).refusal == .sourceFailed)
    #expect(books.commit(move(2)).answer == .done)
  }

  // MARK: Outcomes

  @Test func `asking for a move that has not committed ends it, at whichever broker it began`() {
    var books = Bookkeeping()
    books.claim()
    books.reserve([move(1)])
    let outcome = books.outcome(move(1), at: 2)
    #expect(outcome.answer == .outcome(.aborted))
    #expect(outcome.entries == [.abandoned(move(1).transfer)])
    #expect(books.commit(move(1)).refusal == .sourceFailed)
    #expect(books.outcome(move(1)).entries.isEmpty)
    #expect(books.outcome(move(9)).answer == .outcome(.aborted))
  }

  @Test func `every acknowledgement is durable once and always succeeds`() {
    var books = Bookkeeping.committed(move(1))
    let deleted = books.deleted(move(1))
    #expect(deleted.entries == [.deleted(move(1).transfer)])
    #expect(deleted.isDurable)
    #expect(books.deleted(move(1)) == LedgerDecision())
    let settled = books.acknowledged(move(1))
    #expect(settled.entries == [.acknowledged(move(1).transfer)])
    #expect(settled.isDurable)
    #expect(books.acknowledged(move(1)) == LedgerDecision())
    #expect(books.deleted(move(1)) == LedgerDecision())
    #expect(books.acknowledged(move(9)) == LedgerDecision())
  }

  @Test func `a source acknowledges its own moves only`() {
    var books = Bookkeeping.committed(move(1))
    #expect(books.deleted(move(1), cookie: "d").refusal == .accessDenied)
    #expect(books.claim("c", 2).keys == ["k1"])
  }

  @Test func `a destination that drops a move before its commit ends it`() {
    var books = Bookkeeping()
    books.claim()
    books.reserve([move(1)])
    let settled = books.acknowledged(move(1))
    #expect(settled.entries == [.abandoned(move(1).transfer)])
    #expect(settled.answer == .done)
    #expect(books.commit(move(1)).refusal == .sourceFailed)
  }

  // MARK: Forgetting

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `a record goes when the last of its three reasons has gone`(order: [Int]) {
    var books = Bookkeeping.committed(move(1), isListed: true)
    for (index, step) in order.enumerated() {
      #expect(books.outcome(move(1)).answer == .outcome(.committed), "before step \(index)")
      switch step {
      case 0: books.deleted(move(1))
      case 1: books.acknowledged(move(1))
      default: books.ask(.unlist([move(1).transfer]))
      }
    }
    #expect(books.outcome(move(1)).answer == .outcome(.aborted))
    var empty = Bookkeeping()
    empty.claim()
    #expect(books.ledger == empty.ledger)
  }

  @Test func `unlisting appends only what it changes`() {
    var books = Bookkeeping.committed(move(1), isListed: true)
    let unlist = books.ask(.unlist([move(1).transfer, move(9).transfer]))
    #expect(unlist.entries == [.unlisted(move(1).transfer)])
    #expect(!unlist.isDurable)
    #expect(books.ask(.unlist([move(1).transfer])).entries.isEmpty)
  }

  @Test func `a restarted broker learns of every committed move that is still on record`() {
    var books = Bookkeeping.committed(move(1), isListed: true)
    books.reserve([move(2), move(3)])
    books.commit(move(2))
    books.deleted(move(1))
    #expect(books.ledger.committedMoves(of: ["c"]) == [move(1), move(2)])
    #expect(books.ledger.committedMoves(of: ["d"]).isEmpty)
  }

  @Test func `long cookies and keys are kept whole`() {
    let long = String(repeating: "ü", count: 512)
    var books = Bookkeeping()
    books.claim(long)
    books.reserve([move(1, long, cookie: long)])
    books.commit(move(1, long, cookie: long))
    #expect(books.claim(long, 2).keys == [long])
  }
}
