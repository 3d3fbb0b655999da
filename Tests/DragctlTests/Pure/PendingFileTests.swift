import DragConnection
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import dragctl

@Suite struct PendingFileTests {
  private static func run(
    replacing isReplacing: Bool = false, _ body: (TemporaryFolder, PendingFile) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let note = PendingNote(
      move: NotedMove(Identifier(high: 1, middle: 2, low: 3), ledger: nil),
      place: try FilePlace(in: Array(folder.path.utf8), name: Array("a".utf8)),
      replaces: isReplacing)
    try body(folder, PendingFile(note: note))
  }

  private static func hidden(_ file: PendingFile) -> String {
    String(decoding: file.note.temporaryName, as: UTF8.self)
  }

  @Test func whatIsDroppedIsGoneAndMayHaveBeenGone() throws {
    try Self.run { folder, file in
      try folder.write(Self.hidden(file), text: "data")
      try file.drop()
      try file.drop()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  /// In a folder of several users another one may give the hidden name to a file that only this one may read.
  @Test func whatHasTheHiddenNameByNowGetsNoMode() throws {
    try Self.run(replacing: true) { folder, file in
      try folder.write("a", text: "old")
      #expect(chmod(folder.path("a"), 0o666) == 0)
      try folder.write(Self.hidden(file), text: "private")
      #expect(chmod(folder.path(Self.hidden(file)), 0o600) == 0)
      _ = try file.makePermanent()
      let status = try FileStatus.of(path: Array(folder.path("a").utf8))
      #expect(status?.mode == 0o600)
    }
  }

  /// Regression: it counted as dropped, its note was forgotten, and the data stayed for ever.
  @Test func whatCannotBeRemovedIsNotDropped() throws {
    try Self.run { folder, file in
      // unlink(2) removes no folder, whoever asks.
      _ = try folder.makeFolder(Self.hidden(file))
      #expect(throws: (any Error).self) { try file.drop() }
    }
  }
}
