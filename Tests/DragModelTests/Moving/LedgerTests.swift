import DragModel
import Testing

@Suite struct LedgerTests {
  // MARK: Claims

  @Test func aClaimIsToldOfWhatIsCommittedAndNotDeletedInTheOrderOfTheCommits() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.reserve([move(1), move(2), move(3), move(4)])
    for number in [3, 1, 4] as [UInt64] { ledger.commit(move(number)) }
    ledger.deleted(move(1))
    let claim = ledger.claim("c", 2)
    #expect(claim.keys == ["k3", "k4"])
    #expect(claim.entries == [.claimed(cookie: "c", broker: 1, claim: 2)])
    #expect(!claim.isDurable)
    #expect(ledger.claim("other").keys == [])
  }

  @Test func aClaimAtAnotherBrokerEndsWhatHadBegunUnderTheCookie() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.claim("other", 2)
    ledger.reserve([move(1), move(2)])
    ledger.reserve([move(3, cookie: "other")], claim: 2)
    ledger.commit(move(2))
    let claim = ledger.claim("c", 1, at: 2)
    #expect(claim.entries.contains(.abandoned(move(1).transfer)))
    #expect(claim.entries.count == 2)
    #expect(claim.keys == ["k2"])
    #expect(ledger.commit(move(1)).refusal == .sourceFailed)
    #expect(ledger.commit(move(3, cookie: "other")).answer == .done)
    #expect(ledger.reserve([move(4)]).refusal == .busy)
    #expect(ledger.reserve([move(4)], claim: 1, at: 2).answer == .done)
  }

  @Test func aClaimAtTheSameBrokerLeavesWhatHasBegunThere() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.reserve([move(1)])
    #expect(ledger.claim().entries.isEmpty)
    #expect(ledger.claim("c", 2).entries == [.claimed(cookie: "c", broker: 1, claim: 2)])
    #expect(ledger.commit(move(1)).answer == .done)
  }

  @Test func onlyTheHolderGivesACookieBack() {
    var ledger = TestLedger()
    ledger.claim("c", 1)
    ledger.claim("c", 1, at: 2)
    #expect(ledger.ask(.unclaim(cookie: "c", claim: 1), at: 1).entries.isEmpty)
    #expect(ledger.ask(.unclaim(cookie: "c", claim: 2), at: 2).entries.isEmpty)
    let unclaim = ledger.ask(.unclaim(cookie: "c", claim: 1), at: 2)
    #expect(unclaim.entries == [.unclaimed(cookie: "c", broker: 2, claim: 1)])
    #expect(!unclaim.isDurable)
    #expect(ledger.reserve([move(1)], at: 2).refusal == .busy)
  }

  // MARK: Beginning

  @Test func aMoveBeginsUnderTheClaimThatHoldsTheCookieOnly() {
    var ledger = TestLedger()
    #expect(ledger.reserve([move(1)]).refusal == .busy)
    ledger.claim()
    #expect(ledger.reserve([move(1)], claim: 2).refusal == .busy)
    #expect(ledger.reserve([move(1)], at: 2).refusal == .busy)
    #expect(ledger.reserve([move(1, cookie: "d")]).refusal == .busy)
    let reservation = ledger.reserve([move(1), move(2)])
    #expect(reservation.entries == [.reserved(move(1), broker: 1), .reserved(move(2), broker: 1)])
    #expect(reservation.answer == .done)
    #expect(!reservation.isDurable)
  }

  @Test func anItemIsMovedByOneTransferAtATimeAllOfAnAcceptOrNone() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.reserve([move(1, "k")])
    let second = ledger.reserve([move(2), move(3, "k")])
    #expect(second.refusal == .busy)
    #expect(second.entries.isEmpty)
    #expect(ledger.reserve([move(4, "twice"), move(5, "twice")]).refusal == .busy)
    ledger.commit(move(1, "k"))
    #expect(ledger.reserve([move(3, "k")]).refusal == .busy)
    ledger.deleted(move(1, "k"))
    #expect(ledger.reserve([move(3, "k")]).answer == .done)
  }

  @Test func aMoveThatEndedGivesItsItemBack() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.reserve([move(1, "k")])
    let abandon = ledger.ask(.abandon([move(1).transfer, move(9).transfer]))
    #expect(abandon.entries == [.abandoned(move(1).transfer)])
    #expect(!abandon.isDurable)
    #expect(ledger.reserve([move(2, "k")]).answer == .done)
    #expect(ledger.ask(.abandon([move(1).transfer])).entries.isEmpty)
  }

  @Test func anApplicationHasAnEighthOfTheMovesThatAreLeftFree() {
    var ledger = TestLedger(limit: 19)
    ledger.claim()
    ledger.reserve([move(1), move(2)])
    ledger.commit(move(1))
    #expect(ledger.reserve([move(3), move(4)]).refusal == .storageFull)
    #expect(ledger.reserve([move(3)]).answer == .done)
    #expect(ledger.reserve([move(4)]).refusal == .storageFull)
    // A reserved move can always commit.
    #expect(ledger.commit(move(3)).answer == .done)
    ledger.deleted(move(1))
    #expect(ledger.reserve([move(4)]).refusal == .storageFull)
    ledger.acknowledged(move(1))
    #expect(ledger.reserve([move(4)]).answer == .done)
  }

  @Test func oneApplicationsOpenMovesNeverStopAnothers() {
    for owes in ["source", "destination"] {
      var ledger = TestLedger(limit: 1_000)
      ledger.claim()
      var count: UInt64 = 0
      // One program after the other takes all that it gets and acknowledges nothing.
      for greedy in 0..<20 {
        let name = "greedy\(greedy)"
        while true {
          let other = "honest\(count)"
          let new = move(
            count, from: owes == "source" ? name : other, to: owes == "source" ? other : name)
          guard ledger.reserve([new]).answer == .done else { break }
          ledger.commit(new)
          if owes == "source" { ledger.acknowledged(new) } else { ledger.deleted(new) }
          count += 1
        }
      }
      #expect(count < 1_000 && count > 800, "\(count)")
      // All others can still move, and a refusal names the application to blame.
      for number in 5_000..<5_010 as Range<UInt64> {
        let new = move(number, from: "a", to: "b")
        #expect(ledger.reserve([new]).answer == .done, "\(owes)")
        ledger.commit(new)
        ledger.deleted(new)
        ledger.acknowledged(new)
      }
      let refused = ledger.reserve([move(6_000, from: "greedy0", to: "greedy0")])
      guard case .refused(let why) = refused.answer else {
        Issue.record("\(refused)")
        continue
      }
      #expect(why.message.contains("“greedy0”"), "\(why.message)")
    }
  }

  @Test func whatRecordsTakeIsCountedInBytesToo() {
    var ledger = TestLedger(limit: 100, bytes: 30_000)
    ledger.claim()
    let long = String(repeating: "k", count: 1_000)
    var count: UInt64 = 0
    while ledger.reserve([move(count, long + "\(count)", from: "a", to: "b")]).answer == .done {
      count += 1
    }
    #expect(count == 2, "each takes some 1,260 bytes, and eight times as many must be free")
    #expect(ledger.reserve([move(50, from: "c", to: "d")]).answer == .done)
  }

  @Test func aSourceIsToldOfTheOldestUntilNoneIsLeft() {
    var ledger = TestLedger(limit: 100_000)
    ledger.claim()
    for number in 0..<2_500 as Range<UInt64> {
      ledger.reserve([move(number)])
      ledger.commit(move(number))
    }
    var told: [String] = []
    var sizes: [Int] = []
    while true {
      guard case .moves(let moves, let areAll) = ledger.claim().answer else { break }
      sizes.append(moves.count)
      #expect(areAll == (moves.count <= 500))
      if moves.isEmpty { break }
      for one in moves {
        told.append(one.key)
        ledger.ask(.acknowledgeMove(TestLedger.call, transfer: one.transfer, cookie: "c"))
      }
    }
    #expect(sizes == [1_000, 1_000, 500, 0])
    #expect(told == (0..<2_500).map { "k\($0)" })
  }

  // MARK: The user

  @Test func theUserSeesWhatIsOpenFirstWhatWaitsForItsSource() {
    var ledger = TestLedger(limit: 10_000)
    ledger.claim()
    for number in 1...4 as ClosedRange<UInt64> {
      ledger.reserve([move(number, from: "a", to: "b")])
      if number < 4 { ledger.commit(move(number, from: "a", to: "b")) }
    }
    ledger.deleted(move(1))
    ledger.acknowledged(move(2))
    guard case .open(let open) = ledger.ask(.openMoves(TestLedger.call)).answer else { return }
    #expect(open.map(\.key) == ["k2", "k3", "k1"])
    #expect(open.map(\.isDeleted) == [false, false, true])
    #expect(open.map(\.isAcknowledged) == [true, false, false])
    #expect(open[0].source == "a" && open[0].destination == "b" && open[0].accepted == 2)
    #expect(open.map(\.id) == [2, 3, 1].map { move($0).openID })
    let secrets = Set((1...3 as ClosedRange<UInt64>).map { move($0).transfer })
    #expect(secrets.isDisjoint(with: open.map(\.id)), "a transfer's id is a secret of its sides")
  }

  @Test func theUserSettlesTheSourcesSideAndTheDestinationStillLearnsTheTruth() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.reserve([move(1), move(2)])
    ledger.commit(move(1))
    func settle(_ number: UInt64) -> LedgerDecision {
      ledger.ask(.settleMove(TestLedger.call, move: move(number).openID))
    }
    #expect(settle(2).refusal == .noSuchTransfer, "it is under way")
    let secret = move(1).transfer
    #expect(ledger.ask(.settleMove(TestLedger.call, move: secret)).refusal == .noSuchTransfer)
    #expect(settle(9).refusal == .noSuchTransfer)
    let settled = settle(1)
    #expect(settled.answer == .settled(transfer: secret) && settled.isDurable)
    #expect(settle(1).answer == .settled(transfer: secret), "once more")
    #expect(ledger.claim().keys == [])
    #expect(ledger.outcome(move(1)).answer == .outcome(.committed))
    ledger.acknowledged(move(1))
    #expect(settle(1).refusal == .noSuchTransfer, "both sides have acknowledged it")
  }

  // MARK: Committing

  @Test func aCommitIsDurableAndRepeatingItAppendsNothing() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.reserve([move(1)])
    let commit = ledger.commit(move(1), isListed: true)
    #expect(commit.entries == [.committed(move(1), isListed: true)])
    #expect(commit.isDurable)
    #expect(commit.answer == .done)
    let again = ledger.commit(move(1))
    #expect(again.entries.isEmpty)
    #expect(again.answer == .done)
    #expect(ledger.outcome(move(1)).answer == .outcome(.committed))
  }

  @Test func whatHasNotBegunHasEndedOrBeganElsewhereDoesNotCommit() {
    var ledger = TestLedger()
    ledger.claim()
    #expect(ledger.commit(move(1)).refusal == .sourceFailed)
    ledger.reserve([move(1), move(2)])
    ledger.ask(.abandon([move(1).transfer]))
    #expect(ledger.commit(move(1)).refusal == .sourceFailed)
    #expect(ledger.commit(move(2), at: 2).refusal == .sourceFailed)
    #expect(ledger.commit(move(2)).answer == .done)
  }

  // MARK: Outcomes

  @Test func askingForAMoveThatHasNotCommittedEndsItAtWhicheverBrokerItBegan() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.reserve([move(1)])
    let outcome = ledger.outcome(move(1), at: 2)
    #expect(outcome.answer == .outcome(.aborted))
    #expect(outcome.entries == [.abandoned(move(1).transfer)])
    #expect(ledger.commit(move(1)).refusal == .sourceFailed)
    #expect(ledger.outcome(move(1)).entries.isEmpty)
    #expect(ledger.outcome(move(9)).answer == .outcome(.aborted))
  }

  @Test func everyAcknowledgementIsDurableOnceAndAlwaysSucceeds() {
    var ledger = TestLedger.committed(move(1))
    let deleted = ledger.deleted(move(1))
    #expect(deleted.entries == [.deleted(move(1).transfer)])
    #expect(deleted.isDurable)
    #expect(ledger.deleted(move(1)) == LedgerDecision())
    let settled = ledger.acknowledged(move(1))
    #expect(settled.entries == [.acknowledged(move(1).transfer)])
    #expect(settled.isDurable)
    #expect(ledger.acknowledged(move(1)) == LedgerDecision())
    #expect(ledger.deleted(move(1)) == LedgerDecision())
    #expect(ledger.acknowledged(move(9)) == LedgerDecision())
  }

  @Test func aSourceAcknowledgesItsOwnMovesOnly() {
    var ledger = TestLedger.committed(move(1))
    #expect(ledger.deleted(move(1), cookie: "d").refusal == .accessDenied)
    #expect(ledger.claim("c", 2).keys == ["k1"])
  }

  @Test func aDestinationThatDropsAMoveBeforeItsCommitEndsIt() {
    var ledger = TestLedger()
    ledger.claim()
    ledger.reserve([move(1)])
    let settled = ledger.acknowledged(move(1))
    #expect(settled.entries == [.abandoned(move(1).transfer)])
    #expect(settled.answer == .done)
    #expect(ledger.commit(move(1)).refusal == .sourceFailed)
  }

  // MARK: Forgetting

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func aRecordGoesWhenTheLastOfItsThreeReasonsHasGone(order: [Int]) {
    var ledger = TestLedger.committed(move(1), isListed: true)
    for (index, step) in order.enumerated() {
      #expect(ledger.outcome(move(1)).answer == .outcome(.committed), "before step \(index)")
      switch step {
      case 0: ledger.deleted(move(1))
      case 1: ledger.acknowledged(move(1))
      default: ledger.ask(.unlist([move(1).transfer]))
      }
    }
    #expect(ledger.outcome(move(1)).answer == .outcome(.aborted))
    var empty = TestLedger()
    empty.claim()
    #expect(ledger.state == empty.state)
  }

  @Test func unlistingAppendsOnlyWhatItChanges() {
    var ledger = TestLedger.committed(move(1), isListed: true)
    let unlist = ledger.ask(.unlist([move(1).transfer, move(9).transfer]))
    #expect(unlist.entries == [.unlisted(move(1).transfer)])
    #expect(!unlist.isDurable)
    #expect(ledger.ask(.unlist([move(1).transfer])).entries.isEmpty)
  }

  @Test func aRestartedBrokerLearnsOfEveryCommittedMoveThatIsStillOnRecord() {
    var ledger = TestLedger.committed(move(1), isListed: true)
    ledger.reserve([move(2), move(3)])
    ledger.commit(move(2))
    ledger.deleted(move(1))
    #expect(ledger.state.committedMoves(of: ["c"]) == [move(1), move(2)])
    #expect(ledger.state.committedMoves(of: ["d"]).isEmpty)
  }

  @Test func longCookiesAndKeysAreKeptWhole() {
    let long = String(repeating: "ü", count: 512)
    var ledger = TestLedger()
    ledger.claim(long)
    ledger.reserve([move(1, long, cookie: long)])
    ledger.commit(move(1, long, cookie: long))
    #expect(ledger.claim(long, 2).keys == [long])
  }
}
