import Foundation
import Harness
import Testing

/// Folders that are offered in one shell and accepted in another.
@Suite struct FolderTests {
  private static let archive = "application/x-tar;content=folder"

  @Test(arguments: PrivateBus.Kind.allCases)
  func aFolderArrivesAsAFolder(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      try shell.makePhotos()
      let (source, id) = try shell.stay("photos")
      #expect(
        try shell.dragctl("types", id).output == "\(Self.archive)\ntext/uri-list\n")
      let accepted = try shell.dragctl("accept", id, "-o", "out")
      #expect(accepted.exit == .success && accepted.output == "out/photos\n", "\(accepted)")
      #expect(try shell.tree("out/photos") == shell.tree("photos"))
      #expect(try shell.names("out") == ["photos"])
      // A second copy gets a number; a copy with a given name has that name.
      #expect(try shell.dragctl("accept", id, "-o", "out").output == "out/photos (1)\n")
      #expect(try shell.dragctl("accept", id, "-o", "named").exit == .success)
      #expect(try shell.tree("named") == shell.tree("photos"))
      // A program on this machine can use the folder's address.
      #expect(
        try shell.dragctl("accept", id, "-t", "text/uri-list").output
          == "file://\(shell.folder.path)/photos\r\n")
      #expect(source.isRunning)
    }
  }

  @Test func theArchiveIsKeptWhereItIsAskedFor() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      let (_, id) = try shell.stay("photos")
      #expect(
        try shell.dragctl("accept", id, "--archive", "-o", "out").output == "out/photos.tar\n")
      #expect(
        try shell.dragctl("accept", id, "-t", "application/x-tar", "-o", "a.tar").exit == .success)
      #expect(try shell.bytes("a.tar") == shell.bytes("out/photos.tar"))
      #expect(try shell.sh("dragctl accept \(id) | tar -t | head -1").output == "photos/\n")
      let refused = try shell.dragctl("accept", id, "--archive")
      #expect(refused.status == 2 && refused.error.contains("--output"))
    }
  }

  @Test func severalFoldersAndFilesGoTogether() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      try shell.folder.write("more/deep/x", text: "x")
      try shell.folder.write("note.txt", text: "note")
      let (_, id) = try shell.stay("photos", "note.txt", "more")
      let accepted = try shell.dragctl("accept", id, "--all", "-o", "out")
      #expect(accepted.output == "out/photos\nout/note.txt\nout/more\n", "\(accepted)")
      #expect(try shell.tree("out/photos") == shell.tree("photos"))
      #expect(try shell.content("out/more/deep/x") == "x")
    }
  }

  @Test func itsSizeIsKnownForTheProgress() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      try shell.folder.write("photos/large", Sample.noise(3_000_000))
      let (_, id) = try shell.stay("photos")
      let shown = try shell.dragctl("show", id, "--json").output
      let size = try shell.dragctl("accept", id).outputBytes.count
      #expect(shown.contains("\"size\":\(size)") || shown.contains("\"size\": \(size)"), "\(shown)")
      let lines = try shell.dragctl("accept", id, "-o", "out", "--progress", "always")
      #expect(lines.error.contains("100 %"), "\(lines.error)")
    }
  }

  @Test func aFolderThatHasChangedFails() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      let (source, id) = try shell.stay("photos")
      try shell.folder.write("photos/new", text: "n")
      let accepted = try shell.dragctl("accept", id, "-o", "out")
      #expect(accepted.status == 5)
      #expect(accepted.error.contains("photos was changed after the folder was offered"))
      #expect(try shell.names("out") == [])
      #expect(source.isRunning)
    }
  }

  @Test func theRightToRunStaysBetweenTheUsersPrograms() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      let (_, id) = try shell.stay("photos")
      try shell.dragctl("accept", id, "-o", "usual")
      try shell.dragctl("accept", id, "-o", "none", "--no-preserve")
      #expect(try shell.sh("stat -c %a usual/run none/run").output == "755\n644\n")
    }
  }

  @Test(.enabled(if: Sandbox.bareUnavailable == nil, "bubblewrap does not run here"))
  func aFolderOfASandboxIsCleanedAndSaysSo() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      _ = try shell.sh("echo x > photos/-rf; echo x > photos/$'esc\\e'; ln -s /etc photos/away")
      let source = try shell.startSandboxed("offer", "--links", "photos")
      let id = try source.firstLine()
      let refused = try shell.dragctl("accept", id, "--links", "-o", "out")
      #expect(refused.status == 5 && refused.error.contains("away is a link that leads out"))
      #expect(try shell.names("out") == [])
      _ = try shell.sh("rm photos/away")
      let again = try shell.startSandboxed("offer", "photos")
      let accepted = try shell.dragctl("accept", try again.firstLine(), "-o", "out")
      #expect(accepted.exit == .success, "\(accepted)")
      for words in ["“-rf” in it was not safe: it is “_rf” now", "esc_", "1 file in it is without"]
      {
        #expect(accepted.error.contains(words), "\(words): \(accepted.error)")
      }
      #expect(try shell.names("out/photos").contains("_rf"))
      #expect(try shell.sh("stat -c %a out/photos/run").output == "644\n")
    }
  }

  /// A Python environment, and folders that link to each other as those of node do.
  @Test func linksThatLeadOutGoAlongAsThePersonSays() throws {
    try Shell.run { shell in
      try shell.folder.makeFolder("out")
      _ = try shell.sh(
        """
        mkdir -p top/venv/bin top/modules/.bin else && echo else > else/file && echo tool > tool
        chmod 755 tool; ln -s $PWD/tool top/venv/bin/python; ln -s python top/venv/bin/python3
        ln -s ../../else top/modules/linked && ln -s ../venv top/modules/.bin/venv; mkfifo top/fifo
        """)
      let refused = try shell.dragctl("offer", "top")
      #expect(refused.status == 1)
      for words in [
        "top/fifo is a FIFO", "top/venv/bin/python is a link", "top/modules/linked is a link",
        "--dereference", "--links", "--skip-unreadable",
      ] {
        #expect(refused.error.contains(words), "\(words): \(refused.error)")
      }
      let links = try shell.dragctl("offer", "--skip-unreadable", "top")
      #expect(!links.error.contains("fifo") && links.error.contains("linked is a link"))

      let (source, id) = try shell.stay("--skip-unreadable", "--links", "top")
      #expect(source.hasSaid("left out: top/fifo is a FIFO"))
      let without = try shell.dragctl("accept", id, "-o", "out")
      #expect(without.status == 5 && without.error.contains("With --links"), "\(without)")
      #expect(try shell.dragctl("accept", id, "--links", "-o", "out").exit == .success)
      let find = "-type l -printf '%P %l\\n' | sort"
      #expect(
        try shell.sh("find out/top \(find)").output == shell.sh("find top \(find)").output)

      let (_, followed) = try shell.stay("--skip-unreadable", "--dereference", "top")
      let accepted = try shell.dragctl("accept", followed, "-o", "whole")
      #expect(accepted.exit == .success, "\(accepted.error)")
      #expect(try shell.sh("find whole -type l").output == "")
      #expect(
        try shell.sh("cat whole/venv/bin/python3 whole/modules/linked/file").output
          == "tool\nelse\n")
      #expect(try shell.sh("stat -c %a whole/venv/bin/python").output == "755\n")

      let target = try shell.start("target", "Inbox", "--links", "-o", "out")
      try target.waitForError("Inbox")
      let dropped = try shell.dragctl(
        "drop", "--links", "--skip-unreadable", "top", "--on", "Inbox")
      #expect(dropped.exit == .success, "\(dropped.error)")
      #expect(try shell.sh("readlink 'out/top (1)/modules/linked'").output == "../../else\n")
    }
  }

  @Test func aFolderReplacesNothing() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      try shell.folder.write("file", text: "mine")
      let (_, id) = try shell.stay("photos")
      for force in [[], ["-f"]] {
        let refused = try shell.fixture.run(
          Built.dragctl, ["accept", id, "-o", "file"] + force, on: shell.bus)
        #expect(refused.status == 6 && refused.error.contains("exists already"), "\(refused)")
      }
      #expect(try shell.content("file") == "mine")
    }
  }

  @Test func whatCannotGoAlongIsSaidBeforeAnythingIsOffered() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      _ = try shell.sh("ln -s /etc photos/out")
      let refused = try shell.dragctl("offer", "photos")
      #expect(refused.status == 1)
      #expect(refused.error.contains("photos/out is a link that leads out of the folder, to /etc"))
      #expect(refused.error.contains("--type text/uri-list"))
      #expect(try shell.dragctl("list", "-q").output == "")
      // The folder's address can always be offered, and needs no dragctl that stays.
      let id = try shell.offer("photos", "--type", "text/uri-list")
      #expect(try shell.dragctl("types", id).output == "text/uri-list\n")
    }
  }

  @Test func aFolderIsNotMoved() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      for arguments in [
        ["offer", "--operations", "move", "photos"],
        ["offer", "--operations", "copy,move", "photos"],
      ] {
        let refused = try shell.fixture.run(Built.dragctl, arguments, on: shell.bus)
        #expect(refused.status == 2 && refused.error.contains("cannot be moved"), "\(refused)")
      }
      let (_, id) = try shell.stay("photos")
      let refused = try shell.dragctl("accept", id, "--move", "-o", "out")
      #expect(refused.exit != .success)
      #expect(try shell.names("out") == [] && shell.names("photos").contains("a.txt"))
      // This archive is offered as one file to be moved.
      _ = try shell.sh("tar cf photos.tar photos")
      let (_, archive) = try shell.stay(
        "photos.tar", "--type", Self.archive, "--operations", "move", "--name", "photos")
      let folder = try shell.dragctl("accept", archive, "--move", "-o", "out")
      #expect(folder.status == 6 && folder.error.contains("nothing was moved"), "\(folder)")
      #expect(try shell.names("out") == [] && shell.names().contains("photos.tar"))
      #expect(
        try shell.dragctl("accept", archive, "--move", "--archive", "-o", "out").exit == .success)
      #expect(try shell.names("out") == ["photos.tar"] && !shell.names().contains("photos.tar"))
    }
  }

  @Test func onlyAnAddressIsNoThing() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      let id = try shell.offer("photos", "--type", "text/uri-list")
      let refused = try shell.dragctl("accept", id, "-o", "out")
      #expect(refused.status == 4, "\(refused)")
      #expect(refused.error.contains("only the address") && refused.error.contains("file://"))
      #expect(try shell.names("out") == [])
      #expect(
        try shell.dragctl("accept", id, "-t", "text/uri-list", "-o", "out").output
          == "out/photos\n")
      // A list of web addresses is text.
      let link = try shell.offer("--text", "https://example.org/\r\n", "--type", "text/uri-list")
      #expect(try shell.dragctl("accept", link, "-o", "link").exit == .success)
      #expect(try shell.content("link") == "https://example.org/\r\n")
    }
  }

  /// The destination is killed, or stops, when a part of the folder is there.
  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptedAcceptLeavesNothing(_ signal: Int32) throws {
    try Shell.run { shell in
      try shell.makePhotos()
      _ = try shell.sh("tar --sort=name -cf part.tar photos; mkfifo never")
      let (_, id) = try shell.stay(
        "--exec", "\(Self.archive)=head -c 8000 part.tar; read x < never")
      let destination = try shell.start("accept", id, "-o", "out")
      try eventually("a part is there") {
        try shell.names("out").contains { $0.hasPrefix(".dragctl-") }
          && shell.sh("ls -A out/.dragctl-*").output.contains("a.txt")
      }
      destination.send(signal)
      #expect(try destination.wait().exit == .signalled(signal))
      #expect(try shell.names("out") == [])
    }
  }

  @Test func aSourceThatEndsEarlyLeavesNothing() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      _ = try shell.sh("tar cf part.tar photos")
      for command in [
        "head -c 8000 part.tar; exit 1", "head -c 8000 part.tar", "cat part.tar; echo",
      ] {
        let (_, id) = try shell.stay("--exec", "\(Self.archive)=\(command)")
        let accepted = try shell.dragctl("accept", id, "-o", "out")
        #expect(accepted.status == 5, "\(command): \(accepted)")
        #expect(try shell.names("out") == [])
      }
    }
  }

  @Test func aDropMakesAFolderAtTheTarget() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      try shell.folder.makeFolder("inbox")
      let target = try shell.start("target", "Inbox", "-o", "inbox")
      try target.waitForError("Inbox")
      let dropped = try shell.dragctl("drop", "photos", "--on", "Inbox")
      #expect(dropped.exit == .success && dropped.output.hasPrefix("copied 1 item"), "\(dropped)")
      #expect(try shell.tree("inbox/photos") == shell.tree("photos"))
      #expect(try shell.dragctl("drop", "photos", "--on", "Inbox").exit == .success)
      #expect(try shell.names("inbox") == ["photos", "photos (1)"])
      // The target does not accept an address either.
      let address = try shell.dragctl(
        "drop", "photos", "--type", "text/uri-list", "--on", "Inbox")
      #expect(address.exit != .success && address.error.contains("only the address"), "\(address)")
      let moved = try shell.dragctl("drop", "photos", "--on", "Inbox", "--operation", "move")
      #expect(moved.status == 2 && moved.error.contains("cannot be moved"))
      #expect(try shell.names("inbox") == ["photos", "photos (1)"])
    }
  }

  /// Its worker still removes the folder when the target ends.
  @Test(.enabled(if: Extent.current != .usual, "in make test-rest"), arguments: [true, false])
  func nothingIsLeftOfAFolderWhoseDropWasCancelledOrLostTheBus(_ isCancelled: Bool) throws {
    try Shell.run { shell in
      _ = try shell.sh("mkdir inbox many; for i in {1..20000}; do : > many/$i; done")
      let target = try shell.start("target", "Inbox", "-o", "inbox")
      try target.waitForError("Inbox")
      let name = try shell.waitForAnswer(from: target)
      _ = try shell.start("drop", "many", "--on", "Inbox")
      try eventually("the folder is being unpacked") {
        try shell.names("inbox").first.map { try shell.names("inbox/\($0)").count > 100 } ?? false
      }
      if isCancelled {
        let call = "gdbus call --session --dest \(name) --object-path /org/dragd/dragctl --method"
        let cancelled = try shell.sh(
          """
          path=$(\(call) org.dragd.Dragctl1.Transfers | grep -o '/org/[^'"'"']*')
          \(call) org.dragd.Dragctl1.Cancel $path stop && kill \(target.processIdentifier)
          """)
        #expect(cancelled.exit == .success, "\(cancelled.error)")
      } else {
        shell.bus.close()
      }
      #expect(try target.wait().exit == (isCancelled ? .signalled(SIGTERM) : .exited(7)))
      #expect(try shell.names("inbox") == [])
    }
  }

  @Test func targetsThatWantOtherThings() throws {
    try Shell.run { shell in
      try shell.makePhotos()
      try shell.folder.makeFolder("inbox")
      let archives = try shell.start("target", "Archives", "-o", "inbox", "--archive")
      try archives.waitForError("Archives")
      let command = try shell.start(
        "target", "Command", "--exec", "tar -t | head -1 > listed; echo $DRAGD_TYPE > type")
      try command.waitForError("Command")
      let texts = try shell.start("target", "Texts", "-t", "text/plain", "-o", "inbox")
      try texts.waitForError("Texts")
      #expect(try shell.dragctl("drop", "photos", "--on", "Archives").exit == .success)
      #expect(try shell.names("inbox") == ["photos.tar"])
      #expect(try shell.dragctl("drop", "photos", "--on", "Command").exit == .success)
      #expect(try shell.content("listed") == "photos/\n")
      #expect(try shell.content("type") == "\(Self.archive)\n")
      #expect(try shell.dragctl("drop", "photos", "--on", "Texts").exit != .success)
      #expect(try shell.names("inbox") == ["photos.tar"])
    }
  }
}

extension Shell {
  fileprivate func makePhotos() throws {
    try folder.makeFolder("out")
    _ = try sh(
      """
      mkdir -p photos/été/nothing && echo hello > photos/a.txt && echo x > photos/été/b
      ln -s été/b photos/link && echo '#!/bin/sh' > photos/run && chmod 755 photos/run
      truncate -s 5M photos/sparse && echo hidden > photos/.hidden
      touch -d 2020-02-02T02:02:02.25Z photos/a.txt photos/été photos
      """)
  }

  /// Everything in a folder: names, kinds, sizes, times and contents.
  fileprivate func tree(_ name: String) throws -> String {
    try sh(
      """
      cd '\(name)' && find . -printf '%p %y %l %Ts\\n' | sort
      find . -type f -exec md5sum {} + | sort
      """
    ).output
  }
}
