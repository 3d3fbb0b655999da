import DisplaySelections
import Testing

@testable import XSelections

@Suite struct IncrementalWriteTests {
  private static let slice = 10_000

  private func write(size: UInt64?) -> (IncrementalWrite, IncrementalWrite.Action) {
    var write = IncrementalWrite(slice: Self.slice)
    let action = write.answered(size: size)
    return (write, action)
  }

  @Test func aSliceOfKnownSizeIsDeliveredWhole() {
    var (write, first) = write(size: 10_000)
    #expect(first == .read(upTo: 10_000))
    expectSame(write.received(4_000, isEnd: false), .read(upTo: 6_000))
    expectSame(write.received(6_000, isEnd: false), .deliver)
    #expect(write.waiting == .requestor)
    expectSame(write.propertyDeleted(), .end(.complete(bytes: 10_000)))
  }

  @Test func aByteMoreComesInChunks() {
    var (write, first) = write(size: 10_001)
    #expect(first == .read(upTo: 4_096))
    expectSame(write.received(4_096, isEnd: false), .announce(10_001))
    expectSame(write.propertyDeleted(), .read(upTo: 5_904))
    expectSame(write.received(5_904, isEnd: false), .send(thenRead: nil))
    expectSame(write.propertyDeleted(), .read(upTo: 1))
    expectSame(write.received(1, isEnd: false), .send(thenRead: nil))
    expectSame(write.propertyDeleted(), .sendEnd(.complete(bytes: 10_001)))
  }

  @Test func contentOfUnknownSizeIsCollectedUpToASlice() {
    var (write, first) = write(size: nil)
    #expect(first == .read(upTo: 10_000))
    expectSame(write.received(3_000, isEnd: false), .read(upTo: 7_000))
    expectSame(write.received(0, isEnd: true), .deliver)
    expectSame(write.propertyDeleted(), .end(.complete(bytes: 3_000)))
  }

  @Test func contentOfUnknownSizeFlowsAsItComes() {
    var (write, _) = write(size: nil)
    expectSame(write.received(10_000, isEnd: false), .announce(10_000))
    expectSame(write.propertyDeleted(), .send(thenRead: nil))
    expectSame(write.propertyDeleted(), .read(upTo: 10_000))
    expectSame(write.received(7, isEnd: false), .send(thenRead: nil))
    expectSame(write.propertyDeleted(), .read(upTo: 10_000))
    expectSame(write.received(0, isEnd: true), .sendEnd(.complete(bytes: 10_007)))
  }

  @Test func whileAChunkIsTakenTheNextIsRead() {
    var (write, _) = write(size: 25_000)
    write.readsAhead = true
    expectSame(write.received(4_096, isEnd: false), .announce(25_000))
    expectSame(write.propertyDeleted(), .read(upTo: 5_904))
    expectSame(write.received(5_904, isEnd: false), .send(thenRead: 10_000))
    // The bytes come before the requestor wants them.
    expectSame(write.received(10_000, isEnd: false), .none)
    #expect(write.waiting == .requestor)
    expectSame(write.propertyDeleted(), .send(thenRead: 5_000))
    // The requestor waits for them.
    expectSame(write.propertyDeleted(), .waitForContent)
    #expect(write.waiting == .content)
    expectSame(write.received(5_000, isEnd: false), .send(thenRead: nil))
    expectSame(write.propertyDeleted(), .sendEnd(.complete(bytes: 25_000)))
  }

  @Test(arguments: [false, true])
  func anEndThatWasReadAheadEndsTheConversion(isWaitedFor: Bool) {
    var (write, _) = write(size: nil)
    write.readsAhead = true
    expectSame(write.received(10_000, isEnd: false), .announce(10_000))
    expectSame(write.propertyDeleted(), .send(thenRead: 10_000))
    if isWaitedFor {
      expectSame(write.propertyDeleted(), .waitForContent)
      expectSame(write.received(0, isEnd: true), .sendEnd(.complete(bytes: 10_000)))
    } else {
      expectSame(write.received(0, isEnd: true), .none)
      expectSame(write.propertyDeleted(), .sendEnd(.complete(bytes: 10_000)))
    }
  }

  @Test func whatIsTooShortFailsThoughNobodyWaitsForItYet() {
    var (write, _) = write(size: 25_000)
    write.readsAhead = true
    _ = write.received(4_096, isEnd: false)
    _ = write.propertyDeleted()
    _ = write.received(5_904, isEnd: false)
    expectSame(
      write.received(0, isEnd: true),
      .end(.cut("the content ended after 10000 of 25000 bytes")))
  }

  @Test func aSliceThatShrinksEndsTheCollecting() {
    var (write, _) = write(size: nil)
    expectSame(write.received(3_000, isEnd: false), .read(upTo: 7_000))
    write.slice = 4_000
    expectSame(write.received(2_000, isEnd: false), .announce(5_000))
    expectSame(write.propertyDeleted(), .send(thenRead: nil))
    expectSame(write.propertyDeleted(), .read(upTo: 4_000))
    write.slice = 10_000
    expectSame(write.received(4_000, isEnd: false), .send(thenRead: nil))
    expectSame(write.propertyDeleted(), .read(upTo: 10_000))
  }

