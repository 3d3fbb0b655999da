import DBus
import Testing

/// Tests of the queue alone: which sender is next.
@Suite struct TurnQueueTests {
  private static func drain(
    _ queue: inout TurnQueue<Int>, where isReady: (String, Int) -> Bool = { _, _ in true }
  ) -> [String] {
    var order: [String] = []
    while let (sender, element, _) = queue.removeNext(where: isReady) {
      order.append("\(sender)\(element)")
    }
    return order
  }

  @Test func oneSendersMessagesKeepTheirOrder() {
    var queue = TurnQueue<Int>()
    for number in 0..<100 { queue.append(number, bytes: 1, from: "a") }
    #expect(queue.bytes == 100 && queue.bytes(of: "a") == 100)
    #expect(Self.drain(&queue) == (0..<100).map { "a\($0)" })
    #expect(queue.isEmpty && queue.bytes == 0 && !queue.hasWaiting("a"))
  }

  @Test func aSenderWithManyMessagesLetsAnotherThroughAfterATurn() {
    var queue = TurnQueue<Int>()
    for number in 0..<100 { queue.append(number, bytes: 4_096, from: "a") }
    queue.append(0, bytes: 100, from: "b")
    let order = Self.drain(&queue)
    #expect(order.firstIndex(of: "b0") == TurnQueue<Int>.quantum / 4_096)
    #expect(order.filter { $0 != "b0" } == (0..<100).map { "a\($0)" })
  }

  @Test func whoHadNothingInTheQueueGoesBeforeAllWhoHadForOneTurn() {
    var queue = TurnQueue<Int>()
    for sender in 0..<100 {
      for number in 0..<100 { queue.append(number, bytes: 4_096, from: "\(sender)") }
    }
    for _ in 0..<1_000 { _ = queue.removeNext { _, _ in true } }
    queue.append(0, bytes: TurnQueue<Int>.quantum, from: "late")
    let next = queue.removeNext { _, _ in true }?.sender
    #expect(next == "late")
    // A sender that comes back at once does not count as new.
    queue.append(1, bytes: 100, from: "late")
    let place = Self.drain(&queue).firstIndex(of: "late1") ?? 0
    #expect(place > 200 && place < 900, "\(place)")
  }

  @Test func whoComesBackWithCreditLeftGoesFirstAgain() {
    var queue = TurnQueue<Int>()
    for sender in 0..<100 {
      for number in 0..<100 { queue.append(number, bytes: 4_096, from: "\(sender)") }
    }
    for _ in 0..<1_000 { _ = queue.removeNext { _, _ in true } }
    for number in 0..<4 {
      queue.append(number, bytes: TurnQueue<Int>.quantum / 4, from: "late")
      let next = queue.removeNext { _, _ in true }?.sender
      #expect(next == "late")
    }
    // Its credit is used up until its next turn.
    queue.append(4, bytes: 100, from: "late")
    let place = Self.drain(&queue).firstIndex(of: "late4") ?? 0
    #expect(place > 200 && place < 900, "\(place)")
  }

  @Test func theRestOfAMessageComesBeforeItsSendersOtherMessages() {
    var queue = TurnQueue<Int>()
    for number in 0..<3 { queue.append(number, bytes: 10, from: "a") }
    queue.append(0, bytes: 10, from: "b")
    let first = queue.removeNext { _, _ in true }
    #expect(first?.sender == "a" && first?.element == 0)
    queue.putBack(7, bytes: 10, from: "a")
    #expect(queue.bytes(of: "a") == 30 && queue.count(of: "a") == 3)
    queue.charge(2 * TurnQueue<Int>.quantum, to: "a")
    #expect(Self.drain(&queue) == ["b0", "a7", "a1", "a2"])
    #expect(queue.isEmpty && queue.bytes == 0)
  }

