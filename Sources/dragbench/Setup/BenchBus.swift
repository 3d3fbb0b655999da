internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Harness

/// A private bus with dragd on it, which ends with the row.
final class BenchBus {
  let fixture: Fixture
  let server: PrivateBus
  let dragd: Program
  /// The connection of the destination.
  let client: BrokerConnection

  /// - Parameter limits: quotas of dragd that would limit the measured work, as `name=value`.
  static func run<R>(
    _ kind: PrivateBus.Kind = .dbusDaemon, limits: [String] = [], _ body: (BenchBus) throws -> R
  ) throws -> R {
    try Fixture.run { fixture in
      try body(try BenchBus(fixture, kind, limits: limits))
    }
  }

  init(_ fixture: Fixture, _ kind: PrivateBus.Kind, limits: [String] = []) throws {
    self.fixture = fixture
    server = try fixture.bus(kind)
    dragd = try fixture.start(
      Built.dragd, ["--idle-exit", "never"] + limits.flatMap { ["--limit", $0] }, on: server)
    client = BrokerConnection(try Connection.open(address: server.address))
    try waitForDragd()
  }

  /// Another connection to the bus.
  func connect() throws -> BrokerConnection {
    BrokerConnection(try Connection.open(address: server.address))
  }

  /// Starts this program as a helper process: see `Role`.
  func start(
    _ role: Role, _ arguments: [String] = [], environment: [String: String] = [:],
    input: Program.Input = .empty
  ) throws -> Program {
    try fixture.start(
      Built.dragbench, ["--as", role.rawValue] + arguments, on: server, environment: environment,
      input: input)
  }

  private func waitForDragd() throws {
    try eventually("dragd is there") {
      do throws(RequestError) {
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
