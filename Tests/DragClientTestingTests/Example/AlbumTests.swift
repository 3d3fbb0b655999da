import DragClient
import DragClientTesting
import Testing

@Suite struct AlbumTests {
  // The album's own code, with values of the test's own.
  @Test(arguments: [("image/png", DropProposal.Decision.copy), ("text/plain", .forbidden)])
  func `an album takes pictures only`(type: String, decision: DropProposal.Decision) {
    let drop = HoveringDrop(offered: Offered(types: [type]))
    #expect(Album().proposal(for: drop).decision == decision)
  }

  // With dragd: another program drops a picture.
  @Test func `a dropped picture is in the album`() async throws {
    try await withTestBroker { broker in
      let album = Album()
      try await album.open(to: broker.connect())

      var picture = ItemProvider(suggestedName: "sea.png")
      picture.register("image/png", bytes: [1, 2, 3])
      let target = try await broker.connect().targets(named: "Album")[0]
      let result = try await target.drop([picture])

      #expect(result.operation == .copy)
      #expect(await album.photos == ["sea.png": [1, 2, 3]])
    }
  }

  // With dragd and its time: the source stops after the first byte.
  @Test func `half a picture is not in the album`() async throws {
    try await withTestBroker { broker in
      let album = Album()
      try await album.open(to: broker.connect())

      var picture = ItemProvider(suggestedName: "sea.png")
      picture.register("image/png") { writer in
        try await writer.write([1])
        try await Task.sleep(for: .seconds(3600))
      }
      let target = try await broker.connect().targets(named: "Album")[0]
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let drop = Task { [picture] in
        try await target.drop([picture]) { progress in if progress.bytes > 0 { start.yield() } }
      }
      for await _ in started { break }
      await broker.advance(by: .seconds(30))

      await #expect(throws: DragError.self) { try await drop.value }
      #expect(await album.photos.isEmpty)
    }
  }
}
