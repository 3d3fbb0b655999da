import Harness
import Testing

/// RLIMIT_FSIZE, whose signal would end a program.
@Suite struct FileSizeLimitTests {
  /// Regression: the signal of the limit ended dragctl.
  @Test(arguments: [
    (5, "dragctl accept $file -o to/copy"), (5, "dragctl accept $file -o - > from/printed"),
    (5, "dragctl accept $folder -o to"), (5, "dragctl accept $file -f -o to/old"),
    (1, "cat from/large.bin | dragctl offer"),
  ])
  func whatIsTooLargeForTheLimitIsSaid(_ status: Int32, _ command: String) throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/large.bin", Sample.noise(1_500_000))
      try shell.folder.write("to/old", text: "old")
      let (file, folder) = (try shell.offer("from/large.bin"), try shell.stay("from").id)
      let result = try shell.sh("file=\(file) folder=\(folder); ulimit -f 100; \(command)")
      #expect(result.status == status, "\(result.exit) \(result.error)")
      #expect(result.error.contains("File too large"), "\(result.error)")
      #expect(result.error.contains("ulimit -f") == command.hasSuffix("offer"), "\(result.error)")
      #expect(!result.error.contains("free some space"), "\(result.error)")
      #expect(try shell.names("to") == ["old"])
      #expect(try shell.content("to/old") == "old")
    }
  }

  @Test func aTargetSaysWhatIsTooLargeForTheLimitAndGoesOn() throws {
    try Shell.run { shell in
      try shell.makeFolders()
      try shell.folder.write("from/large.bin", Sample.noise(1_500_000))
      try shell.folder.write("from/small", text: "small")
      let target = try shell.fixture.start(
        "/bin/bash", ["-c", "ulimit -f 100; exec \(Built.dragctl) target Inbox -o to"],
        on: shell.bus)
      try target.waitForError("Inbox")
      let refused = try shell.dragctl("drop", "from/large.bin", "--on", "Inbox")
      #expect(refused.exit != .success)
      try target.waitForError("File too large")
      #expect(try shell.names("to") == [])
      #expect(try shell.dragctl("drop", "from/small", "--on", "Inbox").exit == .success)
      #expect(try shell.names("to") == ["small"])
    }
  }
}
