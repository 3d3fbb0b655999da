import DragSystem
import Foundation
import Harness
import Testing

@testable import DBus

@Suite(.serialized)
struct ConnectionTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func blockingCallsNeedNoLoop(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind)
      let service = try ServiceThread(address: bus.address)
      defer { service.close() }
      let client = try Connection.open(address: bus.address)
      #expect(client.uniqueName.hasPrefix(":"))
      let message = try Message.call(to: service.name, path: "/", interface: nil, member: "Echo")
      try message.write { writer throws(BusError) in try writer.append("hello") }
      var reader = try client.callAndWait(message, timeout: 20_000).read()
      #expect(try reader.string() == "hello")

      let failing = try Message.call(to: service.name, path: "/", interface: nil, member: "Fail")
      let failure = #expect(throws: BusError.self) {
        try client.callAndWait(failing, timeout: 20_000)
      }
      #expect(failure?.name == "org.example.Error.Wanted")

      let hanging = try Message.call(to: service.name, path: "/", interface: nil, member: "Hang")
      let silence = #expect(throws: BusError.self) {
        try client.callAndWait(hanging, timeout: 20)
      }
      #expect(silence?.name == BusError.Name.noReply)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aBusThatDiesEndsEveryCallAndTellsOnce(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind)
      let party = try Party(on: bus)
      let service = try party.connect()
      service.onMessage = { _ in }
      let client = try party.connect()
      var ends: [String] = []
      client.onDisconnect = { ends.append("told") }
      client.call(try call(service, "Hang"), timeout: 60_000) {
        ends.append($0.error?.name ?? "answered")
      }
      client.call(try call(service, "Hang"), timeout: nil) {
        ends.append($0.error?.name ?? "answered")
      }
      party.loop.turn(timeout: 50)
      #expect(ends == [])
      bus.close()
      try party.turn { ends.count == 3 }
      #expect(
        ends == [BusError.Name.disconnected, BusError.Name.disconnected, "told"])
      #expect(!client.isConnected)
      #expect(client.send(try call(service, "Hang")) == 0)
      let blocking = #expect(throws: BusError.self) {
        try client.callAndWait(call(service, "Hang"), timeout: 1000)
      }
      #expect(blocking?.name == BusError.Name.disconnected)
      let late = try party.answer(to: call(service, "Hang"), from: client)
      #expect(late.error?.name == BusError.Name.disconnected)
      var wakeUps = 0
      client.onDisconnect = { wakeUps += 1 }
      for _ in 0..<5 { party.loop.turn(timeout: 1) }
      #expect(wakeUps == 0)
    }
  }

  /// Then no socket is left to tell the loop.
  @Test(arguments: PrivateBus.Kind.allCases)
  func `a write that finds out that the bus has gone tells once`(_ kind: PrivateBus.Kind) throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(kind)
      let party = try Party(on: bus)
      let client = try party.connect()
      var ends = 0
      client.onDisconnect = { ends += 1 }
      party.loop.turn(timeout: 50)
      bus.close()
      _ = client.send(try Message.call(to: "a.b", path: "/", interface: nil, member: "M"))
      try party.turn { ends > 0 }
      for _ in 0..<5 { party.loop.turn(timeout: 1) }
      #expect(ends == 1)
      #expect(!client.isConnected)
    }
  }

  @Test func aBlockingCallEndsWhenTheBusDies() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let service = try Connection.open(address: bus.address)
      let client = try Connection.open(address: bus.address)
      let processIdentifier = bus.processIdentifier
      Thread.detachNewThread {
        usleep(50_000)
        kill(processIdentifier, SIGKILL)
      }
      let error = #expect(throws: BusError.self) {
        try client.callAndWait(call(service, "Hang"), timeout: nil)
      }
      #expect(error?.name == BusError.Name.disconnected)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aClosedConnectionFailsWhatWaitsAndLeavesTheBus(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.service()
      let client = try party.connect()
      var errors: [String] = []
      client.call(try call(service, "Hang"), timeout: 60_000) {
        errors.append($0.error?.name ?? "answered")
      }
      client.close()
      #expect(errors == [])
      try party.turn { errors.count == 1 }
      #expect(errors == [BusError.Name.disconnected])
      let observer = try party.connect()
      let message = try Message.call(
        to: client.uniqueName, path: "/", interface: nil, member: "M")
      let result = try party.answer(to: message, from: observer)
      #expect(result.error != nil)
      client.close()
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aConnectionMayBeClosedByItsOwnHandler(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      var service: Connection? = try party.connect()
      let name = try #require(service?.uniqueName)
      var handled = 0
      service?.onMessage = { message in
        guard message.kind == .call else { return }
        handled += 1
        service?.close()
        service = nil
      }
      let client = try party.connect()
      var failures: [String?] = []
      for _ in 0..<3 {
        let message = try Message.call(to: name, path: "/", interface: nil, member: "M")
        client.call(message, timeout: 20_000) { failures.append($0.error?.name) }
      }
      try party.turn { failures.count == 3 }
      #expect(handled == 1)
      #expect(failures.allSatisfy { $0 != nil })
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func pingAndMachineIdAreAnsweredOnEveryPath(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let service = try party.connect()
      var members: [String?] = []
      service.onMessage = { if $0.kind == .call { members.append($0.member) } }
      let client = try party.connect()
      for path in ["/", "/any/where"] {
        let ping = try Message.call(
          to: service.uniqueName, path: path, interface: "org.freedesktop.DBus.Peer",
          member: "Ping")
        #expect(try party.answer(to: ping, from: client).get().signature == "")
        let machine = try Message.call(
          to: service.uniqueName, path: path, interface: "org.freedesktop.DBus.Peer",
          member: "GetMachineId")
        let result = try party.answer(to: machine, from: client)
        switch result {
        case .success:
          let id = try result.string()
          #expect(id.utf8.count == 32)
          #expect(id.allSatisfy { $0.isHexDigit })
        case .failure(let error):
          // Only where this machine has no id.
          #expect(!FileManager.default.fileExists(atPath: "/etc/machine-id"), "\(error)")
        }
      }
      #expect(members == [])
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aConnectionWithoutHandlerAnswersUnknownMethod(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let silent = try party.connect()
      let client = try party.connect()
      let result = try party.answer(to: call(silent, "Any"), from: client)
      #expect(result.error?.name == BusError.Name.unknownMethod)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func namesAreTakenQueuedAndGivenBack(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let first = try party.connect()
      let second = try party.connect()
      #expect(try first.requestName("org.example.Name") == .owner)
      #expect(try first.requestName("org.example.Name") == .alreadyOwner)
      #expect(try second.requestName("org.example.Name", .doNotQueue) == .taken)
      var outcome: Result<NameOutcome, BusError>?
      try second.requestName("org.example.Name") { outcome = $0 }
      try party.turn { outcome != nil }
      #expect(try outcome?.get() == .queued)
      try first.releaseName("org.example.Name")
      try roundTrip(first)
      #expect(try second.requestName("org.example.Name") == .alreadyOwner)
      let error = #expect(throws: BusError.self) { try first.requestName("not a name") }
      #expect(error?.name == BusError.Name.invalidArgs)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func signalsArriveWhereARuleAsksForThem(_ kind: PrivateBus.Kind) throws {
    try Party.run(kind) { party in
      let listener = try party.connect()
      var seen: [String] = []
      listener.onMessage = { message in
        guard message.kind == .signal, message.hasInterface("org.example.Signals1") else { return }
        seen.append(message.member ?? "")
      }
      let sender = try party.connect()
      try listener.addMatchAndWait("type='signal',interface='org.example.Signals1',member='A'")
      try listener.addMatch("type='signal',interface='org.example.Signals1',member='B'")
      #expect(throws: BusError.self) { try listener.addMatchAndWait("type=nonsense") }
      for member in ["A", "B", "C"] {
        sender.send(
          try Message.signal(path: "/", interface: "org.example.Signals1", member: member))
      }
      sender.send(
        try Message.signal(
          path: "/", interface: "org.example.Signals1", member: "Direct",
          to: listener.uniqueName))
      try party.turn { seen.contains("Direct") }
      #expect(seen == ["A", "B", "Direct"])
      try listener.removeMatch("type='signal',interface='org.example.Signals1',member='A'")
      try listener.addMatchAndWait("type='signal',interface='org.example.Signals1',member='C'")
      for member in ["A", "C"] {
        sender.send(
          try Message.signal(path: "/", interface: "org.example.Signals1", member: member))
      }
      try party.turn { seen.contains("C") }
      #expect(seen == ["A", "B", "Direct", "C"])
    }
  }

  @Test func aLargeMessageIsWrittenByTheLoopWithoutBlocking() throws {
    try Party.run(.dbusDaemon) { party in
      let service = try party.connect()
      let client = try party.connect()
      let bytes = [UInt8](repeating: 7, count: 60 << 20)
      var received: [UInt8]?
      service.onMessage = { message in
        guard message.hasMember("Take") else { return }
        var reader = message.read()
        received = try? reader.bytes()
      }
      let message = try call(service, "Take")
      try message.write { writer throws(BusError) in try writer.appendBytes(bytes) }
      client.send(message)
      // No bus takes 60 MiB at once: most of it is still here.
      #expect(received == nil)
      try party.turn { received != nil }
      #expect(received == bytes)
    }
  }

  @Test func aMessageToNoBusIsRefusedByAddress() {
    let unreachable = #expect(throws: BusError.self) {
      try Connection.open(address: "unix:path=/nonexistent/bus")
    }
    #expect(unreachable?.name == "org.freedesktop.DBus.Error.FileNotFound")
    for address in ["", "nonsense", "unix:", "unix:path=a\0b"] {
      #expect(throws: BusError.self) { try Connection.open(address: address) }
    }
  }

  @Test func withoutASessionBusTheErrorIsRecognisable() throws {
    try Fixture.run { fixture in
      let runtime = fixture.folder.path("runtime")
      func find(_ variables: [String: String]) throws(BusError) -> String {
        try SessionAddress.find { variables[$0] }
      }
      #expect(
        try find(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x", "XDG_RUNTIME_DIR": runtime])
          == "unix:path=/x")
      for variables in [
        [:], ["DBUS_SESSION_BUS_ADDRESS": ""], ["XDG_RUNTIME_DIR": ""],
        ["XDG_RUNTIME_DIR": runtime], ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"],
      ] {
        let error = #expect(throws: BusError.self) { try find(variables) }
        #expect(error?.name == BusError.Name.noSessionBus)
      }
      try fixture.folder.write("runtime/bus", text: "no socket")
      #expect(throws: BusError.self) { try find(["XDG_RUNTIME_DIR": runtime]) }
    }
  }

  @Test func theUserBusIsFoundInTheRuntimeFolder() throws {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let socket = String(bus.address.dropFirst("unix:path=".count))
      let folder = (socket as NSString).deletingLastPathComponent
      let address = try SessionAddress.find {
        $0 == "XDG_RUNTIME_DIR" ? folder : nil
      }
      let connection = try Connection.open(address: address)
      #expect(connection.isConnected)
    }
  }
}
