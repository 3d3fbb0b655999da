import Foundation
import Harness
import Testing

/// A line that does not come about, and one that is cut.
@Suite struct LineFailureTests {
  private struct Case: CustomStringConvertible, Sendable {
    let command: String
    let words: String
    var description: String { command }
  }

  private static let cases = [
    Case(command: "exit 255", words: "there is no line to there: ssh has ended with status 255"),
    Case(command: "exit 127", words: "there has no dragctl where its shell finds one"),
    Case(
      command: "echo Welcome; exit 1", words: "no dragctl answers on there, only this: “Welcome"),
    Case(command: "head -c 70000 /dev/zero; sleep 100", words: "no dragctl answers on there"),
    Case(
      command: "DBUS_SESSION_BUS_ADDRESS= XDG_RUNTIME_DIR=/nowhere sh -c \"$1\"",
      words: "there is no session bus"),
    Case(
      command: "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere sh -c \"$1\"",
      words: "there: there is no session bus: "),
  ]

  @Test(arguments: cases.indices)
  func `without a line the status is 7, and the message says why`(_ index: Int) throws {
    let one = Self.cases[index]
    try Machines.run { machines in
      try machines.setCommand(one.command)
      let result = try machines.dragctl("list")
      #expect(result.error.contains(one.words), "\(result.error)")
      #expect(result.status == 7)
    }
  }

  @Test(arguments: [
    (["list"], "there: dragd is not running"), (["paste"], "there: dragclip is not running"),
  ])
  func `a service that is missing there is said to be missing there`(
    _ arguments: [String], _ words: String
  ) throws {
    try Machines.run(daemonThere: []) { machines in
      let result = try machines.start(arguments).wait()
      #expect(result.status == 7 && result.error.contains(words), "\(result.error)")
    }
  }

  @Test func `a program that cannot be started is named, a wrong host is ssh's to tell`() throws {
    try Machines.run { machines in
      let wrong = try machines.here.fixture.run(
        Built.dragctl, ["-H", "elsewhere", "list"], on: machines.here.bus,
        environment: machines.environment)
      #expect(wrong.status == 7 && wrong.error.contains("no machine elsewhere"), "\(wrong.error)")
      machines.set("DRAGCTL_SSH", "/nowhere/ssh")
      let result = try machines.dragctl("list")
      #expect(result.status == 7 && result.error.contains("No such file"), "\(result.error)")
    }
  }

  @Test(arguments: [
    ["-H"], ["-H", "-o", "list"], ["--host=", "list"], ["-H", "there", "completion", "bash"],
    ["-H", "there", "serve"], ["-Hthere", "accept", "--nonsense"],
  ])
  func `wrong usage dials nobody`(_ arguments: [String]) throws {
    try Machines.run { machines in
      try machines.setCommand("touch dialed; exit 255")
      let result = try machines.here.fixture.run(
        Built.dragctl, arguments, on: machines.here.bus, environment: machines.environment)
      #expect(result.status == 2, "\(result.error)")
      #expect(!machines.there.exists("dialed"))
    }
  }

  @Test(arguments: [
    (["-H", "there", "-Hother", "list"], "-H is there twice"),
    (["list", "-H", "there"], "-H comes before the verb"),
    (["paste", "--host=there"], "-H comes before the verb"),
  ])
  func `a flag for the host in the wrong place is named`(
    _ arguments: [String], _ words: String
  ) throws {
    try Machines.run { machines in
      let result = try machines.here.fixture.run(
        Built.dragctl, arguments, on: machines.here.bus, environment: machines.environment)
      #expect(result.status == 2 && result.error.contains(words), "\(result.error)")
    }
  }

  @Test(arguments: ["> file", "< /dev/null > file", "< /etc/hostname | cat"])
  func `serve that is called by hand says who calls it`(_ streams: String) throws {
    try Shell.run { shell in
      let result = try shell.sh("\(Built.dragctl) serve \(streams); exit ${PIPESTATUS[0]}")
      #expect(result.error.contains("is started by “dragctl -H HOST”"), "\(result.error)")
    }
  }

