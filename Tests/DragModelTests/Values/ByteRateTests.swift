import DragModel
import Testing

@Suite struct ByteRateTests {
  @Test func aSteadyRateIsWhatItIs() {
    var rate = ByteRate(at: 0)
    for step in 1...50 as ClosedRange<UInt64> {
      rate.update(bytes: step * 1000, at: step * 100_000)
    }
    #expect(rate.bytesPerSecond == 10_000)
  }

  @Test func anOldRateIsForgottenInSeconds() {
    var rate = ByteRate(at: 0)
    rate.update(bytes: 1_000_000_000, at: 1_000_000)
    for step in 2...12 as ClosedRange<UInt64> {
      rate.update(bytes: 1_000_000_000, at: step * 1_000_000)
    }
    #expect((rate.bytesPerSecond ?? .max) < 1_000_000)
  }
}
