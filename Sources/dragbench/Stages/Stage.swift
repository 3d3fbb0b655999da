internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Harness

/// A private bus with dragd on it, taken down when the row is over.
final class Stage {
  let fixture: Fixture
  let bus: PrivateBus
  let dragd: Program
  /// The connection of whoever accepts.
  let client: BrokerConnection

  /// - Parameter limits: quotas of dragd's that are in the way of what is measured, as `name=value`.
  static func run<R>(
    _ kind: PrivateBus.Kind = .dbusDaemon, limits: [String] = [], _ body: (Stage) throws -> R
  ) throws -> R {
    try Fixture.run { fixture in
      try body(try Stage(fixture, kind, limits: limits))
    }
  }

  init(_ fixture: Fixture, _ kind: PrivateBus.Kind, limits: [String] = []) throws {
    self.fixture = fixture
    bus = try fixture.bus(kind)
    dragd = try fixture.start(
      Built.dragd, ["--idle-exit", "never"] + limits.flatMap { ["--limit", $0] }, on: bus)
    client = BrokerConnection(try Connection.open(address: bus.address))
    try waitForDragd()
  }

  /// Another connection to the bus.
  func connect() throws -> BrokerConnection {
    BrokerConnection(try Connection.open(address: bus.address))
  }

  /// Starts this program in another part of a row: see `Role`.
  func start(
    _ role: Role, _ arguments: [String] = [], environment: [String: String] = [:],
    input: Program.Input = .empty
  ) throws -> Program {
    try fixture.start(
      Built.dragbench, ["--as", role.rawValue] + arguments, on: bus, environment: environment,
      input: input)
  }

  private func waitForDragd() throws {
    try eventually("dragd is there") {
      do throws(DragError) {
        _ = try client.perform(try .status().startingNothing())
        return true
      } catch {
        guard error.code == .noBroker else { throw error }
        return false
      }
    }
  }
}

extension Built {
  static var dragbench: String { "\(folder)/dragbench" }
}
