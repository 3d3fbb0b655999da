import DragSystem
import Testing

@Suite struct LimitTests {
  @Test(
    arguments: [(1_024, 768), (4_096, 3_072), (20_000, 18_976), (524_288, 523_264)]
      as [(UInt64, UInt64)])
  func someDescriptorsAreKeptForNobody(_ limit: UInt64, _ keepable: UInt64) {
    #expect(Limits.keepable(of: limit) == keepable)
  }

  @Test func aDescriptorWithALowNumberMayBeKept() throws {
    let file = try Memfd.create("low")
    let mayBeKept = Limits.mayKeep(file)
    #expect(mayBeKept)
  }
}
