import DisplaySelections
import Testing

@testable import XSelections

@Suite struct IncrementalReadTests {
  private static let text: Atom = 31

  /// Everything that can happen to a read.
  enum Input: CaseIterable {
    case answered, refused, missing, incremental, data, more, nothing, otherType
    case consumed, satisfied, arrived, died, time, failed, cancelled

    func apply(to read: inout IncrementalRead) -> IncrementalRead.Action {
      switch self {
      case .answered: read.answered(hasProperty: true)
      case .refused: read.answered(hasProperty: false)
      case .missing: read.fetched(.missing)
      case .incremental: read.fetched(.incremental)
      case .data: read.fetched(.data(type: text, count: 100, rest: 0))
      case .more: read.fetched(.data(type: text, count: 100, rest: 50))
      case .nothing: read.fetched(.data(type: text, count: 0, rest: 0))
      case .otherType: read.fetched(.data(type: text + 1, count: 100, rest: 0))
      case .consumed: read.consumed()
      case .satisfied: read.satisfied()
      case .arrived: read.propertyArrived()
      case .died: read.ownerDied()
      case .time: read.timeIsUp()
      case .failed: read.failed("reason")
      case .cancelled: read.cancelled()
      }
    }
  }

  private func run(_ inputs: [Input]) -> (actions: [IncrementalRead.Action], read: IncrementalRead)
  {
    var read = IncrementalRead()
    return (inputs.map { $0.apply(to: &read) }, read)
  }

  private func end(_ inputs: [Input]) -> ReadEnd? {
    if case .end(let end) = run(inputs).actions.last { end } else { nil }
  }

  @Test func aPropertyIsReadInParts() {
    let (actions, read) = run([.arrived, .answered, .more, .consumed, .data, .consumed])
    #expect(
      actions == [
        .none, .fetch(offset: 0), .consume, .fetch(offset: 100), .consume,
        .end(.complete(bytes: 200)),
      ])
    #expect(read.leftover == .nothing)
  }

  @Test func chunksAreRequestedOneByOne() {
    let (actions, read) = run(
      [
        .answered, .incremental, .arrived, .data, .consumed, .arrived, .more, .consumed, .data,
        .consumed, .arrived,
      ]
        + [.nothing])
    #expect(
      actions == [
        .fetch(offset: 0), .requestChunk, .fetch(offset: 0), .consume, .requestChunk,
        .fetch(offset: 0),
        .consume, .fetch(offset: 100), .consume, .requestChunk, .fetch(offset: 0),
        .end(.complete(bytes: 300)),
      ])
    #expect(read.leftover == .nothing)
  }

  @Test func anEndAtOnceIsEmptyContent() {
    #expect(end([.answered, .incremental, .arrived, .nothing]) == .complete(bytes: 0))
    #expect(end([.answered, .nothing]) == .complete(bytes: 0))
  }

  @Test func theOwnersDeathHarmsNothingThatHasLanded() {
    #expect(end([.answered, .died, .data, .consumed]) == .complete(bytes: 100))
    #expect(end([.answered, .more, .died, .consumed, .data, .consumed]) == .complete(bytes: 200))
    #expect(
      end([.answered, .incremental, .arrived, .data, .consumed, .arrived, .died, .nothing])
        == .complete(bytes: 100))
  }

  @Test(arguments: [
    [Input.died], [.answered, .incremental, .died], [.answered, .died, .incremental],
    [.answered, .incremental, .arrived, .died, .data, .consumed],
    [.answered, .incremental, .arrived, .data, .died, .consumed],
  ])
  func theOwnersDeathEndsWhatIsStillToCome(inputs: [Input]) {
    #expect(end(inputs) == .failed("the owner ended before it gave everything"))
  }

  @Test(arguments: [
    [Input.refused], [.answered, .missing], [.answered, .more, .consumed, .nothing],
    [.answered, .more, .consumed, .otherType], [.answered, .more, .consumed, .incremental],
    [.answered, .incremental, .arrived, .incremental],
    [.answered, .incremental, .arrived, .arrived],
    [.answered, .incremental, .arrived, .data, .arrived],
    [.answered, .incremental, .arrived, .data, .consumed, .arrived, .otherType],
  ])
  func whatNoOwnerMayDoIsAFailure(inputs: [Input]) {
    guard case .failed = end(inputs) else {
      Issue.record("\(String(describing: end(inputs)))")
      return
    }
  }

  @Test func eachWaitHasItsLimitAndTheDestinationHasNone() {
    #expect(run([]).read.waiting == .owner)
    #expect(end([.time]) == .failed("the owner did not answer in time"))
    #expect(run([.answered]).read.waiting == .server)
    #expect(end([.answered, .time]) == .failed("the X server did not answer in time"))
    #expect(run([.answered, .incremental]).read.waiting == .ownersNextChunk)
    #expect(
      end([.answered, .incremental, .time])
        == .failed("the owner gave a part and did not continue in time"))
    #expect(run([.answered, .data]).read.waiting == .destination)
    #expect(end([.answered, .data, .time]) == nil)
  }

  @Test func whatTheOwnerMayStillWriteIsKnown() {
    #expect(run([.refused]).read.leftover == .nothing)
    #expect(run([.time]).read.leftover == .answer)
    #expect(run([.cancelled]).read.leftover == .answer)
    #expect(run([.died]).read.leftover == .nothing)
    #expect(run([.answered, .data, .consumed]).read.leftover == .nothing)
    #expect(run([.answered, .more, .cancelled]).read.leftover == .nothing)
    #expect(run([.answered, .cancelled]).read.leftover == .property)
    #expect(run([.answered, .died, .cancelled]).read.leftover == .nothing)
    #expect(run([.answered, .missing]).read.leftover == .nothing)
    #expect(run([.answered, .more, .satisfied]).read.leftover == .nothing)
    #expect(run([.answered, .incremental, .arrived, .nothing]).read.leftover == .nothing)
    #expect(run([.answered, .incremental, .cancelled]).read.leftover == .chunks)
    #expect(run([.answered, .incremental, .arrived, .data, .satisfied]).read.leftover == .chunks)
    #expect(run([.answered, .incremental, .arrived, .data, .failed]).read.leftover == .chunks)
    #expect(run([.answered, .incremental, .died]).read.leftover == .nothing)
    #expect(
      run([.answered, .incremental, .arrived, .died, .data, .cancelled]).read.leftover == .nothing)
  }

  /// All sequences of five inputs.
  @Test func aReadEndsOnceWhateverHappens() {
    func walk(_ read: IncrementalRead, _ ends: Int, _ depth: Int) {
      guard depth > 0 else { return }
      for input in Input.allCases {
        var next = read
        let action = input.apply(to: &next)
        var isEnd = false
        if case .end = action { isEnd = true }
        let sum = ends + (isEnd ? 1 : 0)
        guard sum <= 1, next.isOver == (sum == 1) else {
          Issue.record("\(input) after \(read): \(action)")
          return
        }
        if read.isOver, action != .none { Issue.record("\(input) after the end: \(action)") }
        walk(next, sum, depth - 1)
      }
    }
    walk(IncrementalRead(), 0, 5)
  }
}
