import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Commands of the shell that use the clipboard.
@Suite struct ShellTests {
  @Test(arguments: [("cat", "finished"), ("head -c 10", "cancelled")])
  func `what a watching command has read was delivered, and what it leaves is cancelled`(
    _ command: String, _ outcome: String
  ) throws {
    try ClipboardSession.run(.x11) { session in
      let folder = session.fixture.folder
      let size = 3_000_000
      let text = try folder.write("text", [UInt8](repeating: 0x78, count: size))
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--exec", "text/plain=cat \(text)"], on: session.bus,
        environment: session.variables)
      try #require(copied.exit == .success, "\(copied.error)")
      let pasted = folder.path("pasted")
      let watch = try session.fixture.start(
        Built.dragctl, ["paste", "--watch", "\(command) > \(pasted); echo done"], on: session.bus,
        environment: session.variables)
      try watch.waitForOutput("done")
      try eventually("the transfer is over") {
        let statistics = try session.connection.perform(.status(), timeout: 20_000).statistics
        #expect(statistics["transfers_failed"] == 0)
        return statistics["transfers_\(outcome)"] == 1
      }
      let count = try String(contentsOfFile: pasted, encoding: .utf8).utf8.count
      #expect(count == (command == "cat" ? size : 10))
      #expect(watch.standardError == "")
    }
  }

  @Test func `a watch goes on with the next dragclip`() throws {
    try ClipboardSession.run(.x11) { session in
      let copy = { (text: String) in
        let copied = try session.fixture.run(
          Built.dragctl, ["copy", "--text", text], on: session.bus,
          environment: session.variables)
        try #require(copied.exit == .success, "\(copied.error)")
      }
      try copy("before")
      let watch = try session.fixture.start(
        Built.dragctl, ["paste", "--watch", "cat; echo"], on: session.bus,
        environment: session.variables)
      try watch.waitForOutput("before")
      session.dragclip.kill()
      try session.restartDragclip()
      try copy("after")
      try watch.waitForOutput("after")
      #expect(watch.standardError == "")
    }
  }

  @Test func `a watch goes on when dragclip ends before it answers`() throws {
    let options = ["--persist", "off"]
    try ClipboardSession.run(.x11, options) { session in
      let watch = try session.fixture.start(
        Built.dragctl, ["paste", "--watch", "cat; echo"], on: session.bus,
        environment: session.variables)
      let hint = "x-kde-passwordManagerHint"
      let owner = try session.copies(["\(hint)!", "\(OutTests.text)=unanswered"])
      try owner.waitForOutput("asked \(hint)")
      session.dragclip.kill()
      _ = try session.dragclip.wait()
      owner.kill()
      try session.restartDragclip(options)
      _ = try session.copies(["\(OutTests.text)=after"])
      try watch.waitForOutput("after")
      #expect(watch.standardError == "")
    }
  }

  @Test func `the newline that is left out is that of standard input`() throws {
    try ClipboardSession.run(.x11) { session in
      let folder = try session.fixture.folder.makeFolder("folder")
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "-n", folder, "--rep", "text/plain=-"], on: session.bus,
        environment: session.variables, input: .text("word\n"))
      try #require(copied.exit == .success, "\(copied.error)")
      let offer = try session.current().offer
      #expect(try session.accept(offer, "text/plain") == Array("word".utf8))
      #expect(try session.accept(offer, "text/uri-list").suffix(2) == [0x0D, 0x0A])
    }
  }

  @Test func `a folder is copied with its address and its archive`() throws {
    try ClipboardSession.run(.x11) { session in
      let files = session.fixture.folder
      let folder = try files.makeFolder("photos")
      _ = try files.write("photos/one.txt", text: "the first")
      let dragctl = { (arguments: [String]) in
        try session.fixture.run(
          Built.dragctl, arguments, on: session.bus, environment: session.variables)
      }
      let copied = try dragctl(["copy", folder])
      try #require(copied.exit == .success, "\(copied.error)")
      #expect(copied.error == "")
      let offer = try session.current().offer
      let archive = String(
        decoding: try session.accept(offer, "application/x-tar;content=folder"), as: UTF8.self)
      #expect(archive.contains("one.txt") && archive.contains("the first"))
      // The shell gets it as from a file manager: as its path, or as the folder itself.
      #expect(try dragctl(["paste"]).output == "\(folder)\n")
      let place = try files.makeFolder("place")
      let pasted = try dragctl(["paste", "-o", place])
      #expect(pasted.exit == .success, "\(pasted.error)")
      #expect(
        FileManager.default.contents(atPath: "\(place)/photos/one.txt") == Data("the first".utf8))
    }
  }

  @Test func `of a folder that cannot be archived, or is not to be, the address is copied`() throws
  {
    try ClipboardSession.run(.x11) { session in
      let folder = try session.fixture.folder.makeFolder("folder")
      #expect(symlink("/etc/hostname", "\(folder)/absolute") == 0)
      for (flags, note) in [
        (["--cut"], ""), (["--type", "text/uri-list"], ""), ([], "only the address"),
      ] {
        let copied = try session.fixture.run(
          Built.dragctl, ["copy", folder] + flags, on: session.bus, environment: session.variables)
        try #require(copied.exit == .success, "\(copied.error)")
        #expect(note.isEmpty ? copied.error == "" : copied.error.contains(note))
        let offer = try session.current().offer
        let address = String(decoding: try session.accept(offer, "text/uri-list"), as: UTF8.self)
        #expect(address == "file://\(folder)\r\n")
      }
    }
  }

  @Test func `a pasted file keeps of its mode and time what the flags say`() throws {
    try ClipboardSession.run(.x11) { session in
      let files = session.fixture.folder
      let script = try files.write("run.sh", text: "exit")
      let list = try files.write("list", text: "file://\(script)\r\n")
      let command = """
        chmod 751 run.sh; touch -d 2001-02-03 run.sh; umask 022
        "$0" copy --rep text/uri-list=\(list) && "$0" paste -o usual &&
        "$0" paste -o all --preserve && "$0" paste -o new --no-preserve
        stat -c '%n %a %y' usual all new | cut -c 1-20
        """
      let result = try session.fixture.run(
        "/bin/sh", ["-c", command, Built.dragctl], on: session.bus,
        environment: session.variables)
      let lines = result.output.split(separator: "\n")
      try #require(lines.count == 3, "\(result.error)")
      #expect(lines[0] == "usual 751 2001-02-03")
      #expect(lines[1].hasPrefix("all 751 2001-02-03"))
      #expect(lines[2].hasPrefix("new 644 ") && !lines[2].contains("2001"))
    }
  }

  /// Regression: a script was pasted as a file that could not be run, without a word.
  @Test func `a copied script stays one, also in the history`() throws {
    try ClipboardSession.run(.x11) { session in
      try session.fixture.folder.write("run.sh", text: "#!/bin/sh\necho ran\n")
      let command = """
        chmod 751 run.sh; mkdir now later; umask 022
        "$0" copy run.sh && "$0" paste -o now && "$0" paste -o file
        """
      let result = try session.fixture.run(
        "/bin/sh", ["-c", command, Built.dragctl], on: session.bus,
        environment: session.variables)
      try #require(result.exit == .success, "\(result.error)")
      _ = try session.waitForHistory(1)
      let other = try session.fixture.run(
        Built.dragctl, ["copy", "--text", "other"], on: session.bus, environment: session.variables)
      #expect(other.exit == .success)
      _ = try session.waitForHistory(2)
      let later = try session.fixture.run(
        "/bin/sh",
        [
          "-c",
          """
          rm run.sh && "$0" paste --history 2 -o later
          now/run.sh; ./file; later/run.sh; stat -c %a now/run.sh file later/run.sh
          """, Built.dragctl,
        ], on: session.bus, environment: session.variables)
      #expect(later.output.hasSuffix("ran\nran\nran\n751\n751\n751\n"), "\(later.error)")
    }
  }

  @Test func `what cannot be pasted or copied is said in a person's words`() throws {
    try ClipboardSession.run(.x11) { session in
      let command = """
        printf '' | "$0" copy; "$0" paste -t image/png; "$0" paste -t MY_TARGET; "$0" paste >&-
        "$0" copy ''
        """
      let result = try session.fixture.run(
        "/bin/sh", ["-c", command, Built.dragctl], on: session.bus,
        environment: session.variables)
      let text = "text/plain;charset=utf-8, UTF8_STRING, text/plain"
      #expect(result.error.contains("dragctl: there is no image/png, only \(text)"))
      #expect(result.error.contains("dragctl: there is no MY_TARGET, only \(text)"))
      #expect(result.error.contains("dragctl: standard output is closed"))
      #expect(result.error.hasSuffix("dragctl: a FILE is empty\nAn empty text is: --text \"\"\n"))
      #expect(result.exit == .exited(2), "\(result.error)")
      _ = try session.waitForHistory(1)
      let shown = try session.fixture.run(Built.dragctl, ["clipboard"], on: session.bus)
      #expect(shown.output.contains("(blank)"), "\(shown.output)")
    }
  }

  @Test func `an offer that is cleared after a time is copied once`() throws {
    try ClipboardSession.run(.x11) { session in
      let offer = try session.offer(["--type", OutTests.text], input: .text("soon gone"))
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--clear-after", "1s", "\(offer)"], on: session.bus,
        environment: session.variables)
      try #require(copied.exit == .success, "\(copied.error)")
      #expect(try session.current().offer == offer)
      #expect(try session.lastSerial() == 1)
      try eventually("the clipboard is empty") {
        do {
          _ = try session.current()
          return false
        } catch let error as RequestError {
          return error.code == .broker(.noSuchOffer)
        }
      }
    }
  }
}
