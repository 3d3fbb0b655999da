import Foundation
import Harness
import Testing

/// There is no bus, or dragd has ended.
@Suite struct AbsenceTests {
  private func list(_ variables: [String: String]) throws -> Program.Result {
    try Fixture.run { try $0.run(Built.dragctl, ["list"], environment: variables) }
  }

  @Test func theAddressThatWasTriedIsNamedAndTheUsersOwn() throws {
    let address = "unix:path=/nonexistent/bus"
    let result = try list(["DBUS_SESSION_BUS_ADDRESS": address])
    #expect(result.status == 7)
    #expect(result.error.contains("no session bus at \(address)"))
    #expect(result.error.contains("XDG_RUNTIME_DIR=/run/user/\(geteuid())"))
    #expect(!result.error.contains("dbus-run-session"))
  }

  @Test func withoutAnAddressTheFolderOfTheUserIsNamed() throws {
    let result = try list(["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": ""])
    #expect(result.status == 7)
    #expect(result.error.contains("neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"))
    #expect(result.error.contains("XDG_RUNTIME_DIR=/run/user/\(geteuid())"))
  }

  /// A shell that su(1) has started has such an address.
  @Test func theBusOfAnotherUserIsCalledThat() throws {
    guard geteuid() == 0 else { return }
    try Fixture.run { fixture in
      let path = try fixture.folder.write("bus", text: "")
      #expect(chown(path, 12_345, 12_345) == 0)
      let result = try fixture.run(
        Built.dragctl, ["list"], environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"])
      #expect(result.status == 7)
      #expect(result.error.contains("is that of user 12345, and this is user 0"))
    }
  }

  private static let killDragd = """
    kill -9 $(dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \
    org.freedesktop.DBus.GetConnectionUnixProcessID string:org.dragd.Broker1 | sed 's/.* //')
    """

  /// The dragd that replaces another one knows no transfer.
  @Test(arguments: [["-o", "-"], ["-o", "file"]])
  func bothSidesOfATransferSayThatDragdWentAway(_ output: [String]) throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--exec", "text/plain=echo start; touch begun; sleep 1000")
      let destination = try shell.fixture.start(
        Built.dragctl, ["accept", id] + output, on: shell.bus)
      try eventually("the transfer runs") { shell.exists("begun") }
      if output == ["-o", "-"] { try destination.waitForOutput("start") }
      #expect(try shell.sh(Self.killDragd).exit == .success)
      let result = try destination.wait()
      #expect(result.status == 5)
      #expect(result.error == "dragctl: dragd ended during the transfer\n")
      try source.waitForError("not transferred: dragd ended")
      #expect(try !shell.names().contains("file"))
    }
  }

  @Test func bothSidesOfADropSayThatDragdWentAway() throws {
    try Shell.run { shell in
      try shell.folder.write("file", text: "content")
      let target = try shell.start("target", "T", "--exec", "touch begun; sleep 1000")
      try eventually("the target is there") { try shell.dragctl("targets", "T").exit == .success }
      let drop = try shell.start("drop", "file", "--on", "T")
      try eventually("the drop is performed") { shell.exists("begun") }
      #expect(try shell.sh(Self.killDragd).exit == .success)
      let result = try drop.wait()
      #expect(result.status == 5)
      #expect(result.error.contains("dragd ended during the drop"))
      try target.waitForError("dragd ended during a drop")
    }
  }
}
