import Foundation
import Harness
import Testing

/// What means something else on another machine.
@Suite struct LineTrapTests {
  @Test func `no address of a file here goes there`() throws {
    try Machines.run { machines in
      try machines.here.folder.write("a", text: "mine")
      let id = try machines.dragctl("offer", "a").output.trimmingCharacters(in: .newlines)
      let types = try machines.there.dragctl("types", id).output
      #expect(types.contains("text/plain") && !types.contains("uri-list"), "\(types)")
      try machines.here.folder.write("list", text: "file:///etc/passwd\r\n")
      for arguments in [
        ["offer", "--type", "text/uri-list", "a"], ["offer", "--operations", "link", "a"],
        ["offer", "--rep", "x-special/gnome-copied-files=list"],
        ["drop", "a", "--on", "Inbox", "--operation", "link"], ["copy", "--cut", "a"],
      ] {
        let result = try machines.here.fixture.run(
          Built.dragctl, ["-H", "there"] + arguments, on: machines.here.bus,
          environment: machines.environment)
        #expect(result.status == 6, "\(arguments): \(result.error)")
        #expect(result.error.contains("the machine that it is on"), "\(result.error)")
      }
    }
  }

  @Test func `an address from there opens nothing here`() throws {
    try Machines.run { machines in
      let path = try machines.here.folder.write("a", text: "mine")
      try machines.there.folder.write("list", text: "file://\(path)\r\n")
      let id = try machines.there.offer("--type", "text/uri-list", "list")
      let result = try machines.dragctl("accept", id, "-o", "copy")
      #expect(result.status == 4, "\(result.error)")
      #expect(!machines.here.exists("copy"))
      // As text it is only text.
      let text = try machines.dragctl("accept", id, "--type", "text/uri-list")
      #expect(text.output == "file://\(path)\r\n")
    }
  }

  @Test func `what may run there may run here only if the person says so`() throws {
    try Machines.run { machines in
      _ = try machines.there.sh("echo true > run; chmod 755 run; echo > .hidden")
      try machines.there.offer("run")
      #expect(try machines.dragctl("accept", "-o", "one").exit == .success)
      #expect(try machines.dragctl("accept", "--preserve", "-o", "two").exit == .success)
      #expect(try machines.here.sh("test ! -x one && test -x two").exit == .success)
    }
  }

  @Test func `no process of the other machine has a number here`() throws {
    try Machines.run { machines in
      let (program, _) = try machines.stay("--exec", "text/plain=cat")
      let children = try String(
        contentsOfFile:
          "/proc/\(program.processIdentifier)/task/\(program.processIdentifier)/children",
        encoding: .utf8
      ).split(separator: " ")
      #expect(children.count == 1)
      let sockets = try machines.here.names("runtime/dragd").filter { $0.hasPrefix("line-") }
      let folder = "runtime/dragd/\(try #require(sockets.first))"
      let mode = try machines.here.sh("stat -c %a \(folder)").output
      #expect(mode == "700\n")
      // Another process of the same user is not let in.
      let other = try machines.here.fixture.run(
        Built.dragctl, ["status"],
        environment: [
          "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(machines.here.folder.path)/\(folder)/bus"
        ])
      #expect(other.status == 7, "\(other.error)")
      program.send(SIGTERM)
      _ = try program.wait()
      try eventually("the folder is gone") { try machines.here.names("runtime/dragd").isEmpty }
    }
  }
}
