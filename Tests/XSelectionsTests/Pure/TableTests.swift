import Testing

@testable import XSelections

@Suite struct WindowTests {
  @Test func aWindowOfTwoRolesHasOneMask() {
    var interest = WindowInterest()
    expectSame(interest.add(.owner, 1), .destruction)
    expectSame(interest.add(.requestor, 1), [.destruction, .properties])
    expectSame(interest.add(.requestor, 1), nil)
    expectSame(interest.remove(.requestor, 1), nil)
    expectSame(interest.remove(.requestor, 1), .destruction)
    expectSame(interest.remove(.owner, 1), [])
    #expect(interest.isEmpty)
  }

  @Test func aWindowThatIsGoneNeedsNoMask() {
    var interest = WindowInterest()
    _ = interest.add(.requestor, 1)
    interest.forget(1)
    expectSame(interest.remove(.requestor, 1), nil)
    #expect(interest.isEmpty)
  }

  @Test func aWindowThatAnOwnerMayStillWriteIntoIsUsedAgainLast() {
    var pool = WindowPool(capacity: 3)
    var made: Window = 0
    func window() -> Window {
      pool.window {
        made += 1
        return made
      }
    }
    expectSame(window(), 1)
    pool.putBack(1)
    expectSame(window(), 1)
    pool.leave(1)
    expectSame(window(), 2)
    pool.leave(2)
    expectSame(window(), 3)
    // The one that was left first.
    expectSame(window(), 1)
    pool.putBack(2)
    expectSame(window(), 2)
    // None is left, and there may be one more.
    expectSame(window(), 4)
    #expect(pool.count == 4)
  }
}

@Suite struct NameTests {
  @Test func namesAreKeptWithinTheirCapacity() {
    var names = AtomNames(capacity: 100, longest: 1_024)
    for number in 0..<10_000 { names.note(Atom(number), Array("target \(number)".utf8)) }
    #expect(names.count <= 100)
    #expect(names.name(of: 9_999) == .text("target 9999"))
    #expect(names.atom(named: "target 9999") == 9_999)
    #expect(names.atom(named: "target 1") == nil)
  }

  @Test(arguments: [[], [0x63, 0xe9], [UInt8](repeating: 0x61, count: 1_025)])
  func aNameThatIsNoTextOrTooLongCannotBeUsed(bytes: [UInt8]) {
    var names = AtomNames(capacity: 100, longest: 1_024)
    expectSame(names.note(1, bytes), .unusable)
  }

  @Test func targetsKeepTheOwnersOrderWithoutDoubles() {
    var targets = AtomNameList([5, 3, 0, 5, 4, 9], limit: 5)
    #expect(targets.missing == [5, 3, 4])
    targets.note(4, .text("four"))
    targets.note(3, .unusable)
    #expect(!targets.isComplete)
    targets.note(5, .text("five"))
    targets.note(7, .text("seven"))
    #expect(targets.isComplete)
    #expect(targets.texts == ["five", "four"])
  }
}

@Suite struct MultipleRequestTests {
  @Test func theRequestorIsToldOnceEverythingIsKnown() {
    var multiple = MultipleRequest([1, 11, 2, 12, 3, 13, 4])
    #expect(multiple.pairs.count == 3)
    multiple.served(0)
    multiple.refused(2)
    #expect(!multiple.isComplete)
    multiple.served(1)
    #expect(multiple.isComplete)
    // What was served is not refused later.
    multiple.refused(1)
    #expect(multiple.words == [1, 11, 2, 12, 3, 0])
  }

  @Test func noPairsAreCompleteAndTooManyAreCutOff() {
    #expect(MultipleRequest([]).isComplete)
    #expect(MultipleRequest([1]).pairs.isEmpty)
    #expect(MultipleRequest([UInt32](repeating: 1, count: 10_000)).pairs.count == 256)
  }
}
