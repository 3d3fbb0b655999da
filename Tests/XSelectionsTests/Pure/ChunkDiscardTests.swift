import Testing

@testable import XSelections

@Suite struct ChunkDiscardTests {
  private static let chunk = IncrementalRead.Part.data(type: 31, count: 0, rest: 4_096)
  private static let end = IncrementalRead.Part.data(type: 31, count: 0, rest: 0)

  private func discard(_ leftover: IncrementalRead.Leftover) throws -> ChunkDiscard {
    try #require(ChunkDiscard(leftover))
  }

  @Test func whereNothingIsLeftNothingIsDiscarded() {
    if ChunkDiscard(.nothing) != nil { Issue.record("there is something to discard") }
  }

  @Test func chunksAreDeletedUnreadUntilTheEnd() throws {
    var discard = try discard(.chunks)
    for _ in 0..<3 {
      expectSame(discard.propertyArrived(), .look)
      expectSame(discard.looked(Self.chunk), .delete)
    }
    expectSame(discard.propertyArrived(), .look)
    expectSame(discard.looked(Self.end), .end)
    expectSame(discard.propertyArrived(), .none)
  }

  @Test func aLateAnswerIsDeletedToo() throws {
    var whole = try discard(.answer)
    expectSame(whole.answered(hasProperty: true), .look)
    expectSame(whole.looked(Self.chunk), .end)
    var incremental = try discard(.answer)
    expectSame(incremental.propertyArrived(), .none)
    expectSame(incremental.answered(hasProperty: true), .look)
    expectSame(incremental.looked(.incremental), .delete)
    expectSame(incremental.propertyArrived(), .look)
    var refused = try discard(.answer)
    expectSame(refused.answered(hasProperty: false), .end)
  }

  @Test func theOwnersDeathEndsIt() throws {
    var discard = try discard(.chunks)
    expectSame(discard.ownerDied(), .end)
    expectSame(discard.ownerDied(), .none)
  }

  @Test func anOwnerWithoutAnEndIsLeftAlone() throws {
    var discard = try discard(.chunks)
    var deletions = 0
    for _ in 0..<100_000 {
      _ = discard.propertyArrived()
      if discard.looked(Self.chunk) == .delete { deletions += 1 }
    }
    #expect(deletions == 16_383)
  }
}

@Suite struct ReadTurnsTests {
  @Test func oneReadBeginsAfterTheOther() {
    var turns = ReadTurns<Int>()
    for read in 1...3 { turns.add(read) }
    expectSame(turns.next(), 1)
    expectSame(turns.next(), nil)
    turns.end(1)
    expectSame(turns.next(), 2)
    // Cancelled before its turn.
    turns.end(3)
    turns.end(2)
    expectSame(turns.next(), nil)
    #expect(turns.isEmpty)
  }

  @Test func anotherOwnerIsNotBusyWithTheFormerOnesReads() {
    var turns = ReadTurns<Int>()
    turns.add(1)
    turns.add(2)
    expectSame(turns.next(), 1)
    turns.ownerChanged()
    expectSame(turns.next(), 2)
    turns.end(1)
    expectSame(turns.next(), nil)
  }
}
