import Foundation
import Harness
import Testing

@Suite struct AttachmentVerbTests {
  private func json(_ result: Program.Result) throws -> [[String: Any]] {
    #expect(result.error == "")
    let value = try JSONSerialization.jsonObject(with: Data(result.outputBytes))
    return try #require(value as? [[String: Any]])
  }

  @Test func `files are attached, shown, saved and removed, and that is undone`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "Paint")[0]
      let script = try shell.fixture.folder.write("run.sh", text: "#!/bin/sh\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
      let data = try shell.fixture.folder.write("a/data.bin", [1, 2, 3])
      #expect(try shell.dragboard("attach", id, script, data).output == "\(id)\n")
      let again = try json(shell.dragboard("attach", "Paint", data, "--json"))
      #expect((again[0]["attachments"] as? [Any])?.count == 3)
      #expect(try shell.dragboard("ls", "To Do").output.hasSuffix(" · 3 attachments\n"))
      let listed = try shell.dragboard("attachments", id).output.split(separator: "\n")
      try #require(listed.count == 3)
      #expect(listed[0].hasPrefix("1  run.sh    ") && listed[0].hasSuffix(" · 10 B"), "\(listed)")
      #expect(listed[2] == "3  data.bin  application/octet-stream · 3 B")

      let folder = shell.fixture.folder.path("out")
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
      let old = try shell.fixture.folder.write("out/run.sh", text: "Old")
      let saved = try shell.dragboard("attachments", id, "--save", folder)
      #expect(
        saved.output == "\(folder)/run (1).sh\n\(folder)/data.bin\n\(folder)/data (1).bin\n")
      #expect(FileManager.default.contents(atPath: old) == Data("Old".utf8))
      #expect(!FileManager.default.isExecutableFile(atPath: "\(folder)/run (1).sh"))
      #expect(FileManager.default.contents(atPath: "\(folder)/data.bin") == Data([1, 2, 3]))
      let one = try json(shell.dragboard("attachments", id, "1", "--save", "\(folder)/", "--json"))
      #expect(one.map { $0["path"] as? String } == ["\(folder)/run (2).sh"])
      #expect(one.map { $0["name"] as? String } == ["run.sh"])

      let left = try json(shell.dragboard("attachments", id, "--remove", "run.sh", "3", "--json"))
      #expect(left.map { $0["number"] as? Int } == [2])
      #expect(try shell.dragboard("undo").output == "Remove Attachments\n")
      #expect(try json(shell.dragboard("attachments", id, "--json")).count == 3)
      #expect(try shell.dragboard("undo").output == "Attach\n")
      #expect(try json(shell.dragboard("attachments", id, "--json")).count == 2)
      #expect(try shell.dragboard("complete", "attachments", id).output == "run.sh\ndata.bin\n")
    }
  }

  @Test func `a folder is attached, and is a folder again`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "Trip")[0]
      try shell.fixture.folder.write("photos/sea.txt", text: "sea")
      let photos = shell.fixture.folder.path("photos")
      #expect(try shell.dragboard("attach", id, photos).exit == .success)
      let saved = try shell.dragboard("attachments", id, "--save", shell.fixture.folder.path)
      #expect(saved.output == "\(shell.fixture.folder.path)/photos (1)\n", "\(saved.error)")
      #expect(
        FileManager.default.contents(
          atPath: shell.fixture.folder.path("photos (1)/sea.txt")) == Data("sea".utf8))
    }
  }

  @Test func `standard input and the folder where one is are attached too`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "A")[0]
      let input = try shell.dragboard("attach", id, "-", input: .text("some words\n"))
      #expect(input.exit == .success, "\(input.error)")
      let bash = #"mkdir here && cd here && "$0" attach "$1" ."#
      let folder = try shell.fixture.run("/bin/bash", ["-c", bash, BoardShell.program, id])
      #expect(folder.exit == .success, "\(folder.error)")
      let attached = try json(shell.dragboard("attachments", id, "--json"))
      #expect(attached.map { $0["name"] as? String } == ["input.txt", "here"])
      #expect(attached[0]["type"] as? String == "text/plain")
      let empty = try shell.dragboard("attach", id, "-")
      #expect(empty.exit == .exited(6))
      #expect(empty.error == "dragboard: standard input is empty\n")
    }
  }

  @Test func `what is wrong with an attachment is named, and nothing changes`() throws {
    try BoardShell.run { shell in
      let id = try shell.add("To Do", "--text", "A")[0]
      let bare = try shell.add("To Do", "--text", "B")[0]
      let file = try shell.fixture.folder.write("a.txt", text: "a")
      #expect(try shell.dragboard("attach", id, file, file).exit == .success)
      let folder = try shell.add("To Do", "--text", "C")[0]
      #expect(try shell.dragboard("attach", folder, shell.fixture.folder.path).exit == .success)
      let before = try shell.dragboard("ls", "--json").output
      for (arguments, status, words) in [
        (["attach", id], 2, "attach needs CARD FILE…"),
        (["attach", id, file, "/nowhere.txt"], 1, "/nowhere.txt: No such file or directory"),
        (["attachments", id, "b.txt"], 3, "no attachment “b.txt”\nIt has 1 (a.txt), 2 (a.txt)."),
        (["attachments", id, "a.txt"], 2, "“a.txt” could be any of 1 (a.txt), 2 (a.txt)\n"),
        (["attachments", id, "--remove"], 2, "--remove needs a NAME"),
        (["attachments", id, "1", "--remove", "--save", "."], 2, "do not go together"),
        (["attachments", id, "--save", "/nowhere"], 1, "/nowhere/a.txt cannot be written"),
        (["attachments", folder, "--save", file], 1, "\(file) cannot be written: Not a directory"),
        (["attachments", bare, "--save", "."], 3, "the card has no attachments"),
        (["attachments", bare, "1"], 3, "no attachment “1”\nIt has none."),
      ] {
        let result = try shell.fixture.run(
          BoardShell.program, arguments, environment: ["DISPLAY": "", "WAYLAND_DISPLAY": ""])
        #expect(result.exit == .exited(Int32(status)), "\(arguments) \(result.error)")
        #expect(result.error.contains(words), "\(result.error)")
        #expect(result.output == "")
      }
      #expect(try shell.dragboard("ls", "--json").output == before)
      let none = try shell.dragboard("attachments", bare)
      #expect(none.output == "" && none.error == "The card has no attachments.\n")
      #expect(none.exit == .success)
      #expect(try shell.dragboard("attachments", bare, "--json").error == "")
    }
  }
}
