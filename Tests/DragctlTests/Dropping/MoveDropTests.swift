import Foundation
import Harness
import Testing

/// Files that a drop moves from one process to the folder of another.
@Suite struct MoveDropTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func filesMoveByADrop(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      try shell.makeFolders()
      let large = Sample.noise(3_000_000)
      try shell.folder.write("from/large.bin", large)
      try shell.folder.write("from/note.txt", text: "remember")
      try shell.folder.write("to/note.txt", text: "another")
      let target = try shell.inbox()
      let result = try shell.drop("from/large.bin", "from/note.txt")
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "moved 2 items, 2.9 MiB\n")
      #expect(result.error == "")
      #expect(try shell.names("from") == [])
      #expect(try shell.names("to") == ["large.bin", "note (1).txt", "note.txt"])
      #expect(try shell.bytes("to/large.bin") == large)
      #expect(try shell.content("to/note (1).txt") == "remember")
      #expect(try shell.content("to/note.txt") == "another")
      #expect(try shell.notes() == [])
      try target.waitForError("moved here, and deleted at its source")
      #expect(try target.terminate() == .signalled(SIGTERM))
    }
  }

  @Test func aFolderKeepsCopiesToo() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "first")
      let target = try shell.inbox()
      for _ in 1...2 {
        #expect(try shell.dragctl("drop", "from/a", "--on", "Inbox").exit == .success)
      }
      let typed = try shell.dragctl("drop", "--text", "typed", "--on", "Inbox", "--json")
      #expect(try (typed.json() as? [String: Any])?["operation"] as? String == "copy")
      #expect(try shell.files("from", "to") == ["from/a", "to/a", "to/a (1)", "to/unnamed.txt"])
      #expect(try shell.content("to/a (1)") == "first")
      #expect(try shell.content("to/unnamed.txt") == "typed")
      try target.waitForError("copied here")
    }
  }

  @Test func aTargetThatOnlyCopiesRefusesAMove() throws {
    try Shell.run { shell in
      try shell.prepare()
      _ = try shell.target("Inbox", "-o", "to")
      let result = try shell.drop("from/a", "from/b")
      #expect(result.status == 6)
      #expect(result.output == "")
      #expect(result.error.contains("move") && result.error.contains("copy"), "\(result.error)")
      try shell.checkUnmoved()
    }
  }

  @Test func aForbiddenDropLeavesEverythingWhereItWas() throws {
    try Shell.run { shell in
      try shell.prepare()
      _ = try shell.inbox("-t", "image/*")
      let result = try shell.drop("from/a", "from/b")
      #expect(result.status == 6 || result.status == 4)
      #expect(result.error.contains("image/*"), "\(result.error)")
      try shell.checkUnmoved()
    }
  }

  @Test func whatIsNoFileCannotBeMoved() throws {
    try Shell.run { shell in
      try shell.prepare()
      _ = try shell.inbox()
      try FileManager.default.createSymbolicLink(
        atPath: shell.folder.path("link"), withDestinationPath: "from/a")
      for (path, word) in [("from", "folder"), ("link", "symbolic link"), ("-", "input")] {
        let result = try shell.drop(path)
        #expect(result.status == 2 && result.error.contains(word), "\(path): \(result.error)")
      }
      try shell.checkUnmoved()
    }
  }

  @Test func aTargetGoesOnAnsweringWhileItMoves() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      let names = (0..<8).map { "from/\($0)" }
      for name in names { try shell.folder.write(name, Sample.noise(400_000)) }
      _ = try shell.inbox()
      let drops = try names.map {
        try shell.start("drop", $0, "--on", "Inbox", "--operation", "move")
      }
      for drop in drops {
        let result = try drop.wait()
        #expect(result.exit == .success, "\(result.error)")
      }
      #expect(try shell.names("from") == [])
      #expect(try shell.names("to") == (0..<8).map(String.init))
      #expect(try shell.notes() == [])
    }
  }

  @Test func aDropperThatIsInterruptedKeepsWhatHasNotMoved() throws {
    try Shell.run { shell in
      try shell.prepare()
      let target = try shell.inbox()
      target.send(SIGSTOP)
      defer { target.send(SIGCONT) }
      let drop = try shell.start("drop", "from/a", "--on", "Inbox", "--operation", "move")
      try eventually("the move is written down") { try shell.notes().count == 1 }
      drop.send(SIGINT)
      #expect(try drop.wait().exit == .signalled(SIGINT))
      try shell.checkUnmoved()
    }
  }

  // MARK: Crashes

  @Test func aTargetThatIsKilledAtAnyStepLosesAndDoublesNothing() throws {
    let steps = try Self.steps(target: true)
    for step in ["destination: the data is on the disk", "destination: Finish answered"] {
      #expect(steps.contains(step))
    }
    for (index, step) in MoveSteps.part(of: steps) {
      try Shell.run { shell in
        try shell.prepare()
        let target = try shell.inbox(environment: ["DRAGD_FAIL_AT": "\(index + 1)"])
        let result = try shell.drop("from/a", "from/b")
        #expect(try target.wait().exit == .signalled(SIGKILL), "\(step)")
        #expect(result.exit == .exited(5), "\(step): \(result.error)")
        let recovery = try shell.dragctl("recover")
        #expect(recovery.exit == .success, "\(step): \(recovery.error)")
        try shell.checkWhole(step)
        // Both go in one group: before it asks none has moved, and with the last answer both have.
        let names = ["a", "b"]
        if index < steps.firstIndex(of: "destination: send Finish") ?? 0 {
          #expect(try shell.names("from") == names, "\(step)")
        }
        if index >= steps.lastIndex(of: "destination: Finish answered") ?? 0 {
          #expect(try shell.names("to") == names, "\(step)")
        }
      }
    }
  }

  @Test func aDropperThatIsKilledAtAnyStepLosesAndDoublesNothing() throws {
    let steps = try Self.steps(target: false)
    #expect(steps.contains("source: the file is deleted"))
    for (index, step) in MoveSteps.part(of: steps) {
      try Shell.run { shell in
        try shell.prepare()
        let target = try shell.inbox()
        let result = try shell.drop(
          "from/a", "from/b", environment: ["DRAGD_FAIL_AT": "\(index + 1)"])
        #expect(result.exit == .signalled(SIGKILL), "\(step)")
        // The drop that it was about to finish must also be settled.
        try target.terminate()
        let recovery = try shell.dragctl("recover")
        #expect(recovery.exit == .success, "\(step): \(recovery.error)")
        try shell.checkWhole(step)
      }
    }
  }

  /// The steps of a drop without kills: at the target of two files, which it stores together, and at the source of one.
  private static func steps(target isTarget: Bool) throws -> [String] {
    try Shell.run { shell in
      try shell.prepare()
      let count = ["DRAGD_FAIL_COUNT": shell.folder.path("steps")]
      let target = try shell.inbox("--once", environment: isTarget ? count : [:])
      let result =
        isTarget
        ? try shell.drop("from/a", "from/b") : try shell.drop("from/a", environment: count)
      #expect(result.exit == .success, "\(result.error)")
      #expect(try target.wait().exit == .success)
      return try shell.content("steps").split(separator: "\n").map(String.init)
    }
  }
}

