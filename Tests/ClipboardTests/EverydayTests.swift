import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// What people do with the clipboard in a shell, beside programs that know nothing of it.
@Suite struct EverydayTests {
  private static let picture = Array(SurvivingContentTests.picture)

  /// Runs a command line in which `dragctl` is the program, in the session's folder.
  private func sh(_ session: ClipboardSession, _ command: String) throws -> Program.Result {
    let path = "\(Built.folder):/usr/local/bin:/usr/bin:/bin"
    return try session.fixture.run(
      "/bin/bash", ["-c", command], on: session.bus,
      environment: session.variables.merging(["PATH": path]) { $1 })
  }

  @Test(arguments: DisplayServer.usual)
  func `text beside a program's own types is the content`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      // A text view of GTK 3.
      let owner = try session.copies([
        "GTK_TEXT_BUFFER_CONTENTS=x", "application/x-gtk-text-buffer-rich-text=junk",
        "UTF8_STRING=echo 1\necho 2\n", "text/plain;charset=utf-8=echo 1\r\necho 2\r\n",
        "text/plain=echo 1\r\n",
      ])
      #expect(try sh(session, "dragctl paste | sh").output == "1\n2\n")
      for type in ["text/plain", "UTF8_STRING", "text", "text/plain;charset=utf-8"] {
        #expect(
          try sh(session, "dragctl paste -t '\(type)'").output == "echo 1\necho 2\n", "\(type)")
      }
      #expect(try sh(session, "dragctl paste -t GTK_TEXT_BUFFER_CONTENTS").output == "x")
      let names = try sh(session, "dragctl paste -l").output.split(separator: "\n").map(String.init)
      #expect(names.contains("GTK_TEXT_BUFFER_CONTENTS") && names.contains("UTF8_STRING"))
      owner.kill()
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `the name of a file says what is written into it`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let folder = session.fixture.folder
      let picture = try folder.write("picture", Self.picture)
      // “Copy Image” of a browser of the Mozilla family.
      let owner = try session.copies([
        "text/html=<img src=x>", "text/_moz_htmlinfo=0,0", "image/png@\(picture)",
      ])
      #expect(try sh(session, "dragctl paste").outputBytes == Self.picture)
      #expect(try sh(session, "dragctl paste -o x.png && cat x.png").outputBytes == Self.picture)
      #expect(try sh(session, "dragctl paste -o x.html && cat x.html").output == "<img src=x>")
      #expect(try sh(session, "mkdir in; dragctl paste -o in; ls in").output.hasSuffix(".png\n"))
      let refused = try sh(session, "dragctl paste -o x.jpg")
      #expect(refused.exit == .exited(4), "\(refused)")
      #expect(refused.error.contains("x.jpg would be image/jpeg"))
      #expect(!FileManager.default.fileExists(atPath: folder.path("x.jpg")))
      owner.kill()
      let text = try session.copies(["UTF8_STRING=print(1)"])
      #expect(try sh(session, "dragctl paste -o x.py && cat x.py").output == "print(1)")
      #expect(try sh(session, "dragctl paste -o y.png").exit == .exited(4))
      #expect(try sh(session, "dragctl paste -o plain && cat plain").output == "print(1)")
      text.kill()
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `several copied files are the same list for every program`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      #expect(
        try sh(session, "echo a >a.txt; echo b >b.txt; dragctl copy a.txt b.txt").exit == .success)
      let listed = try sh(session, "dragctl paste -l").output.split(separator: "\n").map(
        String.init)
      let shown = try session.targets()
      #expect(listed == shown.filter { $0 != "TARGETS" && $0 != "TIMESTAMP" && $0 != "MULTIPLE" })
      for type in ["text/uri-list", "x-special/gnome-copied-files"] {
        let pasted = try sh(session, "dragctl paste -t \(type)").outputBytes
        let expected = try session.paste(type).outputBytes
        #expect(pasted == expected)
      }
      let paths = ["a.txt", "b.txt"].map { session.fixture.folder.path($0) + "\n" }.joined()
      #expect(try sh(session, "dragctl paste").output == paths)
      #expect(try session.paste("text/plain;charset=utf-8").output + "\n" == paths)
      #expect(
        try sh(session, "mkdir in; dragctl paste -o in; ls in").output.hasSuffix("a.txt\nb.txt\n"))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a script is text for every program, and its own type for those that know it`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      for name in ["a.sh", "a.json", "a.yml", "a.php", "a.sql", "a.html"] {
        #expect(try sh(session, "echo '#\(name)' >\(name); dragctl copy \(name)").exit == .success)
        #expect(try session.paste("UTF8_STRING").output == "#\(name)\n")
      }
      for text in ["From now on", "MM is a brand", "#!/bin/sh", "%PDF-1.4"] {
        #expect(
          try sh(session, "printf '\(text.replacing("%", with: "%%"))' | dragctl copy").exit
            == .success)
        #expect(try session.paste("UTF8_STRING").output == text)
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a cut is not used up by looking at it`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      // PCManFM clears the clipboard when its list for GNOME is read.
      let owner = try session.copies([
        "text/uri-list=file:///tmp/x\r\n", "x-special/gnome-copied-files=cut\nfile:///tmp/x",
        "application/x-kde-cutselection=1",
      ])
      #expect(try session.current().isCut)
      #expect(try sh(session, "dragctl paste").output == "/tmp/x\n")
      #expect(try sh(session, "dragctl clipboard").exit == .success)
      #expect(!owner.standardOutput.contains("asked x-special/gnome-copied-files"))
      owner.kill()
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a copied file is what it was then`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      #expect(
        try sh(session, "echo 1 >build.log; dragctl copy build.log; echo 2 >>build.log").exit
          == .success)
      #expect(try session.paste("text/plain").output == "1\n")
      #expect(try sh(session, "dragctl paste").output == "1\n")
      _ = try session.waitForHistory(1)
      #expect(try sh(session, "rm build.log; dragctl copy --text next").exit == .success)
      _ = try session.waitForHistory(2)
      #expect(try sh(session, "dragctl paste --history 2").output == "1\n")
      #expect(
        try sh(session, "mkdir in; dragctl paste --history 2 -o in; cat in/build.log").output
          .hasSuffix("1\n"))
      // Of several files there are only the addresses.
      #expect(try sh(session, "touch a b; dragctl copy a b; rm a").exit == .success)
      _ = try session.waitForHistory(3)
      let gone = try sh(session, "dragctl paste --history 1")
      #expect(gone.exit == .exited(3) && gone.error.contains("is gone"), "\(gone)")
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a copy of what is there changes nothing`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      func copy(_ words: String) throws -> UInt64 {
        #expect(try sh(session, words).exit == .success)
        return try session.lastSerial()
      }
      let first = try copy("printf one | dragctl copy")
      #expect(try copy("printf one | dragctl copy") == first)
      #expect(try copy("dragctl copy --text one") == first)
      let second = try copy("printf two | dragctl copy")
      #expect(second != first)
      let html = try copy("printf '<b>' >b; printf two | dragctl copy - --rep text/html=b")
      #expect(html != second)
      #expect(try copy("dragctl copy --text two --sensitive") != html)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `what was there for a moment between the same leaves the history`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      for (text, count) in [("before", 1), ("secret words", 2), ("before", 1), ("after", 2)] {
        #expect(try sh(session, "dragctl copy --text '\(text)'").exit == .success)
        _ = try session.waitForHistory(count)
      }
    }
  }

  @Test func `withdrawing all offers leaves the clipboard`() throws {
    try ClipboardSession.run(.x11) { session in
      #expect(
        try sh(session, "dragctl copy --exec a/b='echo x'; dragctl withdraw --all").exit == .success
      )
      #expect(try sh(session, "dragctl paste -t a/b").output == "x\n")
    }
  }

  @Test func `a shell completes what there is to paste`() throws {
    try ClipboardSession.run(.x11) { session in
      func complete(_ words: String) throws -> String {
        try sh(
          session,
          "source <(dragctl completion bash); COMP_WORDS=(dragctl \(words)); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); "
            + "_dragctl; printf '%s\\n' \"${COMPREPLY[@]}\""
        ).output
      }
      #expect(try sh(session, "dragctl copy --text words").exit == .success)
      _ = try session.waitForHistory(1)
      #expect(try complete("paste -t UTF").contains("UTF8_STRING\n"))
      for words in ["clipboard copy ''", "clipboard forget ''", "paste --history ''"] {
        #expect(try complete(words) == "1\n", "\(words)")
      }
    }
  }
}
