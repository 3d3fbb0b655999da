internal import CSimulation
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Simulation

/// A simulated program with a connection on a loop, which does its steps one after another.
final class Client {
  let world: World
  let known: Knowledge
  let program: Program
  let loop: EventLoop
  let connection: BrokerConnection

  /// Nil when it has no descriptors for a loop or no connection: it cannot start then.
  init?(_ program: Program, _ world: World, _ known: Knowledge) {
    self.program = program
    self.world = world
    self.known = known
    guard let loop = try? EventLoop(), let connection = try? BrokerConnection.session() else {
      return nil
    }
    self.loop = loop
    self.connection = connection
    connection.attach(to: loop)
    let name = program.name
    connection.onOwnerChange = { known.owners[name] = .some($0) }
    try? connection.followOwner()
  }

  /// Does the steps, each after its time.
  func run(_ act: (Step) -> Void) {
    for step in program.steps {
      pause(milliseconds: step.after)
      note("\(step.act) \(step.words.joined(separator: " "))")
      act(step)
    }
  }

  func note(_ text: String) { world.timeline.add(text) }

  func pause(milliseconds: UInt64) {
    guard milliseconds > 0 else { return }
    turn(seconds: Double(milliseconds) / 1_000) { false }
  }

  /// Turns the loop until the condition holds, which may take that long.
  @discardableResult
  func turn(seconds: Double, until isDone: () -> Bool) -> Bool {
    let end = Clock.monotonic + UInt64(seconds * 1_000_000)
    while !isDone() {
      let now = Clock.monotonic
      guard now < end else { return false }
      loop.turn(timeout: Int((end - now) / 1_000) + 1)
    }
    return true
  }

  /// Serves until everybody is to leave.
  func stay() {
    known.hasArrived(program.name)
    while !world.isOver { turn(seconds: 60) { world.isOver } }
  }

  /// A blocking request; a failure is noted, and one that nothing explains is reported.
  func ask<Reply>(_ what: String, _ request: () throws -> BrokerCall<Reply>) -> Reply? {
    do {
      return try connection.perform(try request(), timeout: 25_000)
    } catch {
      failed(what, error)
      return nil
    }
  }

  func failed(_ what: String, _ error: any Error) {
    note("\(what) fails: \(error)")
    guard world.plan.isUndisturbed, let error = error as? RequestError else { return }
    switch error.code {
    case .noReply, .noBroker, .disconnected, .malformedReply, .other, .unsupported, .noSessionBus:
      known.violate("\(program.name): \(what) fails with nothing wrong: \(error)")
    default: break
    }
  }
}

/// The bytes of an item, the same wherever they are needed.
func content(_ size: Int, _ key: String) -> [UInt8] {
  var state = key.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
    ($0 ^ UInt64($1)) &* 0x100_0000_01b3
  }
  return (0..<size).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
}

let octets = MIMEType("application/octet-stream")