extension Shell {
  /// Makes two files to be moved.
  fileprivate func prepare() throws {
    try makeFolders()
    try folder.write("from/a", text: "the first")
    try folder.write("from/b", text: "the second")
  }

  /// Starts a target that accepts moves into a folder, and waits until it is registered.
  fileprivate func inbox(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Program {
    let program = try fixture.start(
      Built.dragctl, ["target", "Inbox", "--operations", "copy,move", "-o", "to"] + arguments,
      on: bus, environment: environment)
    try program.waitForError("--on Inbox")
    return program
  }

  fileprivate func drop(
    _ paths: String..., environment: [String: String] = [:]
  ) throws -> Program.Result {
    try fixture.run(
      Built.dragctl, ["drop"] + paths + ["--on", "Inbox", "--operation", "move"], on: bus,
      environment: environment)
  }

  fileprivate func checkUnmoved(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try files("from", "to") == ["from/a", "from/b"], sourceLocation: location)
    #expect(try notes() == [], sourceLocation: location)
  }

  /// Checks that each file is in exactly one place, whole, and that nothing is left to be settled.
  fileprivate func checkWhole(
    _ step: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let files = try files("from", "to")
    #expect(files.map { $0.suffix(1) }.sorted() == ["a", "b"], "\(step)", sourceLocation: location)
    for file in files {
      let text = file.hasSuffix("a") ? "the first" : "the second"
      #expect(try content(file) == text, "\(step)", sourceLocation: location)
    }
    #expect(try notes() == [], "\(step)", sourceLocation: location)
  }
}
