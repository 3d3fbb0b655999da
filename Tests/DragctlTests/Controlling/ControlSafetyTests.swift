import DBus
import DragModel
import Foundation
import Harness
import Testing

@testable import dragctl

/// The programs that may make a dragctl cancel and withdraw, and the names that dragctl accepts as those of a dragctl.
@Suite struct ControlSafetyTests {
  /// Starts a transfer between two dragctls that does not end.
  private func transfer(
    _ shell: Shell
  ) throws -> (id: String, offer: String, source: Program, destination: Program) {
    let (source, offer) = try shell.stay("--exec", "a/b=echo $DRAGCTL_TRANSFER; sleep 1000")
    let destination = try shell.start("accept", offer, "-o", "-")
    return (try destination.firstLine(), offer, source, destination)
  }

  private func call(
    _ shell: Shell, _ program: Program, _ member: String, _ path: String
  ) throws {
    let name = try shell.waitForAnswer(from: program)
    let connection = try Connection.open(address: shell.bus.address)
    defer { connection.close() }
    let call = try Message.call(
      to: name, path: ControlObject.path, interface: ControlObject.interface, member: member)
    try call.write { writer throws(BusError) in
      try writer.appendPath(path)
      if member == ControlObject.cancel { try writer.append("") }
    }
    _ = try connection.callAndWait(call, timeout: 25_000)
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func onTheBusAnIdIsWhole(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let (transfer, offer, source, destination) = try transfer(shell)
      for length in [1, 25] {
        for (member, folder, id) in [
          ("Cancel", "transfer", transfer), ("Withdraw", "offer", offer),
        ] {
          let path = "/org/dragd/Broker1/\(folder)/\(id.prefix(length))"
          let error = #expect(throws: BusError.self) { try call(shell, source, member, path) }
          #expect(error?.name == BusError.Name.invalidArgs)
        }
      }
      #expect(source.isRunning && destination.isRunning)
      // The user may type the beginning of the id.
      #expect(try shell.dragctl("cancel", String(transfer.prefix(9))).exit == .success)
      #expect(try destination.wait().status == 5)
    }
  }

  @Test(
    .enabled(if: Sandbox.bareUnavailable == nil, "bubblewrap does not run here"),
    arguments: PrivateBus.Kind.allCases
  )
  func fromASandboxNothingIsCancelledNorWithdrawn(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let (transfer, offer, source, destination) = try transfer(shell)
      for arguments in [["cancel", transfer], ["withdraw", offer]] {
        let command = Sandbox.bare + [Built.dragctl] + arguments
        let result = try shell.fixture.run(command[0], Array(command.dropFirst()), on: shell.bus)
        #expect(result.status == (arguments[0] == "cancel" ? 3 : 6), "\(result.error)")
      }
      // These calls bypass dragctl, which would not have called an unidentified program.
      let name = try shell.waitForAnswer(from: source)
      for (member, path, more) in [
        ("Cancel", "transfer/\(transfer)", ["string:"]), ("Withdraw", "offer/\(offer)", []),
      ] {
        let command =
          Sandbox.bare + [
            "dbus-send", "--session", "--print-reply", "--dest=\(name)", ControlObject.path,
            "\(ControlObject.interface).\(member)", "objpath:/org/dragd/Broker1/\(path)",
          ] + more
        let result = try shell.fixture.run(command[0], Array(command.dropFirst()), on: shell.bus)
        #expect(result.error.contains("org.dragd.Error.AccessDenied"), "\(result.error)")
      }
      #expect(source.isRunning && destination.isRunning)
      #expect(try shell.dragctl("cancel", transfer).exit == .success)
    }
  }

  private func fakeDragctl(_ shell: Shell, _ wrapper: [String] = [], _ name: [String] = []) throws
    -> Program
  {
    let command = wrapper + ["/usr/bin/python3", Built.tool("fake-dragctl.py")] + name
    let program = try shell.fixture.start(command[0], Array(command.dropFirst()), on: shell.bus)
    _ = try program.firstLine()
    return program
  }

  @Test(
    .enabled(if: Sandbox.bareUnavailable == nil, "bubblewrap does not run here"),
    arguments: PrivateBus.Kind.allCases
  )
  func whoOnlyHasTheNameIsNotBelieved(_ kind: PrivateBus.Kind) throws {
    try Shell.run(kind) { shell in
      let fakes = [
        try fakeDragctl(shell, [], ["org.dragd.Dragctl1.n9_99999"]),
        try fakeDragctl(shell, Sandbox.bare),
      ]
      let result = try shell.dragctl("cancel", String(repeating: "a", count: 26))
      #expect(result.status == 3, "\(result.error)")
      for fake in fakes { #expect(!fake.standardOutput.contains("called")) }
      let (transfer, _, _, destination) = try transfer(shell)
      #expect(try shell.dragctl("cancel", transfer).exit == .success)
      #expect(try destination.wait().status == 5)
    }
  }

  /// One after the other they would take four minutes.
  @Test func theSilentAreWaitedForTogether() throws {
    try Shell.run { shell in
      let silent = try (0..<48).map { _ in
        let connection = try Connection.open(address: shell.bus.address)
        _ = try connection.requestName(ControlObject.name(for: connection.uniqueName))
        return connection
      }
      defer { for connection in silent { connection.close() } }
      #expect(try shell.dragctl("cancel", String(repeating: "a", count: 26)).status == 3)
    }
  }
}
