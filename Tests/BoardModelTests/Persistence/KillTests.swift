import BoardWalk
import Foundation
import Harness
import Testing

@testable import BoardModel

/// A process that changes the board is killed; afterwards the board is as it was before or after the last change.
@Suite struct KillTests {
  private static let walker = Built.folder + "/boardwalker"
  private static let length = 30

  /// The state of the board after each change, and the number of steps, in a process that is not killed.
  private func undisturbed(_ verb: String, _ seed: Int) throws -> (states: [Substring], steps: Int)
  {
    let folder = try TemporaryFolder("walk", inMemory: true)
    defer { folder.remove() }
    let result = try Program.run(
      Self.walker, [verb, folder.path("data"), "\(seed)", "\(Self.length)"],
      within: .seconds(120))
    let lines = result.output.split(separator: "\n")
    let steps = try #require(lines.last?.split(separator: " ").last.flatMap { Int($0) })
    return (lines.dropLast(), steps)
  }

  private func check(
    _ folder: TemporaryFolder, _ told: [Substring], _ states: [Substring], _ what: String
  ) throws {
    let store = try BoardStore(folder: folder.path("data"))
    let found = try store.fingerprint()
    let last = max(told.count - 1, 0)
    #expect(told.elementsEqual(states[..<told.count]), "\(what)")
    #expect(
      states[last] == found || last + 1 < states.count && states[last + 1] == found,
      "\(what): \(found)")
    try checkWhole(store, what)
  }

  /// Checks that the store lacks nothing and has nothing left over.
  private func checkWhole(_ store: BoardStore, _ what: String) throws {
    let database = store.database
    #expect(try database.first("PRAGMA integrity_check") { $0.text(0) } == "ok", "\(what)")
    let used = Set(
      try database.all(
        """
        SELECT contents FROM cards UNION SELECT contents FROM card_images
        UNION SELECT contents FROM pending_cards
        """
      ) { $0.text(0) })
    let there = Set(try database.all("SELECT contents FROM representations") { $0.text(0) })
    #expect(used == there, "\(what)")
    let files = try database.all("SELECT file FROM representations WHERE file NOT NULL") {
      $0.text(0)
    }
    let onDisk = try FileManager.default.contentsOfDirectory(atPath: store.folder + "/blobs")
    #expect(Set(files) == Set(onDisk), "\(what)")
  }

  // Every step of every walk would take too long: each walk tests a part of the steps.
  @Test(
    arguments: Extent.part(
      of: [("walk", 1, 3), ("walk", 2, 3), ("walk", 3, 3), ("large", 3, 1)]) {
        $0.1 == 1 || $0.0 == "large"
      })
  func `whatever step a process is killed at, its board is whole`(
    verb: String, seed: Int, stride: Int
  ) throws {
    let (states, steps) = try undisturbed(verb, seed)
    #expect(steps > 60)
    for step in Swift.stride(from: seed, through: steps, by: stride) {
      let folder = try TemporaryFolder("walk", inMemory: true)
      defer { folder.remove() }
      let result = try Program.run(
        Self.walker, [verb, folder.path("data"), "\(seed)", "\(Self.length)", "\(step)"],
        within: .seconds(120))
      #expect(result.exit == .signalled(9))
      try check(folder, result.output.split(separator: "\n"), states, "killed at step \(step)")
    }
  }

  @Test func `whenever a process is killed, its board is whole`() throws {
    let (states, _) = try undisturbed("walk", 3)
    var generator = SeededGenerator(seed: 4)
    for run in 0..<30 {
      let folder = try TemporaryFolder("walk", inMemory: true)
      defer { folder.remove() }
      let program = try Program(
        Self.walker, ["walk", folder.path("data"), "3", "\(Self.length)"])
      defer { program.close() }
      let lines = Int.random(in: 0..<Self.length, using: &generator)
      try program.waitForOutput(within: Timeout.usual, "\(lines) changes") { output in
        output.count { $0 == "\n" } >= lines
      }
      usleep(UInt32.random(in: 0..<4000, using: &generator))
      program.send(9)
      let output = try program.wait().output
      let told = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .filter { !$0.hasPrefix("steps") }
      try check(folder, told, states, "run \(run)")
    }
  }
}

@Suite struct FullDiskTests {
  @Test(.enabled(if: SmallDisk.unavailable == nil, "no private mounts here"))
  func `a full disk refuses changes and loses nothing`() throws {
    let folder = try TemporaryFolder("full")
    defer { folder.remove() }
    let disk = SmallDisk(bytes: 8 << 20, at: try folder.makeFolder("disk"))
    let (executable, arguments) = disk.command(
      "/bin/sh",
      [
        "-c", #"cd "$0" && head -c 1M /dev/zero >ballast && exec "$1" fill "$0/data""#,
        disk.folder, Built.folder + "/boardwalker",
      ])
    let result = try Program.run(
      executable, arguments, within: .seconds(120))
    #expect(result.error == "")
    #expect(result.output == "full after some\nkept all\nthen 1\n")
    #expect(result.exit == .success)
  }
}
