import Testing

@testable internal import GtkKit

/// A list becomes another one, and what stays in its order is not replaced.
@Suite struct ListDifferenceTests {
  private func splices(_ old: String, _ new: String) -> [ListSplice] {
    [ListSplice](from: old.map(String.init), to: new.map(String.init))
  }

  @Test func onlyWhatChangesItsPlaceIsReplaced() {
    #expect(splices("abcdef", "abcdef").isEmpty)
    #expect(splices("", "ab") == [ListSplice(start: 0, added: ["a", "b"])])
    #expect(splices("ab", "") == [ListSplice(start: 0, removed: 2)])
    #expect(splices("abc", "axc") == [ListSplice(start: 1, removed: 1, added: ["x"])])
    #expect(
      splices("abcdef", "acdebf")
        == [ListSplice(start: 1, removed: 1), ListSplice(start: 4, added: ["b"])])
    #expect(
      splices("abcdef", "eabcdf")
        == [ListSplice(start: 4, removed: 1), ListSplice(start: 0, added: ["e"])])
    #expect(
      splices("abcdef", "bdface")
        == [
          ListSplice(start: 5, removed: 1), ListSplice(start: 3, removed: 1),
          ListSplice(start: 1, removed: 1), ListSplice(start: 0, added: ["b", "d", "f"]),
        ])
  }

  @Test func aListGetsTheFirstNewStringsAndKeepsItsOwn() {
    func becoming(_ old: String, _ new: String) -> String {
      old.map(String.init).becoming(new.map(String.init), adding: 2).joined()
    }
    #expect(becoming("", "abcd") == "ab")
    #expect(becoming("ab", "abcdef") == "abcd")
    #expect(becoming("xy", "xabcy") == "xaby")
    #expect(becoming("xaby", "xabcy") == "xabcy")
    #expect(becoming("xmy", "xabcdy") == "xaby")
    #expect(becoming("xmny", "xanbmcy") == "xanbmy")
    #expect(becoming("abc", "ca") == "ca")
  }

  @Test func everyOrderBecomesEveryOther() {
    var generator = Generator()
    for _ in 0..<2_000 {
      let all = (0..<Int.random(in: 1...40, using: &generator)).map(String.init)
      let old = all.filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
      let new = all.filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
      var list = old
      for splice in [ListSplice](from: old, to: new) {
        list.replaceSubrange(
          splice.start..<(splice.start + splice.removed), with: splice.added)
      }
      #expect(list == new, "from \(old)")
      list = old
      for _ in 0...new.count { list = list.becoming(new, adding: 1) }
      #expect(list == new, "from \(old), one by one")
    }
  }
}

/// The same numbers each time (Knuth's MMIX).
private struct Generator: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 32
  }
}
