import DragModel
import Testing

@testable import DragConnection

@Suite struct OfferUseTests {
  private func options(uses: UInt32 = 0, expiresIn: UInt64 = 0) -> OfferOptions {
    var options = OfferOptions()
    options.uses = uses
    options.expiresIn = expiresIn
    return options
  }

  @Test func `an item that was accepted as often as it may be is not published again`() {
    let options = options(uses: 2)
    var use = OfferUse(items: 3, options)
    use.accept(0, by: .copy)
    use.accept(0, by: .copy)
    use.accept(2, by: .copy)
    #expect(use.remaining == [1, 2])
    // dragd knows one number for all items, and none may be accepted once too often.
    #expect(use.remainder(of: options, at: 0).uses == 1)
    use.accept(1, by: .link)
    use.accept(2, by: .copy)
    #expect(use.remaining == [1])
    use.accept(1, by: .copy)
    #expect(use.remaining == [])
  }

  @Test func `without a limit items stay until they move away`() {
    var use = OfferUse(items: 3, options())
    for _ in 0..<5 { use.accept(0, by: .copy) }
    use.accept(1, by: .move)
    use.recordMove(of: 2)
    #expect(use.remaining == [0])
    #expect(use.remainder(of: options(), at: 0).uses == 0)
  }

  @Test func `an offer ends when it was to end at first`() {
    let options = options(expiresIn: 10_000)
    var use = OfferUse(items: 1, options)
    #expect(use.remainder(of: options, at: 5_000_000).expiresIn == 10_000)
    #expect(use.remainder(of: options, at: 9_000_000).expiresIn == 6_000)
    // 0 would mean never.
    #expect(use.remainder(of: options, at: 99_000_000).expiresIn == 1)
    var unending = OfferUse(items: 1, self.options())
    #expect(unending.remainder(of: self.options(), at: 7).expiresIn == 0)
  }

  @Test func `dragd's numbers are those of the items that were left`() {
    var use = OfferUse(items: 3, options(uses: 1))
    #expect(use.place(of: 0) == nil)
    use.publish([0, 1, 2])
    use.accept(1, by: .copy)
    #expect(use.place(of: 2) == 2)
    use.publish(use.remaining)
    #expect(use.place(of: 0) == 0 && use.place(of: 1) == 2 && use.place(of: 2) == nil)
  }
}
