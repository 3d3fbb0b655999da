import DragSystem
import Harness
import Testing

@testable import DragBroker

/// Two dragds that own the bus's name one after the other, and one state file.
@Suite struct StateFileTests {
  private func withFolder(_ body: (() throws -> Folder) throws -> Void) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try body { try Folder(path: Array(folder.path.utf8)) }
  }

  private func write(_ text: String, to file: inout StateFile) throws {
    var journal = try file.create()
    var records = JournalRecords()
    records.append(Array(text.utf8))
    try journal.append(records)
  }

  private func content(_ folder: borrowing Folder) throws -> [String]? {
    try Journal.read("s.state", in: folder)?.records.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `a predecessor neither replaces nor removes its successor's file`() throws {
    try withFolder { folder in
      var old = StateFile("s.state", in: try folder())
      var new = StateFile("s.state", in: try folder())
      try write("old", to: &old)
      try old.replaceOthers()
      try write("old again", to: &old)
      #expect(try old.replace())
      #expect(try content(try folder()) == ["old again"])
      // The old dragd rewrites its file while the new one starts.
      try write("too late", to: &old)
      try write("new", to: &new)
      try new.replaceOthers()
      #expect(try !old.replace())
      try old.remove()
      #expect(try content(try folder()) == ["new"])
      try write("new again", to: &new)
      #expect(try new.replace())
      #expect(try content(try folder()) == ["new again"])
      #expect(try folder().names().count == 1, "nothing half written is left")
    }
  }

  @Test func `what a successor has removed stays removed`() throws {
    try withFolder { folder in
      var old = StateFile("s.state", in: try folder())
      var new = StateFile("s.state", in: try folder())
      try write("old", to: &old)
      try old.replaceOthers()
      try write("new", to: &new)
      try new.replaceOthers()
      try new.remove()
      try write("too late", to: &old)
      #expect(try !old.replace())
      #expect(try folder().names().isEmpty)
      // The old dragd writes again once it owns the bus's name again.
      try write("back", to: &old)
      try old.replaceOthers()
      #expect(try content(try folder()) == ["back"])
    }
  }

  @Test(arguments: eitherBus())
  func `dragd leaves alone what another dragd has put in its place`(bus: PrivateBus.Kind) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let text = String(repeating: "a", count: 60_000)
      let offers = try (0..<2).map { _ in try source.offer([Item(data("text/plain", .text(text)))])
      }
      let path = try #require(try service.stateFile)
      let other = try service.fixture.folder.write("other", text: "another dragd's")
      _ = try service.fixture.run("mv", [other, path])
      // dragd rewrites the file when no offer is left.
      for offer in offers { try source.withdraw(offer) }
      try service.daemon.waitForError("another dragd writes the state of offers now")
      #expect(try service.fixture.run("cat", [path]).output == "another dragd's")
      #expect(try service.daemon.terminate() == .success)
      #expect(try service.fixture.run("cat", [path]).output == "another dragd's")
      try service.comeBack()
    }
  }

  /// Regression: each attempt to write a new file left one behind.
  @Test(
    .enabled(if: SmallDisk.unavailable == nil, "no private mounts here"),
    arguments: eitherBus(with: Shortage.allCases))
  func `on a full disk no half written file is left`(
    bus: PrivateBus.Kind, shortage: Shortage
  ) throws {
    let bytes = 256 << 10
    try PersistentService.run(bus, with: shortage, roomFor: bytes) { service in
      let source = try service.peer()
      let text = String(repeating: "a", count: 60_000)
      let offers = try (0..<8).map { _ in try source.offer([Item(data("text/plain", .text(text)))])
      }
      try service.daemon.waitForError("the state of offers cannot be written")
      let folder = SmallDisk(bytes: bytes, at: service.fixture.folder.path("runtime/dragd"))
        .folder(seenBy: service.daemon)
      try eventually("nothing half written is left") {
        try service.fixture.run("ls", [folder]).output.split(separator: "\n").count == 1
      }
      for offer in offers { try source.withdraw(offer) }
      try service.daemon.waitForError("the state of offers can be written again")
      try eventually("only the state file is left") {
        try service.fixture.run("ls", [folder]).output.split(separator: "\n").count == 1
      }
    }
  }
}
