import Foundation
import Harness
import Testing

/// The attributes that a file keeps when it is saved elsewhere.
@Suite struct PreservationTests {
  private static let time = "2001-02-03 04:05:06.123456"

  /// Makes a file with that mode and an old time.
  private func makeFile(_ shell: Shell, mode: String) throws {
    try shell.folder.write("from/run.sh", text: "#!/bin/sh\n")
    let made = try shell.sh("chmod \(mode) from/run.sh && touch -d '\(Self.time)' from/run.sh")
    try #require(made.exit == .success, "\(made.error)")
  }

  /// The mode of a file, and whether it has the old time.
  private func facts(_ shell: Shell, _ name: String) throws -> (mode: String, isOld: Bool) {
    let words = try shell.sh("stat -c '%a %y' \(name)").output.split(separator: " ", maxSplits: 1)
    return (String(words[0]), words[1].hasPrefix(Self.time))
  }

  @Test(arguments: [
    ([], "751", true), (["--preserve"], "751", true), (["--no-preserve"], "644", false),
  ])
  func aSavedCopyKeepsModeAndTime(_ flags: [String], _ mode: String, _ isOld: Bool) throws {
    try Shell.run { shell in
      try makeFile(shell, mode: "751")
      let id = try shell.offer("from/run.sh")
      let words = (["accept", id, "-o", "copy"] + flags).joined(separator: " ")
      let result = try shell.sh("umask 022; dragctl \(words)")
      #expect(result.exit == .success, "\(result.error)")
      let copy = try facts(shell, "copy")
      #expect(copy.mode == mode)
      #expect(copy.isOld == isOld)
    }
  }

  @Test func theUmaskHoldsForTheMode() throws {
    try Shell.run { shell in
      try makeFile(shell, mode: "4777")
      let id = try shell.offer("from/run.sh")
      _ = try shell.sh("umask 027; dragctl accept \(id) --preserve -o copy")
      #expect(try facts(shell, "copy").mode == "750")
    }
  }

  @Test func aFileThatIsReplacedGivesItsModeUnlessToldOtherwise() throws {
    try Shell.run { shell in
      try makeFile(shell, mode: "755")
      let id = try shell.offer("from/run.sh")
      _ = try shell.sh("touch old; chmod 600 old; dragctl accept \(id) -f -o old")
      #expect(try facts(shell, "old").mode == "600")
      _ = try shell.sh("umask 022; dragctl accept \(id) -f --preserve -o old")
      #expect(try facts(shell, "old").mode == "755")
    }
  }

  @Test func aMovedFileIsAsItWas() throws {
    try Shell.run { shell in
      try makeFile(shell, mode: "755")
      let (source, id) = try shell.stayToMove("from/run.sh")
      let moved = try shell.sh("umask 022; dragctl accept \(id) --move -o moved")
      #expect(moved.exit == .success, "\(moved.error)")
      #expect(try source.wait().exit == .success)
      let first = try facts(shell, "moved")
      #expect(first.mode == "755" && first.isOld)

      try shell.folder.makeFolder("inbox")
      let target = try shell.fixture.start(
        "/bin/sh", ["-c", "umask 022; exec \(Built.dragctl) target T --operations move -o inbox"],
        on: shell.bus)
      try eventually("the target is there") {
        try shell.dragctl("targets", "T").exit == .success
      }
      let dropped = try shell.dragctl("drop", "moved", "--on", "T", "--operation", "move")
      #expect(dropped.exit == .success, "\(dropped.error)\(target.standardError)")
      let second = try facts(shell, "inbox/moved")
      #expect(second.mode == "755" && second.isOld)
    }
  }

  @Test func anotherFormOfAFileIsANewFile() throws {
    try Shell.run { shell in
      try makeFile(shell, mode: "755")
      let (_, id) = try shell.stay("from/run.sh", "--exec", "text/x-other=echo other")
      _ = try shell.sh("umask 022; dragctl accept \(id) -t text/x-other -o other")
      let other = try facts(shell, "other")
      #expect(other.mode == "644" && !other.isOld)
      _ = try shell.sh("dragctl accept \(id) -o same")
      #expect(try facts(shell, "same").isOld)
    }
  }

