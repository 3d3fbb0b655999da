import DBus
import Testing

/// The accounts alone: what a peer may still be sent.
@Suite struct UnreadBytesTests {
  private static let share = 4 << 20

  private static func accounts(_ peers: String...) -> UnreadBytes {
    var accounts = UnreadBytes(perPeer: share, altogether: 256 << 20)
    for peer in peers { accounts.open(peer) }
    return accounts
  }

  @Test func aPeerGetsOnePingAndItsRestrictionGrowsWithTheUnreadBytes() {
    var accounts = Self.accounts("a")
    let isAsked = accounts.sent(1_000, to: "a")
    #expect(!isAsked)
    #expect(accounts.isQuiet)
    var restrictions: [UnreadBytes.SendRestriction] = []
    var asked = 0
    for _ in 0..<200 {
      if accounts.sent(64 << 10, to: "a") {
        asked += 1
        accounts.pingSent(to: "a")
      }
      let restriction = accounts.restriction(of: "a")
      if restrictions.last != restriction { restrictions.append(restriction) }
    }
    #expect(asked == 1)
    #expect(
      restrictions == [
        .unrestricted, .preferDescriptors, .shortReplies, .refusalsOnly, .noMessages,
      ])
    #expect(accounts.restriction(of: "b") == .unrestricted)
  }

  @Test func theAnswerProvesWhatWasSentBeforeTheQuestion() {
    var accounts = Self.accounts("a")
    _ = accounts.sent(Self.share - 1, to: "a")
    accounts.pingSent(to: "a")
    _ = accounts.sent(Self.share / 8 * 7, to: "a")
    #expect(accounts.restriction(of: "a") > .shortReplies)
    let isAskedAgain = accounts.pingAnswered(by: "a")
    #expect(isAskedAgain)
    #expect(accounts.restriction(of: "a") == .preferDescriptors)
    accounts.pingSent(to: "a")
    let isAskedOnceMore = accounts.pingAnswered(by: "a")
    #expect(!isAskedOnceMore)
    #expect(accounts.restriction(of: "a") == .unrestricted)
    #expect(accounts.isQuiet)
    #expect(accounts.share == Self.share)
  }

  @Test func aPeerThatMakesOneCallAfterTheOtherIsTrustedForAWhileThenByTheTime() {
    var accounts = Self.accounts("a")
    var now: UInt64 = 1_000_000
    var sent = 0
    while sent < UnreadBytes.maxTrusted {
      _ = accounts.sent(100_000, to: "a")
      sent += 100_000
      accounts.trust("a", at: now)
      #expect(accounts.restriction(of: "a") == .unrestricted)
    }
    // At one moment no peer is trusted with more.
    while accounts.restriction(of: "a") < .shortReplies {
      _ = accounts.sent(100_000, to: "a")
      sent += 100_000
      accounts.trust("a", at: now)
      #expect(sent < UnreadBytes.maxTrusted + 2 * Self.share)
    }
    now += 60_000_000
    accounts.trust("a", at: now)
    #expect(accounts.restriction(of: "a") == .unrestricted)
    // 100 kB each second go on.
    for _ in 0..<1_000 {
      now += 1_000_000
      _ = accounts.sent(100_000, to: "a")
      accounts.trust("a", at: now)
      #expect(accounts.restriction(of: "a") == .unrestricted)
    }
  }

  @Test func bytesThatTheBusNoLongerKeepsForAPeerHaveBeenReadPingOrNot() {
    var accounts = Self.accounts("a")
    _ = accounts.sent(Self.share, to: "a")
    accounts.pingSent(to: "a")
    #expect(accounts.shouldQueryBus(about: "a"))
    accounts.busQueried(about: "a")
    #expect(!accounts.shouldQueryBus(about: "a"))
    _ = accounts.sent(1_000, to: "a")
    #expect(accounts.restriction(of: "a") >= .shortReplies)
    accounts.recordKeptBytes(0, of: "a")
    #expect(accounts.restriction(of: "a") == .unrestricted)
    #expect(accounts.isQuiet)
    // The answer to the Ping comes after all.
    let isAskedAgain = accounts.pingAnswered(by: "a")
    #expect(!isAskedAgain)
    #expect(accounts.isQuiet)
  }

  @Test
  func whatTheBusKeepsForAPeerHasNotBeenReadNorIsItWhenTheBusSaysNothing() {
    var accounts = Self.accounts("a")
    _ = accounts.sent(2 * Self.share, to: "a")
    for kept in [3 * Self.share, nil] {
      accounts.busQueried(about: "a")
      accounts.recordKeptBytes(kept, of: "a")
      #expect(accounts.restriction(of: "a") > .shortReplies)
    }
    accounts.busQueried(about: "a")
    accounts.recordKeptBytes(Self.share / 8 * 7, of: "a")
    #expect(accounts.restriction(of: "a") == .preferDescriptors)
    accounts.close("a")
    #expect(accounts.share == Self.share)
  }

  @Test func togetherTheyAreSentNoMoreThanAllMayBeHoweverManyTheyAre() {
    var accounts = UnreadBytes(perPeer: Self.share, altogether: 256 << 20)
    var sent = 0
    for number in 0..<500 {
      accounts.open(":1.\(number)")
      while accounts.restriction(of: ":1.\(number)") < .shortReplies {
        _ = accounts.sent(10_000, to: ":1.\(number)")
        sent += 10_000
      }
    }
    #expect(sent < 300 << 20)
    for number in 0..<500 { accounts.close(":1.\(number)") }
    #expect(accounts.share == Self.share)
    #expect(accounts.isQuiet)
  }

  @Test func whatIsSentToThoseWhoHaveLeftCountsForNobody() {
    var accounts = Self.accounts("a")
    accounts.close("a")
    let isAsked = accounts.sent(100 << 20, to: "a")
    #expect(!isAsked)
    #expect(accounts.isQuiet)
    #expect(accounts.share == Self.share)
  }

  private struct Question: CustomTestStringConvertible {
    /// The number of bytes that the peer was sent.
    let bytes: Int
    var isAllWritten = true
    var busTells = true
    var isAskingBus = false
    let step: UnreadBytes.Step

    var testDescription: String {
      "\(bytes) bytes, written \(isAllWritten), bus tells \(busTells), is asked \(isAskingBus)"
    }
  }

  private static let questions = [
    Question(bytes: 100, step: .none),
    Question(bytes: 100, busTells: false, step: .none),
    Question(bytes: share, step: .askBus),
    Question(bytes: share, isAllWritten: false, step: .none),
    Question(bytes: share, isAskingBus: true, step: .none),
    Question(bytes: share, busTells: false, step: .trust),
    Question(bytes: share, isAllWritten: false, busTells: false, step: .none),
    Question(bytes: share, busTells: false, isAskingBus: true, step: .trust),
    // Worth a Ping, and not yet a question to the bus.
    Question(bytes: share / 6, step: .none),
    Question(bytes: share / 6, busTells: false, step: .trust),
  ]

  @Test(arguments: questions)
  private func howToFindOutWhetherACallerReads(question: Question) {
    var accounts = Self.accounts("a")
    _ = accounts.sent(question.bytes, to: "a")
    let step = accounts.nextStep(
      for: "a", isAllWritten: question.isAllWritten, busTells: question.busTells,
      isAskingBus: question.isAskingBus)
    #expect(step == question.step)
  }
}
