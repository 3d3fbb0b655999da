import DisplaySelections
import DragSystem
import Foundation
import Harness
import Testing

@testable import WaylandSelections

@Suite struct ConnectingTests {
  private func connect(to socket: String, within milliseconds: Int = 30_000) throws(WaylandError) {
    do {
      let loop = try EventLoop()
      let pool = WorkerPool(remote: loop.remote, threads: 1, perLane: 1)
      let display = try WaylandDisplay(
        named: socket, loop: loop, pool: pool, within: milliseconds)
      display.close()
    } catch let error as WaylandError {
      throw error
    } catch {
      Issue.record(error)
    }
  }

  @Test func aSocketThatIsNotThereIsNamed() throws {
    #expect(
      throws: WaylandError.cannotConnect(
        path: "/nowhere/wayland-0", SystemError("connect", errno: ENOENT))
    ) { try connect(to: "/nowhere/wayland-0") }
    #expect(throws: WaylandError.noName) { try connect(to: "") }
  }

  @Test func aCompositorWithoutDataControlIsRefused() throws {
    try Fixture.run { fixture in
      let running = try RunningCompositor.stub(fixture, "--protocols", "")
      #expect(throws: WaylandError.noDataControl(path: running.socket)) {
        try connect(to: running.socket)
      }
    }
  }

  @Test func aCompositorWithoutASeatIsRefused() throws {
    try Fixture.run { fixture in
      let running = try RunningCompositor.stub(fixture, "--seats", "")
      #expect(throws: WaylandError.noSeat(path: running.socket)) {
        try connect(to: running.socket)
      }
    }
  }

  @Test(arguments: [
    ("wlr,ext", "ext_data_control_manager_v1"), ("ext", "ext_data_control_manager_v1"),
    ("wlr", "zwlr_data_control_manager_v1"),
  ])
  func theBetterProtocolIsTaken(_ offered: String, _ taken: String) throws {
    try Fixture.run { fixture in
      let client = try WaylandClient(RunningCompositor.stub(fixture, "--protocols", offered))
      #expect(client.display.protocolName == taken)
      try client.own([("text/x-one", [1])])
      #expect(try client.read("text/x-one") == (.handedOver, [1]))
    }
  }

  @Test(arguments: Compositor.here)
  func aStoppedCompositorIsNotWaitedForForEver(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      running.process.send(SIGSTOP)
      defer { running.process.send(SIGCONT) }
      let clock = ContinuousClock()
      let start = clock.now
      #expect(throws: WaylandError.noAnswer(path: running.socket, milliseconds: 200)) {
        try connect(to: running.socket, within: 200)
      }
      #expect(clock.now - start < .seconds(10))
    }
  }

  @Test func aCompositorWhoseQueueIsFullIsNotWaitedForForEver() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      running.process.send(SIGSTOP)
      defer { running.process.send(SIGCONT) }
      var waiting: [OwnedBox] = []
      let full = SystemError("connect", errno: EAGAIN)
      while waiting.count < 1_000 {
        do throws(SystemError) {
          waiting.append(
            OwnedBox(try LocalSocket.connect(to: Array(running.socket.utf8), within: 50)))
        } catch {
          #expect(error == full)
          break
        }
      }
      #expect(waiting.count < 1_000)
      #expect(throws: WaylandError.cannotConnect(path: running.socket, full)) {
        try connect(to: running.socket, within: 200)
      }
    }
  }

  private final class OwnedBox {
    private let descriptor: OwnedFileDescriptor

    init(_ descriptor: consuming OwnedFileDescriptor) { self.descriptor = descriptor }
  }

  /// A relative name is one in XDG_RUNTIME_DIR, as that is for the tests: not set, or without a compositor.
  @Test func aNameWithoutAFolderIsLookedForInTheRuntimeFolder() throws {
    do throws(WaylandError) {
      try connect(to: "no-such-compositor")
      Issue.record("connected")
    } catch {
      switch error {
      case .noRuntimeFolder(let name): #expect(name == "no-such-compositor")
      case .cannotConnect(let path, _): #expect(path.hasSuffix("/no-such-compositor"))
      case .noName, .system, .noAnswer, .lost, .noDataControl, .noSeat: Issue.record(error)
      }
    }
  }
}
