import Foundation
import Harness
import Testing

@testable import dragctl

@Suite struct ExitStatusTests {
  @Test func withoutASessionBusOneLineSaysHowToGetOne() throws {
    try Fixture.run { fixture in
      for address in ["", "unix:path=\(fixture.folder.path)/nothing"] {
        let result = try fixture.run(
          Built.dragctl, ["list"], environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        #expect(result.status == 7)
        #expect(result.error.contains("XDG_RUNTIME_DIR=/run/user/"))
        #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
      }
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func withoutDragdOneLineSaysSo(_ kind: PrivateBus.Kind) throws {
    for daemon in [[], ["/nonexistent"], ["/bin/false"]] {
      try Shell.run(kind, daemon: daemon) { shell in
        let result = try shell.dragctl("accept")
        #expect(result.status == 7, "\(result.error)")
        #expect(result.error.contains("dragd"))
        #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
      }
    }
  }

  @Test func everyStatusIsWhatTheManualSays() throws {
    try Shell.run { shell in
      #expect(try shell.dragctl("accept").status == 3)
      let text = try shell.offer("--text", "x")
      #expect(try shell.dragctl("accept", text, "-t", "image/png").status == 4)
      #expect(try shell.dragctl("accept", "-t", "image/png").status == 4)
      // The offer does not allow a copy.
      let link = try shell.offer("--text", "x", "--operations", "link")
      #expect(try shell.dragctl("accept", link).status == 6)
      #expect(try shell.dragctl("accept", "--nonsense").status == 2)
      #expect(try shell.dragctl().status == 2)
      #expect(try shell.dragctl("nonsense").status == 2)
      #expect(try shell.dragctl("--help").status == 0)
      #expect(try shell.dragctl("--version").status == 0)
      #expect(try shell.dragctl("list", output: .pipes).status == 0)
      #expect(try shell.sh("dragctl list > /dev/full").exit == .exited(1))
    }
  }

  @Test func aBusySingleUseIsRefused() throws {
    try Shell.run { shell in
      let (_, id) = try shell.stay("--exec", "a/b=echo x; sleep 1000", "--once")
      let first = try shell.start("accept", id)
      try first.waitForOutput("x")
      #expect(try shell.dragctl("accept", id).status == 6)
      first.send(SIGINT)
      #expect(try first.wait().exit == .signalled(SIGINT))
    }
  }

  @Test func aChangedFileIsNotHandedOut() throws {
    try Shell.run { shell in
      try shell.folder.write("f", text: "one")
      let id = try shell.offer("f")
      try shell.folder.write("f", text: "another")
      let result = try shell.dragctl("accept", id)
      #expect(result.status == 5)
      #expect(result.output == "")
    }
  }

  @Test func standardStreamsThatAreClosedHarmNothing() throws {
    try Shell.run { shell in
      try shell.folder.write("f", text: "content")
      let result = try shell.sh(
        "dragctl offer f <&- >id 2>&- && dragctl accept -o g <&- >&- 2>&-; echo $?; cat f g")
      #expect(result.output == "0\ncontentcontent")
    }
  }

  /// Regression: dragd kept an offer whose id nobody had.
  @Test(arguments: ["offer --text hi", "offer --text hi --json", "offer --exec a/b=echo --detach"])
  func nothingIsOfferedWithoutAPlaceForItsID(_ command: String) throws {
    try Shell.run { shell in
      let result = try shell.sh("dragctl \(command) >&-")
      #expect(result.exit == .exited(1))
      #expect(result.error.contains("standard output is closed"))
      #expect(try shell.dragctl("list", "-q").output == "")
    }
  }

  @Test func aLostResultIsAFailure() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "hi")
      for command in ["list", "show \(id)", "status", "--version", "help"] {
        #expect(try shell.sh("dragctl \(command) >&-").exit == .exited(1), "\(command)")
      }
    }
  }
}
