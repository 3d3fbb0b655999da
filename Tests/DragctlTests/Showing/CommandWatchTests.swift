import Foundation
import Harness
import Testing

/// `dragctl watch --exec`
@Suite struct CommandWatchTests {
  /// Starts the watch, and waits until it misses no later offer.
  private func watch(_ shell: Shell, _ arguments: String...) throws -> Program {
    let path = "\(Built.folder):/usr/local/bin:/usr/bin:/bin"
    let program = try shell.fixture.start(
      Built.dragctl, ["watch"] + arguments, on: shell.bus, environment: ["PATH": path])
    try program.waitForError("Waiting for what is offered from now on.")
    return program
  }

  @Test func itRunsTheCommandForEachOfferThatComesAndFits() throws {
    try Shell.run { shell in
      try shell.offer("--text", "old")
      let program = try watch(
        shell, "--type", "text/*", "--exec",
        "dragctl accept $DRAGCTL_OFFER; echo \" $DRAGCTL_LABEL\"")
      try shell.offer("--text", "picture", "--type", "image/png")
      try shell.offer("--text", "first", "--label", "$(touch hurt); 'x")
      try shell.offer("--text", "second", "--label", "b")
      try program.waitForOutput("second b\n")
      #expect(program.standardOutput == "first $(touch hurt); 'x\nsecond b\n")
      #expect(!shell.exists("hurt"))
      #expect(try program.terminate() == .signalled(SIGTERM))
    }
  }

  @Test func oneCommandRunsAtATime() throws {
    try Shell.run { shell in
      let program = try watch(
        shell, "--exec", "echo in; until test -e go; do sleep 0.01; done; echo out")
      for number in 0..<3 { try shell.offer("--text", "\(number)") }
      try program.waitForOutput("in")
      try shell.folder.write("go", text: "")
      try program.waitForOutput("in\nout\nin\nout\nin\nout\n")
    }
  }

  /// A command's own offers do not run it again.
  @Test func whatTheCommandOffersDoesNotStartIt() throws {
    try Shell.run { shell in
      let program = try watch(
        shell, "--exec",
        "echo run; dragctl accept $DRAGCTL_OFFER | tr a-z A-Z | dragctl offer --label made")
      try shell.offer("--text", "one")
      try eventually("it has offered") { try shell.dragctl("list").output.contains("made") }
      try shell.offer("--text", "two")
      let made = try eventually("it has offered again") { () throws -> [String]? in
        let lines = try shell.dragctl("list").output.split(separator: "\n").map(String.init)
        let made = lines.filter { $0.contains("made") }
        return made.count == 2 ? made : nil
      }
      #expect(made.count == 2)
      #expect(program.standardOutput.split(separator: "\n").filter { $0.count == 3 }.count == 2)
    }
  }

  @Test func aCommandThatFailsIsSaidAndTheNextOneRuns() throws {
    try Shell.run { shell in
      let program = try watch(shell, "--exec", "echo no paper >&2; exit 3")
      let first = try shell.offer("--text", "x")
      try program.waitForError("the command ended with status 3 for offer \(first)")
      let second = try shell.offer("--text", "y")
      try program.waitForError("for offer \(second)")
      #expect(program.standardError.contains("no paper"))
      #expect(program.isRunning)
    }
  }

  /// The kernel passes 128 KiB in one variable at most.
  @Test func manyLongTypesDoNotKeepTheCommandFromRunning() throws {
    try Shell.run { shell in
      let program = try watch(shell, "--exec", "echo \"$DRAGCTL_ITEMS $DRAGCTL_TYPES\" | head -1")
      let offer = try shell.fixture.run(
        "/usr/bin/python3",
        [
          "-c",
          """
          import dbus
          def held(number):
            return dbus.Array([dbus.Dictionary({
              'type': 'a/%d-%d-' % (number, index) + 'x' * 230, 'data': dbus.ByteArray(b'x')
            }, signature='sv') for index in range(64)], signature='a{sv}')
          none = dbus.Dictionary({}, signature='sv')
          items = [dbus.Struct((none, held(number))) for number in range(10)]
          dbus.SessionBus().get_object('org.dragd.Broker1', '/org/dragd/Broker1').Offer(
            dbus.Array(items, signature='(a{sv}aa{sv})'), none, dbus_interface='org.dragd.Broker1')
          """,
        ], on: shell.bus)
      #expect(offer.exit == .success, "\(offer.error)")
      try program.waitForOutput("10 a/0-0-xxx")
    }
  }

  @Test func aCommandThatWritesErrorsWithoutAPauseDelaysNothing() throws {
    try Shell.run { shell in
      let program = try watch(shell, "--exec", "echo go; exec cat /dev/zero >&2")
      try shell.offer("--text", "x")
      try program.waitForOutput("go")
      #expect(try program.terminate() == .signalled(SIGTERM))
    }
  }

  @Test func moreThanCanWaitIsPassedOverAndSaid() throws {
    try Shell.run { shell in
      let program = try watch(shell, "--exec", "until test -e go; do sleep 0.01; done")
      try shell.offer("--text", "running")
      let more = try shell.sh(
        "for n in $(seq 103); do dragctl offer --text $n > /dev/null || exit 1; done")
      #expect(more.exit == .success, "\(more.error)")
      // dragd has announced the last one before this answer, and the watch has seen it before its own.
      try shell.dragctl("list")
      try shell.waitForAnswer(from: program)
      try shell.folder.write("go", text: "")
      try program.waitForError("skipped 3 offers that came while 100 waited")
    }
  }
}
