import BoardWalk
import Harness
import Testing

@testable import BoardModel

@Suite struct RankTests {
  private func isOrdered(_ ranks: [Rank]) -> Bool {
    zip(ranks, ranks.dropFirst()).allSatisfy { $0 < $1 } && ranks.allSatisfy { $0.bytes.last != 0 }
  }

  @Test func `there is always room between two ranks`() {
    var generator = SeededGenerator(seed: 1)
    var ranks = Rank.ranks(3, after: nil, before: nil)
    for _ in 0..<3000 {
      let index = Int.random(in: 0...ranks.count, using: &generator)
      let new = Rank.ranks(
        Int.random(in: 1...3, using: &generator), after: index > 0 ? ranks[index - 1] : nil,
        before: index < ranks.count ? ranks[index] : nil)
      ranks.insert(contentsOf: new, at: index)
    }
    #expect(isOrdered(ranks))
  }

  @Test func `ranks at the ends stay short`() {
    var ranks = Rank.ranks(1, after: nil, before: nil)
    for _ in 0..<20_000 {
      ranks.append(Rank.ranks(1, after: ranks.last, before: nil)[0])
    }
    #expect(isOrdered(ranks))
    #expect(ranks.map(\.bytes.count).max() ?? 99 <= 8)
    var first = ranks[0]
    for _ in 0..<20_000 {
      let before = Rank.ranks(1, after: nil, before: first)[0]
      #expect(before < first)
      first = before
    }
    #expect(first.bytes.count <= 8)
  }

  @Test func `many ranks between two grow with the logarithm`() {
    let ends = Rank.ranks(2, after: nil, before: nil)
    let many = Rank.ranks(10_000, after: ends[0], before: ends[1])
    #expect(isOrdered([ends[0]] + many + [ends[1]]))
    #expect(many.map(\.bytes.count).max() ?? 99 <= 12)
  }

  @Test func `there is room before the smallest and after the largest`() {
    let smallest = Rank(bytes: [0, 0, 0, 0, 0, 0, 0, 0, 1])
    #expect(isOrdered(Rank.ranks(5, after: nil, before: smallest) + [smallest]))
    let largest = Rank(bytes: [UInt8](repeating: 255, count: 9))
    #expect(isOrdered([largest] + Rank.ranks(5, after: largest, before: nil)))
  }
}
