import CLinux
import DBus
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import PeerIdentity

/// The party must count as unknown, although another process has its id now.
@Suite struct CredentialsTests {
  private let peer = Peer(":1.7")

  /// The bus's answer about a process; newer buses have a descriptor of it too.
  private func credentials(number: Int32, descriptorOf process: Int32? = nil) throws -> Credentials
  {
    let reply = try Message.call(to: "a.b", path: "/", interface: "a.b", member: "C")
    try reply.write { writer throws(BusError) in
      try writer.appendDictionary { entries throws(BusError) in
        if let process {
          let descriptor = OwnedFileDescriptor(adopting: syscall_pidfd_open(process))
          try entries.entry("ProcessFD", signature: "h") { value throws(BusError) in
            try value.append(descriptor: descriptor)
          }
        }
        try entries.entry("ProcessID", signature: "u") { value throws(BusError) in
          try value.append(UInt32(bitPattern: number))
        }
      }
    }
    return Credentials(reply)
  }

  private func party(_ credentials: Credentials, connectedBy latest: UInt64?) throws -> Party {
    try credentials.identification(of: peer, connectedBy: latest).read()
  }

  private func sleeper() throws -> Program {
    let program = try Program("/bin/sh", ["-c", "echo there; exec /bin/sleep 1000"])
    try eventually("it runs") { program.standardOutput == "there\n" }
    return program
  }

  @Test func aDescriptorIsBelievedAndNotTheNumberBesideIt() throws {
    let (one, other) = (try sleeper(), try sleeper())
    defer {
      one.close()
      other.close()
    }
    let credentials = try credentials(
      number: other.processIdentifier, descriptorOf: one.processIdentifier)
    guard case .process(let process) = credentials else {
      Issue.record("\(credentials)")
      return
    }
    #expect(process.number == UInt32(one.processIdentifier))
    #expect(try !party(credentials, connectedBy: nil).isSandboxed)
    one.kill()
    try eventually("it has ended") { !process.isAlive }
    #expect(throws: SystemError.self) { try party(credentials, connectedBy: nil) }
  }

  @Test func aProcessThatHasEndedIsNotTheOneThatHasItsNumber() throws {
    let ended = try sleeper()
    let descriptor = OwnedFileDescriptor(adopting: syscall_pidfd_open(ended.processIdentifier))
    ended.close()
    #expect(throws: SystemError.self) { try ProcessHandle(descriptor.duplicate()) }
    // What the bus sends of it has to be unknown, although another process has its number.
    let reply = try Message.call(to: "a.b", path: "/", interface: "a.b", member: "C")
    try reply.write { writer throws(BusError) in
      try writer.appendDictionary { entries throws(BusError) in
        try entries.entry("ProcessID", signature: "u") { value throws(BusError) in
          try value.append(UInt32(getpid()))
        }
        try entries.entry("ProcessFD", signature: "h") { value throws(BusError) in
          try value.append(descriptor: descriptor)
        }
      }
    }
    #expect(try party(Credentials(reply), connectedBy: Clock.boottime).isSandboxed)
  }

  @Test func aNumberIsBelievedOfAProcessThatIsOlderThanTheConnection() throws {
    let program = try sleeper()
    defer { program.close() }
    let credentials = try credentials(number: program.processIdentifier)
    let facts = try DragSystem.ProcessFacts(
      ProcessHandle(process: UInt32(program.processIdentifier)))
    #expect(try !party(credentials, connectedBy: facts.started).isSandboxed)
    #expect(try party(credentials, connectedBy: facts.started - 1).isSandboxed)
    #expect(try party(credentials, connectedBy: nil).isSandboxed)
  }

  @Test func withoutAProcessNothingIsKnown() throws {
    let reply = try Message.call(to: "a.b", path: "/", interface: "a.b", member: "C")
    #expect(try party(Credentials(reply), connectedBy: Clock.boottime) == Party(peer))
    #expect(Party(peer).isSandboxed)
  }
}

