import Harness

/// Runs dragboard's verbs on a board of one test, without a display.
struct BoardShell {
  let fixture: Fixture
  let bus: PrivateBus?

  static func run(_ body: (BoardShell) throws -> Void) throws {
    try Fixture.run { try body(BoardShell(fixture: $0, bus: nil)) }
  }

  /// Runs a test on a session bus with dragd.
  static func runOnBus(_ body: (BoardShell) throws -> Void) throws {
    try Fixture.run { fixture in
      let service = PrivateBus.Service("org.dragd.Broker1", [Built.dragd])
      try body(BoardShell(fixture: fixture, bus: try fixture.bus(.dbusDaemon, services: [service])))
    }
  }

  static let program = "\(Built.folder)/dragboard"
  private static let environment = [
    "DISPLAY": "", "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "",
  ]

  var environment: [String: String] {
    bus.map { Self.environment.merging(["DBUS_SESSION_BUS_ADDRESS": $0.address]) { $1 } }
      ?? Self.environment
  }

  /// - Parameter variables: for the environment.
  func dragboard(
    _ arguments: String..., input: Program.Input = .empty, variables: [String: String] = [:]
  ) throws -> Program.Result {
    try fixture.run(
      Self.program, arguments, environment: environment.merging(variables) { $1 }, input: input)
  }

  /// Starts a verb that stays.
  func start(_ arguments: String..., variables: [String: String] = [:]) throws -> Program {
    try fixture.start(
      Self.program, arguments, environment: environment.merging(variables) { $1 })
  }

  func dragctl(_ arguments: String...) throws -> Program.Result {
    try fixture.run(Built.dragctl, arguments, environment: environment)
  }

  /// Adds cards and returns their ids.
  func add(_ arguments: String...) throws -> [String] {
    let result = try fixture.run(Self.program, ["add"] + arguments, environment: environment)
    guard result.exit == .success else { throw HarnessFailure(result.error) }
    return result.output.split(separator: "\n").map(String.init)
  }
}
