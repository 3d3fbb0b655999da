internal import CSimulation
internal import DBus
internal import DragConnection
internal import DragProtocol
internal import DragSystem
internal import ServiceLog
internal import Simulation

@testable internal import dragclip

/// dragclip on a simulated display, which the bus starts.
enum ClipboardService {
  static func serve(_ server: DisplayServer, _ world: World) {
    let log = Log(of: "dragclip", isVerbose: false)
    do {
      let loop = try EventLoop()
      let workers = WorkerPool(remote: loop.remote, threads: 64, perLane: 4)
      let connection = try BrokerConnection.session()
      connection.bus.allowDescriptorsPerMessage()
      connection.attach(to: loop)
      connection.bus.serveInTurns(.clipboard)
      let display = SimulatedDisplay(server, loop, workers)
      let program = ClipboardProgram(dragclip.Options(), loop, workers, connection, display, log)
      try program.start()
      guard try connection.bus.requestName(BusName.clipboard, .doNotQueue).isOwner else { return }
      program.restore()
      if server.owner != nil { display.changed() }
      loop.run()
    } catch {
      world.timeline.add("cannot serve the clipboard: \(error)")
    }
  }
}

/// A program of the display. Its steps: `copy` and `go`, after which nobody has what it has copied.
enum Application {
  static let text = "text/plain;charset=utf-8"

  static func run(
    _ program: Program, _ world: World, _ known: Knowledge, _ server: DisplayServer
  ) {
    var serial = 0
    for (index, step) in program.steps.enumerated() {
      world.sleep(nanoseconds: step.after * 1_000_000)
      world.timeline.add("\(step.act)")
      if step.act == "copy" {
        let bytes = Array("\(program.name)/\(index)".utf8)
        server.oracle.taken(bytes)
        server.set(([text], bytes))
        serial = server.serial
      } else if serial == server.serial {
        server.oracle.taken(nil)
        server.set(nil)
      }
    }
    known.hasArrived(program.name)
  }
}