@Suite struct ConnectionAgesTests {
  @Test func whoIsOlderThanOneThatWasSeenWasThereBefore() {
    var ages = ConnectionAges()
    #expect(ages.latestStart(of: ":1.4") == nil)
    ages.recordPresence(of: ":1.5", at: 100)
    ages.recordPresence(of: ":1.9", at: 200)
    // It comes later, but is older than one seen before: it tells nothing.
    ages.recordPresence(of: ":1.7", at: 300)
    #expect(ages.latestStart(of: ":1.4") == 100)
    #expect(ages.latestStart(of: ":1.5") == 100)
    #expect(ages.latestStart(of: ":1.6") == 200)
    #expect(ages.latestStart(of: ":1.9") == 200)
    #expect(ages.latestStart(of: ":1.10") == nil)
    #expect(ages.latestStart(of: "org.example") == nil)
  }

  @Test func whatIsKeptIsBoundedAndStaysTrue() throws {
    var ages = ConnectionAges()
    for number in 1...UInt64(100_000) { ages.recordPresence(of: ":1.\(number)", at: number * 10) }
    #expect(ages.count <= 1_024)
    for number in stride(from: UInt64(1), through: 100_000, by: 999) {
      #expect(try #require(ages.latestStart(of: ":1.\(number)")) >= number * 10)
    }
    #expect(ages.latestStart(of: ":1.100000") == 1_000_000)
  }
}

/// A unit of the manager is known by the place of its cgroup, and not by its name alone.
@Suite struct ServiceUnitTests {
  private static let own = "0::/user.slice/user@1.service/session.slice/dragd.service\n"

  @Test(arguments: [
    ("0::/user.slice/user@1.service/session.slice/dragclip.service", true),
    ("3:cpu:/\n0::/user.slice/user@1.service/session.slice/dragclip.service\n", true),
    // A program may make cgroups below its own, of any name.
    ("0::/user.slice/user@1.service/app.slice/a.scope/session.slice/dragclip.service", false),
    ("0::/user.slice/user@1.service/session.slice/dragd.service/dragclip.service", false),
    ("0::/user.slice/user@1.service/session.slice/dragclip.service/below", false),
    ("0::/user.slice/user@1.service/session.slice/xdragclip.service", false),
    ("0::/user.slice/user@2.service/session.slice/dragclip.service", false),
    ("4:cpu:/user.slice/user@1.service/session.slice/dragclip.service", false),
    ("0::/dragclip.service", false), ("", false),
  ])
  func `only the unit in the same slice is trusted`(cgroups: String, isTrusted: Bool) {
    let unit = ServiceUnit("dragclip.service", besideOneIn: Self.own)
    #expect(unit.contains(cgroups) == isTrusted)
  }

  @Test(arguments: ["0::/", "0::/user.slice/session-2.scope", "4:cpu:/session.slice/dragd.service"])
  func `a process in no unit trusts none`(own: String) {
    let unit = ServiceUnit("dragclip.service", besideOneIn: own)
    for cgroups in ["0::/dragclip.service", "0::/user.slice/dragclip.service", own] {
      #expect(!unit.contains(cgroups))
    }
  }
}

@Suite struct ApplicationIDTests {
  @Test(arguments: [
    ("0::/user.slice/app.slice/app-gnome-org.gnome.Terminal-42.scope", "org.gnome.Terminal"),
    ("0::/app.slice/app-flatpak-org.example.Board-7.scope/below", "org.example.Board"),
    ("9:name=systemd:/a/app-org.example.Mail@1.service", "org.example.Mail"),
    (#"0::/app.slice/app-gnome-a\x2db-1.scope"#, "a-b"), ("0::/session.slice/dragd.service", nil),
    ("4:memory:/app-gnome-a-1.scope", nil), ("", nil),
  ])
  func fromACgroup(cgroup: String, id: String?) {
    #expect(ApplicationID.inCgroups(cgroup) == id)
  }
}
