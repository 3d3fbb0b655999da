import Foundation
import Harness
import Testing

/// The clipboard of another machine that has no display.
@Suite struct LineClipboardTests {
  private static func run(_ body: (Machines) throws -> Void) throws {
    try Machines.run { machines in
      let dragclip = try machines.there.fixture.start(
        Built.dragclip, ["--display", "memory"], on: machines.there.bus)
      try eventually("dragclip there: \(dragclip.standardError)") {
        try machines.there.dragctl("clipboard").exit == .success
      }
      try body(machines)
    }
  }

  @Test func `what is copied here is pasted there, and the reverse`() throws {
    try Self.run { machines in
      let picture = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + Sample.noise(3_000_000)
      try machines.here.folder.write("picture.png", picture)
      let copied = try machines.dragctl("copy", "picture.png")
      #expect(copied.exit == .success, "\(copied.error)")
      let types = try machines.there.dragctl("paste", "-l").output
      #expect(types.contains("image/png") && !types.contains("uri-list"), "\(types)")
      #expect(try machines.there.dragctl("paste", "-t", "image/png").outputBytes == picture)
      _ = try machines.there.dragctl("copy", "--text", "from there")
      #expect(try machines.dragctl("paste").output == "from there")
      try eventually("it joins the history") {
        try machines.dragctl("paste", "--history", "1").output == "from there"
      }
      #expect(try machines.dragctl("clipboard", "forget", "--all").exit == .success)
      #expect(try machines.dragctl("copy", "--clear").exit == .success)
      #expect(try machines.there.dragctl("paste").status == 3)
    }
  }

  @Test func `files that were copied or cut there open and delete nothing here`() throws {
    try Self.run { machines in
      let path = try machines.here.folder.write("a", text: "mine")
      // A file manager's list of a file that this machine has too.
      try machines.there.folder.write("list", text: "file://\(path)\r\n")
      for flags in [[], ["--cut"]] {
        let copied = try machines.there.fixture.run(
          Built.dragctl, ["copy"] + flags + ["--rep", "text/uri-list=list"],
          on: machines.there.bus, workingFolder: machines.there.folder.path)
        #expect(copied.exit == .success, "\(copied.error)")
        try machines.here.makeFolders()
        for words in [["-o", "to"], ["--move", "-o", "to"], ["-o", "copy"]] {
          let result = try machines.here.fixture.run(
            Built.dragctl, ["-H", "there", "paste"] + words, on: machines.here.bus,
            environment: machines.environment, workingFolder: machines.here.folder.path)
          #expect(result.status == 5 || result.status == 6, "\(flags) \(words): \(result.error)")
          #expect(result.error.contains("not a file of this machine"), "\(result.error)")
          #expect(try machines.here.names("to").isEmpty && !machines.here.exists("copy"))
        }
        #expect(try machines.here.content("a") == "mine")
      }
    }
  }
}
