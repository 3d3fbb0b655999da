import Foundation
import Harness
import Testing

@Suite struct LazyOfferTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func aCommandRunsOnlyWhenItsTypeIsAccepted(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let (source, id) = try shell.stay(
        "--text", "held", "--exec", "a/b=echo run >> runs; echo $DRAGCTL_TYPE $DRAGCTL_ITEM")
      #expect(try shell.dragctl("accept", id, "-t", "text/plain").output == "held")
      #expect(try !shell.names().contains("runs"))
      #expect(try shell.dragctl("accept", id, "-t", "a/b").output == "a/b 0\n")
      #expect(try shell.dragctl("accept", id, "-t", "a/b").output == "a/b 0\n")
      #expect(try shell.content("runs") == "run\nrun\n")
      #expect(source.isRunning)
      #expect(try source.terminate() == .signalled(SIGTERM))
      #expect(try shell.dragctl("list", "-q").output == "")
    }
  }

  @Test func theOutputStreamsWhileTheCommandRuns() throws {
    try Shell.run { shell in
      _ = try shell.stay("--exec", "a/b=echo first; read x < go; echo last")
      _ = try shell.sh("mkfifo go")
      let destination = try shell.start("accept")
      try destination.waitForOutput("first\n")
      #expect(destination.isRunning)
      _ = try shell.sh("echo > go")
      #expect(try destination.wait().output == "first\nlast\n")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalWithdrawsTheOffer(_ signal: Int32) throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--exec", "a/b=echo x")
      source.send(signal)
      #expect(try source.wait().exit == .signalled(signal))
      #expect(try shell.dragctl("accept", id).status == 3)
    }
  }

  /// Regression: dragctl ended with its terminal, with nohup(1) or without.
  @Test(arguments: [SIGHUP, SIGINT])
  func aSignalThatTheCallerIgnoresIsIgnored(_ signal: Int32) throws {
    try Shell.run { shell in
      let source = try shell.fixture.start(
        "/bin/sh", ["-c", "trap '' \(signal); exec \(Built.dragctl) offer --exec 'a/b=echo x'"],
        on: shell.bus)
      let id = try source.firstLine()
      source.send(signal)
      #expect(try shell.dragctl("accept", id).output == "x\n")
      #expect(try source.terminate() == .signalled(SIGTERM))
    }
  }

  @Test func aCommandEndsWhenDragctlIsKilled() throws {
    try Shell.run { shell in
      _ = try shell.sh("mkfifo never")
      // The shell itself waits in open(2), and writes nothing that could end it with SIGPIPE.
      let (source, id) = try shell.stay(
        "--exec", "a/b=echo $$ > pid; echo started; read x < never")
      let destination = try shell.start("accept", id)
      try destination.waitForOutput("started\n")
      source.send(SIGKILL)
      #expect(try destination.wait().status == 5)
      try shell.waitForEnd(try shell.content("pid"))
    }
  }

  @Test func aSignalEndsTheCommandsThatRun() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--exec", "a/b=echo $$ > pid; echo started; sleep 1000")
      let destination = try shell.start("accept", id)
      try destination.waitForOutput("started")
      source.send(SIGINT)
      #expect(try source.wait().exit == .signalled(SIGINT))
      #expect(try destination.wait().status == 5)
      try shell.waitForEnd(try shell.content("pid"))
    }
  }

  @Test func aFailingCommandFailsTheTransferInItsOwnWords() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay(
        "--exec", "a/b=echo half; echo 'no such picture' >&2; exit 3")
      let result = try shell.dragctl("accept", id, "-o", "file")
      #expect(result.status == 5)
      #expect(result.error.contains("the command ended with status 3: no such picture"))
      #expect(try !shell.names().contains("file"))
      try source.waitForError("no such picture")
    }
  }

  @Test func aCommandThatSaysNothingIsReportedByItsStatus() throws {
    try Shell.run { shell in
      let (_, id) = try shell.stay("--exec", "a/b=exit 3", "--exec", "c/d=kill -9 $$")
      #expect(try shell.dragctl("accept", id, "-t", "a/b").error.contains("status 3"))
      #expect(try shell.dragctl("accept", id, "-t", "c/d").error.contains("signal 9"))
    }
  }

  @Test func aPromiseOfSizeIsHeld() throws {
    try Shell.run { shell in
      let (_, short) = try shell.stay("--exec", "a/b=head -c 1000 /dev/zero", "--size", "2k")
      #expect(try shell.dragctl("accept", short).status == 5)
      let (_, exact) = try shell.stay("--exec", "a/b=head -c 2048 /dev/zero", "--size", "2k")
      #expect(try shell.dragctl("accept", exact).outputBytes.count == 2048)
    }
  }

  @Test func theSourceEndsWithItsOffer() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--exec", "a/b=echo x", "--uses", "2")
      try shell.dragctl("accept", id)
      #expect(source.isRunning)
      try shell.dragctl("accept", id)
      #expect(try source.wait().exit == .success)
    }
  }

  @Test func transfersAreShownWhileTheyRun() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay(
        "--exec", "a/b=head -c 100000 /dev/zero; sleep 2.5", "--size", "100000", "--once",
        "--progress", "always")
      #expect(try shell.dragctl("accept", id).exit == .success)
      let error = try source.wait().error
      #expect(error.contains("a/b: 97.7 KiB transferred\n"))
    }
  }

  @Test func detachedItPrintsTheIdAndHoldsNothingOpen() throws {
    try Shell.run { shell in
      // A pipeline ends only when no process has it open for writing.
      let result = try shell.sh(
        "dragctl offer --exec 'a/b=cat note; echo $PPID > pid' --once --detach 2>&1 | cat; "
          + "echo in $PWD > note")
      #expect(result.exit == .success)
      let id = try #require(result.output.split(separator: "\n").first.map(String.init))
      #expect(id.count == 26)
      #expect(try shell.dragctl("accept", id).output == "in \(shell.folder.path)\n")
      try shell.waitForEnd(try shell.content("pid"))
    }
  }

  @Test func detachedItStillReportsWhatFails() throws {
    try Shell.run(daemon: []) { shell in
      let result = try shell.dragctl("offer", "--exec", "a/b=x", "--detach")
      #expect(result.status == 7)
      #expect(result.error.contains("dragd"))
    }
  }

  @Test func sensitiveContentIsGoneWithItsSource() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--text", "secret", "--sensitive")
      #expect(try shell.dragctl("accept", id).output == "secret")
      source.kill()
      try eventually("the offer is gone") { try shell.dragctl("accept", id).status == 3 }
    }
  }

  @Test func aCommandEndsWhenNobodyReadsAnyMore() throws {
    try Shell.run { shell in
      let (_, id) = try shell.stay("--exec", "a/b=echo $$ > pid; exec yes")
      let result = try shell.sh("dragctl accept \(id) | head -c 10; echo ${PIPESTATUS[0]}")
      #expect(result.output.hasSuffix("\n141\n"))
      try shell.waitForEnd(try shell.content("pid"))
    }
  }

  @Test func whatIsOfferedIsOfferedAgainWhenDragdComesBack() throws {
    try Shell.run(daemon: []) { shell in
      let first = try shell.startDragd()
      let (source, id) = try shell.stay("--exec", "a/b=echo again")
      first.kill()
      _ = try shell.startDragd()
      try source.waitForError("offered again as")
      let list = try shell.dragctl("list", "-q").output.split(separator: "\n")
      #expect(list.count == 1)
      #expect(list.first.map(String.init) != id)
      #expect(try shell.dragctl("accept").output == "again\n")
    }
  }

  @Test func aNewDragdHasWhatWasLeftOfAnOffer() throws {
    try Shell.run(daemon: []) { shell in
      let first = try shell.startDragd()
      let (source, id) = try shell.stay("--exec", "a/b=echo made", "--uses", "2", "--expires", "1h")
      #expect(try shell.dragctl("accept", id).output == "made\n")
      // dragd has told the source of the first accept when this call returns.
      _ = try shell.dragctl("list")
      first.kill()
      _ = try shell.startDragd()
      try source.waitForError("offered again as")
      let offer = try shell.dragctl("list", "--json").output
      #expect(!offer.contains("\"expires\":null"), "\(offer)")
      #expect(try shell.dragctl("accept").output == "made\n")
      #expect(try source.wait().exit == .success)
    }
  }

  /// Regression: the source waited for ever for the end of a transfer that had ended with dragd.
  @Test func whatIsOverEndsWhenDragdTakesTheLastTransferWithIt() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      // The content is larger than the pipe to `sleep`, which reads nothing.
      let (source, id) = try shell.stay("--exec", "a/b=head -c 70000 /dev/zero; echo made >&2")
      _ = try shell.fixture.start(
        "/bin/bash", ["-c", "\(Built.dragctl) accept \(id) | sleep 1000"], on: shell.bus)
      try source.waitForError("made")
      #expect(try shell.dragctl("withdraw", id).exit == .success)
      // The source has learned of the withdrawal when this call returns.
      #expect(try shell.dragctl("accept", id).status == 3)
      #expect(source.isRunning)
      dragd.kill()
      #expect(try source.wait().exit == .success)
    }
  }

  @Test func aCommandEndsWithTheDragdThatItWorksFor() throws {
    try Shell.run(daemon: []) { shell in
      let dragd = try shell.startDragd()
      let (source, id) = try shell.stay("--exec", "a/b=echo $$ > pid; echo started; sleep 1000")
      let destination = try shell.start("accept", id)
      try destination.waitForOutput("started")
      dragd.kill()
      try shell.waitForEnd(try shell.content("pid"))
      #expect(source.isRunning)
    }
  }
}
