import DBus
import Testing

/// Tests of the account alone: which peers may still cause signals.
@Suite struct BroadcastBytesTests {
  private static let share = 4 << 20

  private static func account() -> BroadcastBytes {
    BroadcastBytes(perPeer: share, altogether: 256 << 20)
  }

  /// Causes as much as it may, at most so many bytes.
  private static func flood(
    _ account: inout BroadcastBytes, by peer: String, most: Int = 1 << 30
  ) -> Int {
    var sent = 0
    while sent < most, account.mayCause(peer) {
      account.sent(10_000, causedBy: peer)
      sent += 10_000
    }
    return sent
  }

  @Test func aPeerMayCauseItsShareAndOthersTheirs() {
    var account = Self.account()
    let sent = Self.flood(&account, by: "a")
    #expect(sent >= Self.share / 2 && sent <= Self.share + 10_000, "\(sent)")
    #expect(!account.mayCause("a"))
    #expect(account.mayCause("b"))
    account.sent(100 << 20, causedBy: nil)
    #expect(account.mayCause("b"))
  }

  @Test func howeverManyTheyAreTogetherTheyCauseNoMoreThanAllMay() {
    var account = Self.account()
    var sent = 0
    for number in 0..<10_000 { sent += Self.flood(&account, by: "\(number)") }
    #expect(sent >= 250 << 20 && sent <= 257 << 20, "\(sent)")
    #expect(!account.mayCause("honest"))
  }

  @Test func bytesThatTheBusNoLongerKeepsCountNoLonger() {
    var account = Self.account()
    _ = Self.flood(&account, by: "a")
    #expect(account.shouldQueryBus)
    account.busQueried()
    #expect(!account.shouldQueryBus)
    account.sent(1_000, causedBy: "b")
    account.recordKeptBytes(0, at: 1)
    #expect(account.mayCause("a"))
    #expect(!account.shouldQueryBus)
  }

  @Test func whatTheBusKeepsStillCountsWhateverElseItKeeps() {
    var account = Self.account()
    _ = Self.flood(&account, by: "a")
    account.busQueried()
    account.recordKeptBytes(1 << 30, at: 1)
    #expect(!account.mayCause("a"))
    #expect(account.shouldQueryBus)
    account.busQueried()
    account.recordKeptBytes(2 << 20, at: 2)
    let more = Self.flood(&account, by: "a")
    #expect(more >= 1 << 20 && more < 3 << 20, "\(more)")
  }

  @Test func whereTheBusSaysNothingTimeGoesForIt() {
    var account = Self.account()
    _ = Self.flood(&account, by: "a")
    account.busQueried()
    account.recordKeptBytes(nil, at: 1_000_000)
    #expect(!account.mayCause("a"))
    account.busQueried()
    account.recordKeptBytes(nil, at: 11_000_000)
    #expect(account.mayCause("a"))
    #expect(!account.shouldQueryBus)
  }
}