  @Test(arguments: [
    ([], "751", true), (["--preserve"], "751", true), (["--no-preserve"], "644", false),
  ])
  func aDroppedFileKeepsWhatItsTargetSays(
    _ flags: [String], _ mode: String, _ isOld: Bool
  ) throws {
    try Shell.run { shell in
      try makeFile(shell, mode: "751")
      _ = try shell.sh("mkdir inbox")
      let target = try shell.fixture.start(
        "/bin/sh",
        ["-c", "umask 022; exec \"$0\" target Inbox -o inbox \"$@\"", Built.dragctl] + flags,
        on: shell.bus)
      try target.waitForError("--on Inbox")
      let dropped = try shell.sh("dragctl drop from/run.sh --on Inbox")
      #expect(dropped.exit == .success, "\(dropped.error)")
      let copy = try facts(shell, "inbox/run.sh")
      #expect(copy.mode == mode)
      #expect(copy.isOld == isOld)
    }
  }

  /// A program in a sandbox makes no executable outside, and chooses none.
  @Test(
    .enabled(if: Sandbox.bareUnavailable == nil, "bubblewrap does not run here"),
    arguments: [[], ["--preserve"]])
  func noSandboxMakesAFileExecutable(_ flags: [String]) throws {
    try Shell.run { shell in
      try makeFile(shell, mode: "755")
      _ = try shell.sh("mkdir inbox")
      let theirs = try shell.sandboxed("offer", "from/run.sh")
      let words = (["accept", theirs, "-o", "copy"] + flags).joined(separator: " ")
      let copied = try shell.sh("umask 022; dragctl \(words)")
      #expect(copied.exit == .success && copied.error == "", "\(copied.error)")
      #expect(try facts(shell, "copy").mode == "644")

      let target = try shell.fixture.start(
        "/bin/sh",
        ["-c", "umask 022; exec \"$0\" target Inbox -o inbox \"$@\"", Built.dragctl] + flags,
        on: shell.bus)
      try target.waitForError("--on Inbox")
      try shell.sandboxed("drop", try shell.offer("from/run.sh"), "--on", "Inbox")
      #expect(try facts(shell, "inbox/run.sh").mode == (flags.isEmpty ? "644" : "755"))
      if flags.isEmpty { try target.waitForError("without the right to be run") }
    }
  }

  @Test(arguments: [["accept"], ["paste"], ["target", "name"]])
  func theTwoFlagsContradictEachOther(_ verb: [String]) throws {
    try Shell.run { shell in
      let run = { (more: [String]) in
        try shell.fixture.run(Built.dragctl, verb + more, on: shell.bus)
      }
      let both = try run(["--preserve", "--no-preserve", "-o", "."])
      #expect(both.status == 2 && both.error.contains("contradict"))
      let without = verb[0] == "target" ? ["--exec", "cat"] : []
      let result = try run(["--preserve"] + without)
      #expect(result.status == 2 && result.error.contains("--preserve needs --output"))
    }
  }

  @Test func holesStayHoles() throws {
    try Shell.run { shell in
      _ = try shell.sh("truncate -s 40M kept; echo end >> kept; cp --sparse=always kept moving")
      try shell.offer("kept")
      let (source, id) = try shell.stayToMove("moving")
      let accepted = try shell.sh(
        "dragctl accept $(dragctl list -q | tail -1) -o copy && dragctl accept \(id) --move -o moved"
      )
      #expect(accepted.exit == .success, "\(accepted.error)")
      #expect(try source.wait().exit == .success)
      for name in ["copy", "moved"] {
        let result = try shell.sh("cmp \(name) kept && du -k \(name) | cut -f1")
        #expect(result.exit == .success, "\(result.error)")
        #expect(Int(result.output.trimmingCharacters(in: .newlines)) ?? .max < 100)
      }
    }
  }
}