  @Test func aSliceThatGrowsMayHaveEverything() {
    var write = IncrementalWrite(slice: 5_000)
    expectSame(write.answered(size: 6_000), .read(upTo: 4_096))
    write.slice = 10_000
    expectSame(write.received(4_096, isEnd: false), .read(upTo: 1_904))
    expectSame(write.received(1_904, isEnd: false), .deliver)
  }

  @Test func emptyContentIsDelivered() {
    var (known, first) = write(size: 0)
    #expect(first == .read(upTo: 0))
    expectSame(known.received(0, isEnd: true), .deliver)
    var (unknown, _) = write(size: nil)
    expectSame(unknown.received(0, isEnd: true), .deliver)
  }

  @Test func contentThatIsTooShortIsRefusedBeforeItIsAnnounced() {
    var (small, _) = write(size: 100)
    expectSame(small.received(99, isEnd: false), .read(upTo: 1))
    expectSame(
      small.received(0, isEnd: true), .refuse(.failed("the content ended after 99 of 100 bytes")))
    var (large, _) = write(size: 20_000)
    expectSame(
      large.received(0, isEnd: true), .refuse(.failed("the content ended after 0 of 20000 bytes")))
  }

  @Test func aRequestorOfHalfOfItGetsNoEnd() {
    var (write, _) = write(size: 20_000)
    _ = write.received(4_096, isEnd: false)
    _ = write.propertyDeleted()
    expectSame(
      write.received(0, isEnd: true),
      .end(.cut("the content ended after 4096 of 20000 bytes")))
  }

  @Test func eachWaitHasItsLimit() {
    var asked = IncrementalWrite(slice: Self.slice)
    #expect(asked.waiting == .answer)
    expectSame(asked.timeIsUp(), .refuse(nil))
    var (collecting, _) = write(size: 5)
    #expect(collecting.waiting == .content)
    expectSame(collecting.timeIsUp(), .refuse(.failed("the content had no bytes in time")))
    var (announced, _) = write(size: 20_000)
    _ = announced.received(4_096, isEnd: false)
    #expect(announced.waiting == .requestor)
    expectSame(announced.timeIsUp(), .end(.failed("the requestor took nothing in time")))
  }

  @Test func aRequestorThatLeavesHadWhatWasDeliveredWhole() {
    var (whole, _) = write(size: 5)
    _ = whole.received(5, isEnd: false)
    expectSame(whole.requestorDied(), .end(.complete(bytes: 5)))
    var (announced, _) = write(size: 20_000)
    _ = announced.received(4_096, isEnd: false)
    expectSame(
      announced.requestorDied(), .end(.failed("the requestor ended before it had everything")))
    var asked = IncrementalWrite(slice: Self.slice)
    expectSame(
      asked.requestorDied(), .end(.failed("the requestor ended before it had everything")))
  }

  @Test func whatIsBrokenOffIsRefusedOrLeftWithoutAnEnd() {
    var asked = IncrementalWrite(slice: Self.slice)
    expectSame(asked.refused(), .refuse(nil))
    var (collecting, _) = write(size: 5)
    expectSame(collecting.refused(), .refuse(.failed("the owner cancelled the answer")))
    var (announced, _) = write(size: 20_000)
    _ = announced.received(4_096, isEnd: false)
    expectSame(announced.refused(), .end(.failed("the owner cancelled the answer")))
  }

  enum Input: CaseIterable {
    case answered, refused, some, nothing, deleted, died, time, failed

    func apply(to write: inout IncrementalWrite) -> IncrementalWrite.Action {
      switch self {
      case .answered: write.answered(size: 20_000)
      case .refused: write.refused()
      case .some: write.received(4_096, isEnd: false)
      case .nothing: write.received(0, isEnd: true)
      case .deleted: write.propertyDeleted()
      case .died: write.requestorDied()
      case .time: write.timeIsUp()
      case .failed: write.failed("reason")
      }
    }
  }

  /// All sequences of seven inputs; bytes come only when they were asked for.
  @Test(arguments: [false, true])
  func aConversionEndsOnceWhateverHappens(readsAhead: Bool) {
    func walk(_ write: IncrementalWrite, isReading: Bool, _ ends: Int, _ depth: Int) {
      guard depth > 0 else { return }
      for input in Input.allCases {
        let isRead = input == .some || input == .nothing
        if isRead, !isReading { continue }
        var next = write
        let action = input.apply(to: &next)
        let reads: Bool
        switch action {
        case .read, .send(thenRead: .some): reads = true
        default: reads = isReading && !isRead
        }
        let isEnd =
          switch action {
          case .sendEnd, .refuse, .end: true
          case .none, .read, .deliver, .announce, .send, .waitForContent: false
          }
        let sum = ends + (isEnd ? 1 : 0)
        guard sum <= 1, (next.waiting == .finished) == (sum == 1),
          next.waiting != .content || reads
        else {
          Issue.record("\(input) after \(write): \(action)")
          return
        }
        // After the end one input shows as much as many.
        walk(next, isReading: reads, sum, sum == 1 ? min(depth - 1, 1) : depth - 1)
      }
    }
    var write = IncrementalWrite(slice: Self.slice)
    write.readsAhead = readsAhead
    walk(write, isReading: false, 0, 7)
  }
}
