import DragSystem
import Testing

@Suite struct LimitTests {
  @Test(
    arguments: [(1_024, 768), (4_096, 3_072), (20_000, 15_000), (524_288, 507_904)]
      as [(UInt64, UInt64)])
  func someDescriptorsAreKeptForNobody(_ limit: UInt64, _ keepable: UInt64) {
    #expect(ProcessLimits.keepable(of: limit) == keepable)
  }

  @Test(
    arguments: [(1_024, 128), (2_048, 256), (4_096, 512), (20_000, 2_500), (524_288, 8_192)]
      as [(UInt64, UInt64)])
  func theLastDescriptorsAreForMessages(_ limit: UInt64, _ reserve: UInt64) {
    #expect(ProcessLimits.reserve(of: limit) == reserve)
    #expect(ProcessLimits.keepable(of: limit) + reserve < limit)
  }

  @Test func aDescriptorWithALowNumberMayBeKept() throws {
    let file = try Memfd.create("low")
    let mayBeKept = ProcessLimits.mayKeep(file)
    #expect(mayBeKept)
  }
}
