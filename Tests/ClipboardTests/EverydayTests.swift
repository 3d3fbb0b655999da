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
      let seen1 = try sh(session, "dragctl paste | sh").output == "1\n2\n"
      #expect(seen1)
      for type in ["text/plain", "UTF8_STRING", "text", "text/plain;charset=utf-8"] {
        let seen2 = try sh(session, "dragctl paste -t '\(type)'").output == "echo 1\necho 2\n"
        #expect(seen2, "\(type)")
      }
      let seen3 = try sh(session, "dragctl paste -t GTK_TEXT_BUFFER_CONTENTS").output == "x"
      #expect(seen3)
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
      let seen4 = try sh(session, "dragctl paste").outputBytes == Self.picture
      #expect(seen4)
      let seen5 = try sh(session, "dragctl paste -o x.png && cat x.png").outputBytes == Self.picture
      #expect(seen5)
      let seen6 = try sh(session, "dragctl paste -o x.html && cat x.html").output == "<img src=x>"
      #expect(seen6)
      let seen7 = try sh(session, "mkdir in; dragctl paste -o in; ls in").output.hasSuffix(".png\n")
      #expect(seen7)
      let refused = try sh(session, "dragctl paste -o x.jpg")
      #expect(refused.exit == .exited(4), "\(refused)")
      #expect(refused.error.contains("x.jpg would be image/jpeg"))
      #expect(!FileManager.default.fileExists(atPath: folder.path("x.jpg")))
      owner.kill()
      let text = try session.copies(["UTF8_STRING=print(1)"])
      let seen8 = try sh(session, "dragctl paste -o x.py && cat x.py").output == "print(1)"
      #expect(seen8)
      let seen9 = try sh(session, "dragctl paste -o y.png").exit == .exited(4)
      #expect(seen9)
      let seen10 = try sh(session, "dragctl paste -o plain && cat plain").output == "print(1)"
      #expect(seen10)
      text.kill()
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `several copied files are the same list for every program`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let seen11 =
        try sh(session, "echo a >a.txt; echo b >b.txt; dragctl copy a.txt b.txt").exit == .success
      #expect(seen11)
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
      let seen12 = try sh(session, "dragctl paste").output == paths
      #expect(seen12)
      let seen13 = try session.paste("text/plain;charset=utf-8").output + "\n" == paths
      #expect(seen13)
      let seen14 = try sh(session, "mkdir in; dragctl paste -o in; ls in").output.hasSuffix(
        "a.txt\nb.txt\n")
      #expect(seen14)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a script is text for every program, and its own type for those that know it`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      for name in ["a.sh", "a.json", "a.yml", "a.php", "a.sql", "a.html"] {
        let copied = try sh(session, "echo 'in \(name)' >\(name); dragctl copy \(name)")
        let pasted = try session.paste("UTF8_STRING").output
        #expect(copied.exit == .success && pasted == "in \(name)\n", "\(copied)")
      }
      for text in ["From now on", "MM is a brand", "#!/bin/sh", "%PDF-1.4"] {
        let copied = try session.fixture.run(
          Built.dragctl, ["copy"], on: session.bus, input: .text(text))
        let pasted = try session.paste("UTF8_STRING").output
        #expect(copied.exit == .success && pasted == text, "\(copied)")
      }
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a cut is not used up by looking at it`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      // PCManFM clears the clipboard when its list for GNOME is read.
      let file = session.fixture.folder.path("x")
      let owner = try session.copies([
        "text/uri-list=file://\(file)\r\n", "x-special/gnome-copied-files=cut\nfile://\(file)",
        "application/x-kde-cutselection=1",
      ])
      let seen15 = try session.current().isCut
      #expect(seen15)
      let seen16 = try sh(session, "dragctl paste").output == "\(file)\n"
      #expect(seen16)
      let seen17 = try sh(session, "dragctl clipboard").exit == .success
      #expect(seen17)
      #expect(!owner.standardOutput.contains("asked x-special/gnome-copied-files"))
      owner.kill()
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a copied file is what it was then`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let seen18 =
        try sh(session, "echo 1 >build.log; dragctl copy build.log; echo 2 >>build.log").exit
        == .success
      #expect(seen18)
      let seen19 = try session.paste("text/plain").output == "1\n"
      #expect(seen19)
      let seen20 = try sh(session, "dragctl paste").output == "1\n"
      #expect(seen20)
      _ = try session.waitForHistory(1)
      let seen21 = try sh(session, "rm build.log; dragctl copy --text next").exit == .success
      #expect(seen21)
      _ = try session.waitForHistory(2)
      let seen22 = try sh(session, "dragctl paste --history 2").output == "1\n"
      #expect(seen22)
      let seen23 = try sh(session, "mkdir in; dragctl paste --history 2 -o in; cat in/build.log")
        .output
        .hasSuffix("1\n")
      #expect(seen23)
      // Of several files there are only the addresses.
      let seen24 = try sh(session, "touch a b; dragctl copy a b; rm a").exit == .success
      #expect(seen24)
      _ = try session.waitForHistory(3)
      let gone = try sh(session, "dragctl paste --history 1")
      #expect(gone.exit == .exited(3) && gone.error.contains("is gone"), "\(gone)")
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a copy of what is there changes nothing`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      func copy(_ words: String) throws -> UInt64 {
        let seen25 = try sh(session, words).exit == .success
        #expect(seen25)
        return try session.lastSerial()
      }
      let first = try copy("printf one | dragctl copy")
      let seen26 = try copy("printf one | dragctl copy") == first
      #expect(seen26)
      let seen27 = try copy("dragctl copy --text one") == first
      #expect(seen27)
      let second = try copy("printf two | dragctl copy")
      #expect(second != first)
      let html = try copy("printf '<b>' >b; printf two | dragctl copy - --rep text/html=b")
      #expect(html != second)
      let seen28 = try copy("dragctl copy --text two --sensitive") != html
      #expect(seen28)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `what was there for a moment between the same leaves the history`(
    _ kind: DisplayServer
  ) throws {
    try ClipboardSession.run(kind) { session in
      for (text, count) in [("before", 1), ("secret words", 2), ("before", 1), ("after", 2)] {
        let seen29 = try sh(session, "dragctl copy --text '\(text)'").exit == .success
        #expect(seen29)
        _ = try session.waitForHistory(count)
      }
    }
  }

  @Test func `withdrawing all offers leaves the clipboard`() throws {
    try ClipboardSession.run(.x11) { session in
      let seen30 =
        try sh(session, "dragctl copy --exec a/b='echo x'; dragctl withdraw --all").exit == .success
      #expect(seen30)
      let seen31 = try sh(session, "dragctl paste -t a/b").output == "x\n"
      #expect(seen31)
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
      let seen32 = try sh(session, "dragctl copy --text words").exit == .success
      #expect(seen32)
      _ = try session.waitForHistory(1)
      let seen33 = try complete("paste -t UTF").contains("UTF8_STRING\n")
      #expect(seen33)
      for words in ["clipboard copy ''", "clipboard forget ''", "paste --history ''"] {
        let seen34 = try complete(words).contains(#/^[a-z]{5}\n$/#)
        #expect(seen34, "\(words)")
      }
    }
  }
}
