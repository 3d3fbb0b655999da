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

  @Test func `a peer is asked once, and its standing falls with what it is sent`() {
    var accounts = Self.accounts("a")
    let isAsked = accounts.sent(1_000, to: "a")
    #expect(!isAsked)
    #expect(accounts.isQuiet)
    var standings: [UnreadBytes.Standing] = []
    var asked = 0
    for _ in 0..<200 {
      if accounts.sent(64 << 10, to: "a") {
        asked += 1
        accounts.asked("a")
      }
      let standing = accounts.standing(of: "a")
      if standings.last != standing { standings.append(standing) }
    }
    #expect(asked == 1)
    #expect(standings == [.good, .low, .exhausted, .overdrawn, .ignored])
    #expect(accounts.standing(of: "b") == .good)
  }

  @Test func `the answer proves what was sent before the question`() {
    var accounts = Self.accounts("a")
    _ = accounts.sent(Self.share - 1, to: "a")
    accounts.asked("a")
    _ = accounts.sent(Self.share / 8 * 7, to: "a")
    #expect(accounts.standing(of: "a") > .exhausted)
    let isAskedAgain = accounts.proved("a")
    #expect(isAskedAgain)
    #expect(accounts.standing(of: "a") == .low)
    accounts.asked("a")
    let isAskedOnceMore = accounts.proved("a")
    #expect(!isAskedOnceMore)
    #expect(accounts.standing(of: "a") == .good)
    #expect(accounts.isQuiet)
    #expect(accounts.share == Self.share)
  }

  @Test func `a peer that makes one call after the other is trusted for a while, then by the time`()
  {
    var accounts = Self.accounts("a")
    var now: UInt64 = 1_000_000
    var sent = 0
    while sent < UnreadBytes.maxTrusted {
      _ = accounts.sent(100_000, to: "a")
      sent += 100_000
      accounts.trust("a", at: now)
      #expect(accounts.standing(of: "a") == .good)
    }
    // At once, nobody is trusted with more.
    while accounts.standing(of: "a") < .exhausted {
      _ = accounts.sent(100_000, to: "a")
      sent += 100_000
      accounts.trust("a", at: now)
      #expect(sent < UnreadBytes.maxTrusted + 2 * Self.share)
    }
    now += 60_000_000
    accounts.trust("a", at: now)
    #expect(accounts.standing(of: "a") == .good)
    // 100 kB each second go on.
    for _ in 0..<1_000 {
      now += 1_000_000
      _ = accounts.sent(100_000, to: "a")
      accounts.trust("a", at: now)
      #expect(accounts.standing(of: "a") == .good)
    }
  }

  @Test func `what the bus keeps no more for a peer has been read, Ping or not`() {
    var accounts = Self.accounts("a")
    _ = accounts.sent(Self.share, to: "a")
    accounts.asked("a")
    #expect(accounts.wantsToKnow("a"))
    accounts.askedBus(about: "a")
    #expect(!accounts.wantsToKnow("a"))
    _ = accounts.sent(1_000, to: "a")
    #expect(accounts.standing(of: "a") >= .exhausted)
    accounts.learned(0, of: "a")
    #expect(accounts.standing(of: "a") == .good)
    #expect(accounts.isQuiet)
    // The answer to the Ping comes after all.
    let isAskedAgain = accounts.proved("a")
    #expect(!isAskedAgain)
    #expect(accounts.isQuiet)
  }

  @Test
  func `what the bus keeps for a peer has not been read, nor is it when the bus says nothing`() {
    var accounts = Self.accounts("a")
    _ = accounts.sent(2 * Self.share, to: "a")
    for kept in [3 * Self.share, nil] {
      accounts.askedBus(about: "a")
      accounts.learned(kept, of: "a")
      #expect(accounts.standing(of: "a") > .exhausted)
    }
    accounts.askedBus(about: "a")
    accounts.learned(Self.share / 8 * 7, of: "a")
    #expect(accounts.standing(of: "a") == .low)
    accounts.close("a")
    #expect(accounts.share == Self.share)
  }

  @Test func `together they are sent no more than all may be, however many they are`() {
    var accounts = UnreadBytes(perPeer: Self.share, altogether: 256 << 20)
    var sent = 0
    for number in 0..<500 {
      accounts.open(":1.\(number)")
      while accounts.standing(of: ":1.\(number)") < .exhausted {
        _ = accounts.sent(10_000, to: ":1.\(number)")
        sent += 10_000
      }
    }
    #expect(sent < 300 << 20)
    for number in 0..<500 { accounts.close(":1.\(number)") }
    #expect(accounts.share == Self.share)
    #expect(accounts.isQuiet)
  }

  @Test func `what is sent to those who have left counts for nobody`() {
    var accounts = Self.accounts("a")
    accounts.close("a")
    let isAsked = accounts.sent(100 << 20, to: "a")
    #expect(!isAsked)
    #expect(accounts.isQuiet)
    #expect(accounts.share == Self.share)
  }

  private struct Question: CustomTestStringConvertible {
    /// What the peer was sent.
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
  private func `how to find out whether a caller reads`(question: Question) {
    var accounts = Self.accounts("a")
    _ = accounts.sent(question.bytes, to: "a")
    let step = accounts.nextStep(
      for: "a", isAllWritten: question.isAllWritten, busTells: question.busTells,
      isAskingBus: question.isAskingBus)
    #expect(step == question.step)
  }
}
