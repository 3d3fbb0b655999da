import DragConnection
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import DragClient

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

  /// A hold as a killed program leaves it, or one of a living program, which this test keeps.
  private func hold(_ path: String) throws -> FileHold {
    let place = try FilePlace(path: Array(path.utf8))
    let file = try #require(try FileStatus.of(path: place.path)?.identity)
    let transfer = Identifier(high: 1, middle: 2, low: 3)
    guard
      case .held(let hold) = try FileHold.attempt(
        file, at: place, for: NotedMove(transfer, ledger: nil))
    else { throw HarnessFailure("another program holds \(path)") }
    return hold
  }

  /// Regression: the source told dragd that it had deleted the file, which stayed.
  @Test func aFileThatAnotherProgramHoldsIsNoDeletedOne() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.write("a", text: "mine")
    let source = MoveSource.files(cookie: MoveSource.newCookie()) { _ in path }
    let hold = try hold(path)
    let failure = await #expect(throws: DragError.self) { try await source.delete("key") }
    #expect(failure?.code == .busy && FileManager.default.fileExists(atPath: path))
    hold.release()
  }

  /// Regression: after a crash it stayed, and was at the destination too.
  @Test func aFileThatHasMovedAwayIsDeletedUnderItsNewName() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.write("a", text: "mine")
    let source = MoveSource.files(cookie: MoveSource.newCookie()) { _ in path }
    _ = try hold(path)
    #expect(rename(path, folder.path("b")) == 0)
    try await source.delete("key")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  /// Regression: a disk that was not mounted counted as a file that is deleted.
  @Test func aFileWhoseFolderIsAwayIsNoDeletedOne() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.write("in/a", text: "mine")
    let source = MoveSource.files(cookie: MoveSource.newCookie()) { _ in path }
    _ = try hold(path)
    #expect(rename(folder.path("in"), folder.path("away")) == 0)
    await #expect(throws: DragError.self) { try await source.delete("key") }
    #expect(rename(folder.path("away"), folder.path("in")) == 0)
    try await source.delete("key")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: [
    "dragd-hold 1\nmove MOVE\nfile SIZE MODIFIED FOLDER PATH\n",
    "dragd-hold 2\nhold NAME MOVE SIZE MODIFIED FOLDER PATH\n",
  ])
  func aHoldOfAnEarlierVersionIsFollowed(_ format: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try folder.write("a b", text: "mine")
    let place = try FilePlace(path: Array(path.utf8))
    let file = try #require(try FileStatus.of(path: place.path)?.identity)
    let name = "\(file.device)-\(file.inode)"
    let words = [
      "NAME": name, "MOVE": "\(Identifier(high: 1, middle: 2, low: 3))", "SIZE": "\(file.size)",
      "MODIFIED": "\(file.modified)", "FOLDER": "\(place.folderInode)",
      "PATH": PercentText.encoded(place.path),
    ]
    let text = words.reduce(format) { $0.replacing($1.key, with: $1.value) }
    _ = try NoteFolder.make(of: "dragd/holds").write(name, text)
    let source = MoveSource.files(cookie: MoveSource.newCookie()) { _ in path }
    try await source.delete("key")
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