  @Test func `what ssh says gets to the person as text`() throws {
    try Machines.run { machines in
      try machines.setCommand(#"printf 'Wel\033[31mcome\a, Jürgen\r\n' >&2; exit 255"#)
      let result = try machines.dragctl("list")
      #expect(result.error.contains("Wel\u{FFFD}[31mcome\u{FFFD}, Jürgen\n"), "\(result.error)")
    }
  }

  @Test func `noise before the line is skipped`() throws {
    try Machines.run { machines in
      try machines.setCommand(#"head -c 60000 /dev/urandom; echo dragd-link; exec sh -c "$1""#)
      #expect(try machines.dragctl("status").exit == .success)
    }
  }

  /// Of what comes from there, or of what goes there: so many bytes, then the line is cut.
  @Test(arguments: ["out", "in"], [0, 10, 300, 3_000, 100_000, 900_000])
  func `a cut line leaves nothing, and the status tells whether it stood`(
    _ way: String, _ count: Int
  ) throws {
    try Machines.run { machines in
      try machines.there.folder.write("big", Sample.noise(2_000_000))
      let id = try machines.there.offer("big")
      try machines.setCommand(
        way == "out"
          ? #"sh -c "$1" | stdbuf -o0 head -c \#(count)"#
          : #"stdbuf -o0 head -c \#(count) | sh -c "$1""#)
      let result = try machines.dragctl("accept", id, "-o", "copy")
      if way == "in", count >= 100_000 {
        // So much never goes there for this.
        #expect(result.exit == .success, "\(result.error)")
        return
      }
      #expect(result.status == (count <= 300 ? 7 : 5), "\(way) \(count): \(result.error)")
      #expect(!machines.here.exists("copy"))
      #expect(try !machines.here.names().contains { $0.hasPrefix(".drag") })
    }
  }

  @Test(arguments: [
    ("", "does not answer: nothing was heard for 1 s"), ("echo Closed.;", "only this: “Closed."),
  ])
  func `a host that never answers is none`(said: String, reason: String) throws {
    try Machines.run { machines in
      machines.set("DRAGCTL_SILENCE", "1")
      try machines.setCommand("\(said) exec sleep 600")
      let result = try machines.dragctl("list")
      #expect(result.status == 7 && result.error.contains(reason), "\(result.error)")
    }
  }

  @Test func `silence ends both ends`() throws {
    try Machines.run { machines in
      machines.set("DRAGCTL_SILENCE", "1")
      try machines.setCommand(#"echo $$ > pid; exec sh -c "$1""#)
      let watch = try machines.start("watch")
      try eventually("the line stands") { machines.there.exists("pid") }
      _ = try machines.there.offer("--text", "a")
      try watch.waitForOutput("text/plain")
      let pid = try #require(
        Int32(try machines.there.content("pid").trimmingCharacters(in: .newlines)))
      kill(pid, SIGSTOP)
      let result = try watch.wait()
      #expect(result.status == 5, "\(result.error)")
      #expect(result.error.contains("nothing was heard for 1 s"), "\(result.error)")
      kill(pid, SIGCONT)
      try machines.there.waitForEnd("\(pid)")
    }
  }

  @Test func `the far end ends when nothing is heard from here`() throws {
    try Machines.run { machines in
      machines.set("DRAGCTL_SILENCE", "1")
      try machines.setCommand(#"echo $$ > pid; exec sh -c "$1""#)
      let watch = try machines.start("watch")
      _ = try machines.there.offer("--text", "a")
      try watch.waitForOutput("text/plain")
      let own = watch.processIdentifier
      let line = try #require(
        Int32(
          String(contentsOfFile: "/proc/\(own)/task/\(own)/children", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)))
      kill(line, SIGSTOP)
      try machines.there.waitForEnd(try machines.there.content("pid"))
      kill(line, SIGCONT)
      #expect(try watch.wait().status == 5)
    }
  }
}