  @Test func whoAsksForMuchWaitsForItsTurnThoughItHadNothingInTheQueue() {
    var queue = TurnQueue<Int>()
    for number in 0..<100 { queue.append(number, bytes: 4_096, from: "a") }
    _ = queue.removeNext { _, _ in true }
    for number in 0..<10 {
      queue.append(number, bytes: 100, from: "long", isQuick: false)
      queue.append(number, bytes: 100, from: "short")
    }
    let order = Self.drain(&queue)
    let (long, short) = (order.firstIndex(of: "long0"), order.firstIndex(of: "short0"))
    #expect((short ?? 0) < (long ?? 0))
  }

  @Test func aLongMessageCostsItsSenderManyTurns() throws {
    var queue = TurnQueue<Int>()
    queue.append(0, bytes: 60 << 20, from: "a")
    queue.append(1, bytes: 1, from: "a")
    for number in 0..<1_000 { queue.append(number, bytes: 1_024, from: "b") }
    let order = Self.drain(&queue)
    #expect(order.first == "a0")
    let turns = TurnQueue<Int>.maxDebt / TurnQueue<Int>.quantum
    let second = try #require(order.firstIndex(of: "a1"))
    #expect(second >= min(turns * TurnQueue<Int>.quantum / 1_024, 1_000))
  }

  @Test func whatTookLongCostsAsMuch() throws {
    var queue = TurnQueue<Int>()
    for number in 0..<10 {
      queue.append(number, bytes: 1, from: "a")
      queue.append(number, bytes: 1, from: "b")
    }
    var order: [String] = []
    while let (sender, _, _) = queue.removeNext(where: { _, _ in true }) {
      order.append(sender)
      if sender == "a" { queue.charge(2 * TurnQueue<Int>.quantum, to: sender) }
    }
    // “b” has all its turns before “a” has its second.
    #expect(order == ["a"] + Array(repeating: "b", count: 10) + Array(repeating: "a", count: 9))
  }

  @Test func whoIsNotReadyIsPassedOverAndKeepsItsPlace() {
    var queue = TurnQueue<Int>()
    for number in 0..<3 {
      queue.append(number, bytes: 1, from: "a")
      queue.append(number, bytes: 1, from: "b")
    }
    #expect(Self.drain(&queue) { sender, _ in sender == "b" } == ["b0", "b1", "b2"])
    #expect(Self.drain(&queue) { _, _ in false } == [])
    #expect(queue.hasWaiting("a") && !queue.hasWaiting("b"))
    #expect(Self.drain(&queue) == ["a0", "a1", "a2"])
  }

  @Test func whatASenderHasInTheQueueCanBeTakenOut() {
    var queue = TurnQueue<Int>()
    for number in 0..<100 {
      queue.append(number, bytes: 2, from: "a")
      queue.append(number, bytes: 1, from: "b")
    }
    queue.filter("a") { index, number in index < 2 || number == 50 }
    #expect(queue.bytes == 106 && queue.bytes(of: "a") == 6)
    #expect(Self.drain(&queue).filter { $0.hasPrefix("a") } == ["a0", "a1", "a50"])
    for number in 0..<2 { queue.append(number, bytes: 2, from: "a") }
    queue.filter("a") { _, _ in false }
    #expect(queue.isEmpty && queue.bytes == 0 && !queue.hasWaiting("a"))
  }

  @Test func everybodyHasATurnInEachRoundWhateverComesAndGoes() {
    var random = SystemRandomNumberGenerator()
    var queue = TurnQueue<Int>()
    var sent: [String: Int] = [:]
    var seen: [String: Int] = [:]
    for _ in 0..<20_000 {
      let sender = "\(Int.random(in: 0..<20, using: &random))"
      if Bool.random(using: &random) {
        queue.append(sent[sender, default: 0], bytes: .random(in: 1...9_000), from: sender)
        sent[sender, default: 0] += 1
      } else if let (sender, element, _) = queue.removeNext(where: { _, _ in true }) {
        #expect(element == seen[sender, default: 0])
        seen[sender, default: 0] += 1
      }
    }
    while let (sender, element, _) = queue.removeNext(where: { _, _ in true }) {
      #expect(element == seen[sender, default: 0])
      seen[sender, default: 0] += 1
    }
    #expect(seen == sent)
    #expect(queue.isEmpty && queue.bytes == 0)
  }
}
