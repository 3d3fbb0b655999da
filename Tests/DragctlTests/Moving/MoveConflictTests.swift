import Foundation
import Harness
import Testing

@Suite struct MoveConflictTests {
  private func file(_ body: (Shell, Program, String) throws -> Void) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a.txt", text: "mine")
      let (source, id) = try shell.stayToMove("from/a.txt")
      try body(shell, source, id)
    }
  }

  @Test(arguments: [
    "printf more >> from/a.txt", "rm from/a.txt", "mv from/a.txt from/b.txt",
    "printf mine > from/new; mv from/new from/a.txt", "touch -d 2001-01-01 from/a.txt",
  ])
  func whatIsNotAsItWasOfferedIsNotMoved(_ change: String) throws {
    try file { shell, source, id in
      _ = try shell.sh(change)
      let before = try shell.files("from")
      let result = try shell.dragctl("accept", id, "--move", "-o", "to")
      #expect(result.status == 5)
      #expect(try shell.files("from") == before)
      #expect(try shell.names("to") == [])
      #expect(source.isRunning)
      try source.terminate()
      #expect(try shell.notes() == [])
    }
  }

  @Test func theRefusalSaysWhatHasChanged() throws {
    try file { shell, _, id in
      // dragd checks the content; dragctl notices that the path leads to another file.
      _ = try shell.sh("mv from/a.txt from/b.txt; printf mine > from/a.txt")
      let result = try shell.dragctl("accept", id, "--move", "-o", "to")
      #expect(result.status == 5)
      #expect(result.error.contains("from/a.txt was changed after it was offered"))
    }
  }

  @Test func aNameInAFolderThatIsTakenGetsANumber() throws {
    try file { shell, source, id in
      try shell.folder.write("to/a.txt", text: "theirs")
      let result = try shell.dragctl("accept", id, "--move", "-o", "to")
      #expect(result.output == "to/a (1).txt\n")
      #expect(try source.wait().exit == .success)
      #expect(try shell.content("to/a.txt") == "theirs")
      #expect(try shell.content("to/a (1).txt") == "mine")
    }
  }

  @Test func aFileThatExistsIsReplacedOnlyByForce() throws {
    try file { shell, source, id in
      try shell.folder.write("to/b", text: "theirs")
      #expect(try shell.dragctl("accept", id, "--move", "-o", "to/b").status == 6)
      #expect(source.isRunning)
      _ = try shell.sh("chmod 640 to/b")
      #expect(try shell.dragctl("accept", id, "--move", "-o", "to/b", "--force").exit == .success)
      #expect(try shell.content("to/b") == "mine")
      #expect(try shell.sh("stat -c %a to/b").output == "640\n")
      #expect(try shell.files("from", "to") == ["to/b"])
    }
  }

  @Test func aFileCanBeMovedOntoItself() throws {
    try file { shell, source, id throws in
      let path = "from/a.txt"
      #expect(try shell.dragctl("accept", id, "--move", "-o", path, "--force").exit == .success)
      #expect(try source.wait().exit == .success)
      #expect(try shell.files("from") == [path])
      #expect(try shell.content(path) == "mine")
    }
  }

  @Test func aNameThatIsTakenMeanwhileIsNotOverwritten() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", text: "mine")
      let (source, id) = try shell.stayToMove("from/a")
      // The destination is killed before it renames the file, so that another program can take the name.
      let point = try MoveSteps.number(
        of: "destination: Finish answered", in: MoveSteps.destination)
      let environment = ["DRAGD_FAIL_AT": "\(point)"]
      let killed = try shell.dragctl(
        "accept", id, "--move", "-o", "to/b.txt", environment: environment)
      #expect(killed.exit == .signalled(SIGKILL))
      #expect(try source.wait().exit == .success)
      try shell.folder.write("to/b.txt", text: "theirs")
      let result = try shell.dragctl("recover")
      #expect(result.exit == .success)
      #expect(result.output.contains("to/b (1).txt: moved here under this name, because "))
      #expect(try shell.content("to/b.txt") == "theirs")
      #expect(try shell.content("to/b (1).txt") == "mine")
      #expect(try shell.files("from", "to") == ["to/b (1).txt", "to/b.txt"])
    }
  }

  @Test func onlyOneOfTwoDestinationsGetsIt() throws {
    try file { shell, source, id in
      let all = try (0..<4).map { index in
        try shell.start("accept", id, "--move", "-o", "to/\(index)")
      }
      let ends = try all.map { try $0.wait().status }
      #expect(ends.count { $0 == 0 } == 1)
      #expect(try source.wait().exit == .success)
      #expect(try shell.files("from", "to").count == 1)
      #expect(try shell.notes() == [])
    }
  }

  @Test(arguments: ["destination: the hidden file is there", "destination: send Finish"])
  func anInterruptedDestinationLeavesTheFileInOnePlace(_ step: String) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/a", Sample.noise(5 << 20))
      let (source, id) = try shell.stayToMove("from/a")
      // The stopped source cannot answer Prepare, so nothing is committed.
      source.send(SIGSTOP)
      let destination = try shell.start(
        "accept", id, "--move", "-o", "to",
        environment: ["DRAGD_FAIL_COUNT": shell.folder.path("steps")])
      try eventually("it is at “\(step)”") {
        try shell.exists("steps") && shell.content("steps").contains(step)
      }
      destination.send(SIGINT)
      #expect(try destination.wait().exit == .signalled(SIGINT))
      source.send(SIGCONT)
      #expect(try shell.dragctl("recover").exit == .success)
      try source.terminate()
      #expect(try shell.files("from", "to") == ["from/a"])
      #expect(try shell.notes() == [])
    }
  }
}
