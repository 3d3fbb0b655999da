import DragClient
import Foundation
import Harness
import Testing

@Suite struct SavingTests {
  /// Content that another program offers.
  private func item(_ content: [UInt8], in world: World) async throws -> OfferedItem {
    var provider = ItemProvider()
    provider.register("a/b", bytes: content)
    let offering = try await world.client().offer([provider])
    return try await world.client().offered(at: offering.path).firstItem()
  }

  /// What travels in dragd's reply, and what comes as a file, in a transfer that has to be finished.
  @Test(arguments: [10, 1_000_000])
  func onceTheFileIsThereItIsTooLateToCancel(_ size: Int) async throws {
    try await World.run { world in
      let content = [UInt8](repeating: 7, count: size)
      let item = try await item(content, in: world)
      let path = world.fixture.folder.path("saved")
      let saving = Box<Task<DragError?, Never>?>(nil)
      let executor = SteppedExecutor {
        if access(path, F_OK) == 0 { saving.value?.cancel() }
      }
      let task = Task(executorPreference: executor) { () async -> DragError? in
        while saving.value == nil { await Task.yield() }
        do throws(DragError) {
          try await item.save(to: path)
          return nil
        } catch {
          return error
        }
      }
      saving.update { $0 = task }
      #expect(await task.value?.message == nil)
      #expect(task.isCancelled)
      #expect(FileManager.default.contents(atPath: path) == Data(content))
    }
  }

  @Test(arguments: [10, 1_000_000])
  func aSymbolicLinkIsReplacedAndNotWhatItLeadsTo(_ size: Int) async throws {
    try await World.run { world in
      let content = [UInt8](repeating: 7, count: size)
      let item = try await item(content, in: world)
      let (path, link) = (world.fixture.folder.path("mine"), world.fixture.folder.path("link"))
      try world.fixture.folder.write("mine", text: "mine")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      let refused = await failure { () async throws(DragError) in try await item.save(to: link) }
      #expect(refused?.code == .fileExists)
      #expect(refused?.message.hasPrefix("\(link) is there already") == true)
      try await item.save(to: link, replacing: true)
      #expect(FileManager.default.contents(atPath: path) == Data("mine".utf8))
      #expect(FileManager.default.contents(atPath: link) == Data(content))
    }
  }

  /// A copy is not executable, because any program can offer one; a move delivers the original file.
  @Test(arguments: [DragOperation.copy, .move])
  func aSavedFileHasThePermissionsAndTheTimeOfTheOriginal(
    _ operation: DragOperation
  ) async throws {
    try await World.run { world in
      let original = try world.fixture.folder.write("original", text: "content")
      let modified = Date(timeIntervalSince1970: 1_000_000_000)
      let manager = FileManager.default
      try manager.setAttributes(
        [.posixPermissions: 0o4751, .modificationDate: modified], ofItemAtPath: original)
      var item = ItemProvider(key: "a")
      item.register("a/b", file: original)
      let moves = MoveSource(cookie: MoveSource.newCookie()) { _ in }
      let offering = try await world.client().offer(
        [item], options: OfferingOptions(operations: [.copy, .move], moves: moves))
      let found = try await world.client().offered(at: offering.path).firstItem()
      let saved = world.fixture.folder.path("saved")
      if operation == .move {
        try await found.move(journal: Store()) { content, _ in try await content.save(to: saved) }
      } else {
        try await found.save(to: saved)
      }
      let attributes = try manager.attributesOfItem(atPath: saved)
      let mask = umask(0o077)
      umask(mask)
      let mode = (operation == .move ? 0o751 : 0o640) & ~Int(mask)
      #expect(attributes[.posixPermissions] as? Int == mode)
      #expect(attributes[.modificationDate] as? Date == modified)
    }
  }

  @Test func aSuggestedNameIsMadeSafe() async throws {
    try await World.run { world in
      let offering = try await world.client().offer(
        [
          ItemProvider(suggestedName: ".bash\u{202E}rc"), ItemProvider(text: "x"),
        ].map { item in
          var item = item
          item.register("a/b", bytes: [1])
          return item
        })
      let items = try await world.client().offered(at: offering.path).items()
      #expect(items.map(\.fileName) == ["_bash_rc", nil])
      #expect(items.map(\.suggestedName) == [".bash\u{202E}rc", nil])
      #expect(try await items[0].loading().load().fileName == "_bash_rc")
    }
  }

  /// An error that is printed stays on its line.
  @Test func whatOthersSayInAnErrorIsOneLine() {
    let error = DragError(.cancelled, "a\nb\u{1B}[2J\u{2028}")
    #expect("\(error)" == "a�b�[2J�")
    #expect(error.message == "a\nb\u{1B}[2J\u{2028}")
  }

  /// Regression: what took longer to save than dragd remembers a transfer was in place, but was reported as failed.
  @Test func whatIsSavedNeedsNoDragdAnyMore() async throws {
    try await World.run { world in
      let content = [UInt8](repeating: 7, count: 1_000_000)
      let item = try await item(content, in: world)
      let path = world.fixture.folder.path("saved")
      let daemon = world.daemon.processIdentifier
      let executor = SteppedExecutor {
        if access(path, F_OK) == 0 { kill(daemon, SIGKILL) }
      }
      let task = Task(executorPreference: executor) { () async -> DragError? in
        do throws(DragError) {
          try await item.save(to: path)
          return nil
        } catch {
          return error
        }
      }
      #expect(await task.value?.message == nil)
      #expect(FileManager.default.contents(atPath: path) == Data(content))
    }
  }

  @Test func aTaskThatIsCancelledAlreadySavesNothing() async throws {
    try await World.run { world in
      let loaded = try await item([7], in: world).loading().load()
      let path = world.fixture.folder.path("saved")
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { () async throws(DragError) in try await loaded.save(to: path) }
      }
      #expect(await task.value?.code == .cancelled)
      #expect(access(path, F_OK) != 0)
    }
  }
}
