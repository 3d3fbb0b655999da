import Foundation
import Harness
import Testing

/// Many small files move in groups, which share the waiting for the disk. Each file keeps the promise of a move.
@Suite struct MoveGroupTests {
  /// The number of files that no group of one process has alone.
  private static let many = 300

  private func offer(_ shell: Shell, _ environment: [String: String] = [:]) throws -> Program {
    try shell.makeFolders()
    for file in MoveSteps.groupFiles { try shell.folder.write(file, text: file) }
    return try shell.fixture.start(
      Built.dragctl, ["offer", "--operations", "move"] + MoveSteps.groupFiles, on: shell.bus,
      environment: environment)
  }

  /// Checks that each file is in one place, whole, and that nothing else is left.
  private func check(_ shell: Shell, _ step: String) throws {
    let files = try shell.files("from", "to")
    #expect(
      files.map { $0.suffix(1) }.sorted() == MoveSteps.groupFiles.map { $0.suffix(1) },
      "\(step): \(files)")
    for file in files {
      #expect(try shell.content(file) == "from/\(file.suffix(1))", "\(step)")
    }
    #expect(try shell.notes() == [], "\(step)")
    let holds = (try? shell.names("state/dragd/holds")) ?? []
    #expect(holds == [], "\(step)")
  }

  /// Which steps of a group this run has: they take long.
  private func part(_ steps: [String]) -> [(offset: Int, element: String)] {
    Extent.part(of: Array(steps.enumerated())) { $0.offset.isMultiple(of: 5) }
  }

  @Test func aSourceThatIsKilledAtAnyStepLosesAndDoublesNothing() throws {
    for (index, step) in part(try MoveSteps.sourceOfGroup.get()) {
      try Shell.run { shell in
        let source = try offer(shell, ["DRAGD_FAIL_AT": "\(index + 1)"])
        if let id = try? source.firstLine() {
          _ = try shell.dragctl("accept", id, "--move", "-o", "to")
        }
        // A step of the next group may not come: it has fewer groups when its calls come together.
        if source.isRunning { try source.terminate() }
        try source.wait()
        let recovery = try shell.dragctl("recover")
        #expect(recovery.exit == .success, "\(step): \(recovery.error)")
        try check(shell, step)
      }
    }
  }

  @Test func whatHasMovedAwayIsDeletedUnderItsNewName() throws {
    try Shell.run { shell in
      let step = try MoveSteps.number(of: "source: delete the file", in: MoveSteps.sourceOfGroup)
      let source = try offer(shell, ["DRAGD_FAIL_AT": "\(step)"])
      _ = try shell.dragctl("accept", try source.firstLine(), "--move", "-o", "to")
      #expect(try source.wait().exit == .signalled(SIGKILL))
      _ = try shell.sh("cd from && for i in *; do mv $i renamed-$i; done")
      let recovery = try shell.dragctl("recover")
      #expect(recovery.exit == .success, "\(recovery.error)")
      #expect(try !shell.names("to").isEmpty)
      try check(shell, "renamed")
    }
  }

  @Test func aDestinationThatIsKilledAtAnyStepLosesAndDoublesNothing() throws {
    for (index, step) in part(try MoveSteps.destinationOfGroup.get()) {
      try Shell.run { shell in
        let source = try offer(shell)
        let killed = try shell.dragctl(
          "accept", try source.firstLine(), "--move", "-o", "to",
          environment: ["DRAGD_FAIL_AT": "\(index + 1)"])
        #expect(killed.exit == .signalled(SIGKILL), "\(step)")
        let recovery = try shell.dragctl("recover")
        #expect(recovery.exit == .success, "\(step): \(recovery.error)")
        if try !shell.names("from").isEmpty { try source.terminate() } else { try source.wait() }
        _ = try shell.dragctl("recover")
        try check(shell, step)
      }
    }
  }

  @Test(arguments: [["accept", "--move", "--all", "-o", "to"], ["drop"]])
  func manyFilesMoveEachUnderItsName(_ way: [String]) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      _ = try shell.sh("for i in $(seq \(Self.many)); do echo $i > from/$i; done")
      let result: Program.Result
      if way == ["drop"] {
        _ = try shell.target("Inbox", "--operations", "move", "-o", "to")
        result = try shell.sh("dragctl drop from/* --operation move --on Inbox")
      } else {
        _ = try shell.sh("dragctl offer --operations move --detach from/*")
        result = try shell.sh("dragctl \(way.joined(separator: " "))")
      }
      #expect(result.exit == .success, "\(result.error)")
      #expect(try shell.names("from") == [])
      let sum = try shell.sh("cd to && for i in *; do [ $(cat $i) = $i ] && echo; done | wc -l")
      #expect(sum.output == "\(Self.many)\n")
      #expect(try shell.notes().filter { !$0.hasPrefix("source-") } == [])
    }
  }

  /// Large content does not come with the reply, and goes by itself between the groups.
  @Test func smallAndLargeFilesGoTogether() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      let made = try shell.sh(
        """
        for i in 1 2 4 5 7; do echo $i > from/$i; done
        for i in 3 6; do head -c 300000 /dev/urandom > from/$i; done
        md5sum from/* | sed s/from.//> sums
        dragctl offer --operations move --detach from/* >/dev/null
        dragctl accept --move --all -o to && cd to && md5sum -c --quiet ../sums
        """)
      #expect(made.exit == .success, "\(made)")
      #expect(made.output == (1...7).map { "to/\($0)\n" }.joined())
      #expect(try shell.names("from") == [])
    }
  }

  /// One that has changed stays, and is named; the others are here.
  @Test func oneThatCannotMoveKeepsNoOtherBack() throws {
    try Shell.run { shell in
      let source = try offer(shell)
      let id = try source.firstLine()
      try shell.folder.write("from/b", text: "from/b changed")
      let accepted = try shell.dragctl("accept", id, "--move", "--all", "-o", "to")
      #expect(accepted.status == 5 && accepted.error.contains("changed"), "\(accepted)")
      #expect(try shell.names("from").contains("b"))
      try source.terminate()
      #expect(try Set(shell.names("from") + shell.names("to")) == ["a", "b", "c", "d"])
      #expect(try shell.notes() == [])
    }
  }
}
