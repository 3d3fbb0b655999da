import Harness
import Testing

@Suite struct PrivateBusTests {
  private func call(_ bus: PrivateBus, _ arguments: String...) throws -> Program.Result {
    try Program.run(
      "dbus-send", ["--bus=\(bus.address)", "--print-reply", "--reply-timeout=20000"] + arguments)
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a private bus answers, and is gone after close`(kind: PrivateBus.Kind) throws {
    let bus = try PrivateBus(kind)
    defer { bus.close() }
    let listNames = ["--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames"]
    let names = try call(bus, listNames[0], listNames[1], listNames[2])
    #expect(names.exit == .success, "\(names.error)")
    #expect(names.output.contains("org.freedesktop.DBus"))

    bus.close()
    let after = try call(bus, listNames[0], listNames[1], listNames[2])
    #expect(after.exit != .success)
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a service is started when it is called, in the bus's environment`(
    kind: PrivateBus.Kind
  ) throws {
    try Fixture.run { fixture in
      let echo = PrivateBus.Service(
        "org.dragd.test.Echo",
        [
          "/bin/sh", "-c",
          "echo \"$XDG_STATE_HOME\" > \"$HOME/started\"; exec \"$@\"", "sh",
          Built.tool("echo-service.py"), "org.dragd.test.Echo",
        ])
      let bus = try fixture.bus(kind, services: [echo])
      let reply = try call(
        bus, "--dest=org.dragd.test.Echo", "/", "org.dragd.test.Echo.Anything")
      #expect(reply.exit == .success, "\(reply.error)")
      let started = try fixture.run("cat", ["home/started"])
      #expect(started.output == "\(fixture.folder.path("state"))\n")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a service that ends without taking its name is an error for the caller`(
    kind: PrivateBus.Kind
  ) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind, services: [.init("org.dragd.test.Broken", ["/bin/false"])])
      let reply = try call(bus, "--dest=org.dragd.test.Broken", "/", "org.dragd.test.Broken.Hello")
      #expect(reply.exit == .exited(1))
      #expect(reply.error.contains("org.freedesktop.DBus.Error."), "\(reply.error)")
      #expect(!reply.error.contains("NoReply"), "the caller waited in vain: \(reply.error)")
    }
  }
}
