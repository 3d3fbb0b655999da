import Foundation
import Harness
import Testing

/// A lingering offer belongs to the user: only a program outside of every sandbox may withdraw it.
@Suite struct WithdrawalTests {
  /// An offer whose source has left.
  private func lingeringOffer(_ service: Service) throws -> String {
    let source = try service.peer()
    let offer = try source.offer([Item(data("text/plain", "a"))])
    source.kill()
    try eventually("the source to be gone") {
      try service.observer.property("Source", of: offer, Names.offer)["connection"] == .s("")
    }
    return offer
  }

  private func expectRefusal(_ service: Service, to peer: Peer) throws {
    let offer = try lingeringOffer(service)
    try expectFailure("AccessDenied", saying: "sandbox") { try peer.withdraw(offer) }
    try service.observer.withdraw(offer)
  }

  @Test(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"), arguments: everyBus)
  func `in Flatpak's sandbox nobody withdraws it`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      try expectRefusal(service, to: try service.peer(Sandbox.command("org.example.Board")))
    }
  }

  @Test(
    .enabled(if: Sandbox.bareUnavailable == nil, "bubblewrap does not run here"),
    arguments: everyBus)
  func `in bubblewrap's sandbox nobody withdraws it`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      try expectRefusal(service, to: try service.peer(Sandbox.bare))
    }
  }

  /// The proxy's own mounts say nothing about the program behind it.
  @Test(
    .enabled(if: Sandbox.bareUnavailable == nil, "bubblewrap does not run here"),
    arguments: everyBus)
  func `behind a proxy nobody withdraws it`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let socket = service.fixture.folder.path("proxied")
      _ = try service.fixture.start("xdg-dbus-proxy", [service.bus.address, socket])
      try eventually("the proxy to listen") { FileManager.default.fileExists(atPath: socket) }
      let behind = ["/usr/bin/env", "DBUS_SESSION_BUS_ADDRESS=unix:path=\(socket)"]
      try expectRefusal(service, to: try service.peer(behind + Sandbox.bare))
    }
  }

  @Test(.enabled(if: Sandbox.unavailable == nil, "no private mounts here"), arguments: everyBus)
  func `whoever leaves before it is known has withdrawn nothing`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let offer = try lingeringOffer(service)
      let observer = service.observer
      for _ in 0..<8 {
        let peer = try service.peer(Sandbox.command("org.example.Board"))
        try observer.watch("type='signal',member='NameOwnerChanged',arg0='\(peer.name)'")
        try peer.perform(
          "send",
          [
            "kind": "call", "no_reply": true, "destination": .string(Names.broker),
            "path": .string(offer), "interface": .string(Names.offer), "member": "Withdraw",
          ])
        peer.kill()
        _ = try observer.event("see it leave") { $0["body"][0] == .string(peer.name) }
        #expect(try observer.property("ItemCount", of: offer, Names.offer) == 1)
      }
      try observer.withdraw(offer)
    }
  }

  /// A connection that outlives the process that made it: see Tests/Tools/inherited-connection.py.
  private func inheritedConnection(_ service: Service) throws -> (
    Program, ask: (String) throws -> String
  ) {
    let program = try service.fixture.start(
      "/usr/bin/python3", [Built.tool("inherited-connection.py")], on: service.bus, input: .pipe)
    var lines = 0
    func next() throws -> String {
      lines += 1
      return try eventually("inherited-connection.py answers; \(program.standardError)") {
        let all = program.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
        return all.count > lines ? String(all[lines - 1]) : nil
      }
    }
    _ = try next()
    return (
      program,
      { line in
        try program.write(Array("\(line)\n".utf8))
        return try next()
      }
    )
  }

  @Test(arguments: everyBus)
  func `nothing is known of a connection whose process has ended`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let offer = try lingeringOffer(service)
      let (_, ask) = try inheritedConnection(service)
      #expect(try ask("withdraw \(offer)") == "\(Names.error)AccessDenied")
      try service.observer.withdraw(offer)
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root chooses a process's number"), arguments: everyBus)
  func `a process that was given the number of another is not taken for it`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let offer = try lingeringOffer(service)
      let (_, ask) = try inheritedConnection(service)
      // dragd sees a later connection end, so it knows that this connection is at least as old.
      let later = try service.peer()
      try service.observer.watch("type='signal',member='NameOwnerChanged',arg0='\(later.name)'")
      later.kill()
      _ = try service.observer.event("see it leave") { $0["body"][0] == .string(later.name) }
      try service.observer.settle()
      #expect(try ask("replace") == "replaced")
      #expect(try ask("withdraw \(offer)") == "\(Names.error)AccessDenied")
      try service.observer.withdraw(offer)
    }
  }
}
