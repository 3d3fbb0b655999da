import Foundation
import Harness
import Testing

/// The kinds of files that FILE and standard input may be.
@Suite struct SourceFileTests {
  /// stat(2) reports a size of 0, or of a page.
  @Test(arguments: ["/proc/version", "/sys/kernel/mm/transparent_hugepage/enabled"])
  func whatTheKernelMakesIsReadWhole(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    try Shell.run { shell in
      let id = try shell.offer(path)
      let result = try shell.sh("dragctl accept \(id) -o copy && cmp copy \(path) && test -s copy")
      #expect(result.exit == .success, "\(result.error)")
      let name = path.split(separator: "/").last.map(String.init)
      #expect(try shell.dragctl("show", id).output.contains(name ?? ""))
    }
  }

  @Test func anEmptyFileIsStillAFile() throws {
    try Shell.run { shell in
      try shell.folder.write("empty", text: "")
      let id = try shell.offer("empty")
      #expect(try shell.dragctl("accept", id, "-o", "copy").exit == .success)
      #expect(try shell.bytes("copy") == [])
      // The file is offered by reference, so dragd notices a change.
      try shell.folder.write("empty", text: "no more")
      #expect(try shell.dragctl("accept", id).status == 5)
    }
  }

  @Test func aFifoWithoutAWriterSaysWhatItWaitsFor() throws {
    try Shell.run { shell in
      _ = try shell.sh("mkfifo fifo")
      let source = try shell.start("offer", "fifo")
      try source.waitForError("waiting for a program that writes to fifo, which is a FIFO")
      _ = try shell.sh("echo through > fifo")
      let id = try source.firstLine()
      #expect(try source.wait().exit == .success)
      #expect(try shell.dragctl("accept", id).output == "through\n")
    }
  }

  @Test func standardInputThatNobodyHasGivenIsNoOffer() throws {
    try Shell.run { shell in
      for command in ["dragctl offer < /dev/null", "dragctl offer - < /dev/null"] {
        let result = try shell.sh(command)
        #expect(result.exit == .exited(2))
        #expect(result.error.contains("standard input is empty, and neither a pipe nor a file"))
      }
      #expect(try shell.sh("printf '' | dragctl offer").exit == .success)
      #expect(try shell.sh(": > empty; dragctl offer < empty").exit == .success)
    }
  }

  @Test func aWordThatIsNoFileMayBeMeantAsText() throws {
    try Shell.run { shell in
      let result = try shell.dragctl("offer", "hello")
      #expect(result.status == 1)
      #expect(result.error.contains("hello: No such file or directory"))
      #expect(result.error.contains("dragctl offer --text 'hello'"))
    }
  }

  @Test func aWordThatIsNoFileMayBeMeantAsRepresentation() throws {
    try Shell.run { shell in
      let result = try shell.dragctl("offer", "a/b=file")
      #expect(result.status == 1)
      #expect(result.error.contains("dragctl offer --rep 'a/b=file'"))
    }
  }

  @Test func aQuotaForFilesSaysWhatToDoInstead() throws {
    let daemon = [Built.dragd, "--limit", "items_per_connection=3"]
    try Shell.run(daemon: daemon) { shell in
      _ = try shell.sh("touch a b c d")
      let result = try shell.dragctl("offer", "a", "b", "c", "d")
      #expect(result.status == 6)
      #expect(result.error.contains("items_per_connection"))
      #expect(result.error.contains("dragctl offer FOLDER"))
    }
  }
}
