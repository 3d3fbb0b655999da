import DragClient
import Foundation
import Harness
import Testing

/// Moves of files by a source that leaves them to the library.
@Suite struct FileMoveTests {
  private func offer(
    _ path: String, by client: DragClient, _ moved: Box<[String]> = Box([])
  ) async throws -> Offering {
    var item = ItemProvider(suggestedName: "a", key: "key")
    item.register("text/plain", file: path)
    var options = OfferingOptions(operations: [.move])
    options.moves = MoveSource.files(cookie: MoveSource.newCookie()) { _ in
      path
    } moved: { key in
      moved.update { $0.append(key) }
    }
    return try await client.offer([item], options: options)
  }

  private func move(_ offering: Offering, _ client: DragClient, to store: Store) async throws {
    let item = try await client.offered(at: offering.path).firstItem()
    try await item.move(journal: store) { content, transfer in
      await store.store(String(decoding: try await content.bytes(), as: UTF8.self), as: transfer)
    }
  }

  @Test func aFileThatHasMovedAwayIsDeletedAndReported() async throws {
    try await World.run { world in
      let path = try world.fixture.folder.write("a", text: "mine")
      let moved = Box<[String]>([])
      let offering = try await offer(path, by: try await world.client(), moved)
      let store = Store()
      try await move(offering, try await world.client(), to: store)
      #expect(await store.items == ["mine"])
      #expect(moved.value == ["key"])
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  /// Regression: it was at both destinations.
  @Test func aFileThatTwoSourcesOfferMovesOnce() async throws {
    try await World.run { world in
      let (store, destination) = (Store(), try await world.client())
      for round in 0..<10 {
        let path = try world.fixture.folder.write("a", text: "\(round)")
        var offerings: [Offering] = []
        for _ in 0..<2 { offerings.append(try await offer(path, by: try await world.client())) }
        let moves = await withTaskGroup(of: Bool.self) { group in
          for offering in offerings {
            group.addTask { (try? await move(offering, destination, to: store)) != nil }
          }
          return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(moves == 1)
        #expect(!FileManager.default.fileExists(atPath: path))
        for offering in offerings { try? await offering.withdraw() }
      }
      #expect(await store.items == (0..<10).map { "\($0)" })
      #expect(await store.pending.isEmpty)
    }
  }

  @Test func aFileThatAnotherHasReplacedStays() async throws {
    try await World.run { world in
      let path = try world.fixture.folder.write("a", text: "mine")
      let moved = Box<[String]>([])
      let offering = try await offer(path, by: try await world.client(), moved)
      let other = try world.fixture.folder.write("b", text: "theirs")
      #expect(rename(other, path) == 0)
      let (store, destination) = (Store(), try await world.client())
      await #expect(throws: DragError.self) {
        try await move(offering, destination, to: store)
      }
      #expect(FileManager.default.contents(atPath: path) == Data("theirs".utf8))
      #expect(await store.pending.isEmpty && moved.value.isEmpty)
    }
  }
}
