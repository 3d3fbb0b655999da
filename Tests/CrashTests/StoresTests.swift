import Foundation
import Harness
import Testing

/// The faults that the counting of a run finds.
@Suite struct StoresTests {
  private func faults(_ change: (String) throws -> Void) throws -> Set<Fault> {
    let folder = try TemporaryFolder("stores")
    defer { folder.remove() }
    let stores = Stores(root: folder.path)
    try stores.make()
    try change(folder.path)
    return stores.faults()
  }

  private func put(_ content: Data?, at path: String) throws {
    try #require(content).write(to: URL(fileURLWithPath: path))
  }

  @Test func itemsThatAreInOnePlaceEachAreRight() throws {
    #expect(try faults { _ in }.isEmpty)
    let moved = try faults { root in
      try FileManager.default.moveItem(atPath: root + "/from/large", toPath: root + "/to/large")
    }
    #expect(moved.isEmpty)
  }

  @Test func anItemThatIsNowhereIsLost() throws {
    #expect(
      try faults { try FileManager.default.removeItem(atPath: $0 + "/from/small") } == [.lost])
  }

  @Test func anItemInTwoPlacesIsDoubled() throws {
    #expect(try faults { try put(Stores.items["small"], at: $0 + "/to/small") } == [.doubled])
  }

  @Test func aHalfItemIsTornAndDoesNotCount() throws {
    let faults = try faults { root in
      try FileManager.default.removeItem(atPath: root + "/from/large")
      try put(Stores.items["large"]?.prefix(1000), at: root + "/to/large")
    }
    #expect(faults == [.torn, .lost])
  }

  @Test(arguments: [
    "to/.hidden", "other/small (1)", "source-home/note", "dragd-home/note", "runtime/state",
  ])
  func whatIsLeftOverIsSeen(_ path: String) throws {
    #expect(try faults { try put(Data("x".utf8), at: $0 + "/" + path) } == [.left])
  }
}
