import DisplaySelections
import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import XSelections

/// The server's time with which a selection is claimed. The test turns the loop, so it decides when the program reads
/// what the server has sent.
@Suite struct ClaimTimeTests {
  private final class Owner {
    let server: XServer
    let loop: EventLoop
    private let pool: WorkerPool
    private var connected: XDisplay?
    private(set) var seen: [String] = []

    init(_ fixture: Fixture) throws {
      server = try XServer(fixture, size: (320, 240))
      loop = try EventLoop()
      pool = WorkerPool(remote: loop.remote, threads: 2, perLane: 2)
      XDisplay.connect(to: server.display, on: loop, pool: pool) { [unowned self] result in
        connected = try? result.get()
      }
      try turn("connected") { connected != nil }
      connected?.onEvent = { [unowned self] event in
        switch event {
        case .changed(let name, let owner, _):
          seen.append("\(name) \(owner.map { $0.isOwn ? "own" : "other" } ?? "none")")
        case .ownRefused(let name): seen.append("\(name) refused")
        default: break
        }
      }
      try turn("knows") { seen.count == 2 }
    }

    var display: XDisplay {
      get throws { try #require(connected) }
    }

    func turn(_ what: String, until isDone: () -> Bool) throws {
      try eventually("the owner is done: \(what)") {
        loop.turn(timeout: 50)
        return isDone()
      }
    }

    func own(_ target: String) throws {
      seen = []
      try display.own(.clipboard, targets: [target])
      try turn("owns") { !seen.isEmpty }
      #expect(seen == ["clipboard own"])
    }

    /// Sends what is to be sent, and reads nothing.
    func sendOnly() {
      server.process.send(SIGSTOP)
      loop.turn(timeout: 0)
      server.process.send(SIGCONT)
    }
  }

  /// A caller copies, another program copies, and the caller copies again, while the program has not read the time that
  /// it asked for at first: the last copy counts.
  @Test func aLaterClaimHasALaterTime() throws {
    try Fixture.run { fixture in
      let owner = try Owner(fixture)
      try owner.own("text/plain")
      try owner.display.own(.clipboard, targets: ["text/plain"])
      owner.sendOnly()
      let other = try fixture.startWarm(
        Built.tool("x-owner.py"), ["mute"], environment: ["DISPLAY": owner.server.display],
        input: .pipe)
      try other.waitForOutput("owns")
      try owner.own("text/plain")
    }
  }

  /// Another program gives the property that asks for the time another format.
  @Test func theTimeComesWhateverIsInTheProperty() throws {
    try Fixture.run { fixture in
      let owner = try Owner(fixture)
      try owner.own("text/plain")
      let other = try XConnection(
        ServerHandshake.connect(to: owner.server.display).get(), on: owner.loop)
      other.writeProperty(
        other.server.atoms[.time], of: try owner.display.window, type: primaryAtom, bytes: [1])
      var isWritten = false
      other.findOwner(of: primaryAtom) { _ in isWritten = true }
      try owner.turn("written") { isWritten }
      try owner.own("text/plain")
    }
  }
}
