import Harness
import Testing

/// A source adds items before it has the reply to an earlier call, whose file hangs.
@Suite(.enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"))
struct OvertakingTests {
  @Test(arguments: eitherBus())
  func `items keep the order of their calls`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let fileSystem = try service.fixture.hangingFileSystem(size: 200_000)
      try fileSystem.limitHanging(to: service.daemon)
      defer { fileSystem.close() }
      let source = try service.peer()
      let offer = try source.offer([], ["more": .b(true)])
      let descriptor = try source.open(fileSystem.file)
      let later = [Item(name: "later", data("text/plain", "x"))]
      try fileSystem.hang(.getattr)
      let first = try source.startAddItems(
        to: offer, [Item(name: "first", file("a/b", descriptor))], ["more": .b(true)])
      try fileSystem.waitUntilHung(.getattr)
      try expectFailure("Busy", saying: "earlier") {
        try source.addItems(to: offer, later, ["more": .b(true)])
      }
      // Other offers are not concerned.
      let other = try source.offer([], ["more": .b(true)])
      try source.addItems(to: other, later)
      try source.withdraw(other)
      try fileSystem.answer(.getattr)
      try first.reply()
      try source.addItems(to: offer, later)
      let names = try service.observer.items(of: offer).map { $0[0]["name"].inside.string }
      #expect(names == ["first", "later"])
      try source.withdraw(offer)
      try fileSystem.answer(.getattr, .read, .flush)
    }
  }
}
