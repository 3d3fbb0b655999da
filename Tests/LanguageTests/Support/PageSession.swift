import Foundation
import Harness
import Testing

/// A session bus that starts dragd when it is called, and the programs of the pages on it.
final class PageSession {
  let fixture: Fixture
  let bus: PrivateBus
  /// Unbuffered, Python would write a line in parts, and a `SteppedOutput` would take each part for a line.
  private static let environment = [
    "PYTHONUNBUFFERED": "", "PYTHONPATH": "\(Built.packageRoot)/Sources/Python",
    "PYTHONDONTWRITEBYTECODE": "1",
  ]

  static func run<R>(_ kind: PrivateBus.Kind = .dbusDaemon, _ body: (PageSession) throws -> R)
    throws -> R
  {
    try Fixture.run { fixture in
      let services = [PrivateBus.Service("org.dragd.Broker1", [Built.dragd])]
      return try body(PageSession(fixture, try fixture.bus(kind, services: services)))
    }
  }

  private init(_ fixture: Fixture, _ bus: PrivateBus) {
    self.fixture = fixture
    self.bus = bus
  }

  func start(_ command: [String], in folder: String? = nil) throws -> Program {
    try fixture.start(
      command[0], Array(command.dropFirst()), on: bus, environment: Self.environment,
      workingFolder: folder)
  }

  /// Starts a source and waits until it has offered.
  func startSource(_ command: [String]) throws -> Program {
    let source = try start(command)
    try source.waitForOutput("Offered /org/dragd/Broker1/offer/")
    return source
  }

  /// Starts a program that continues from line to line only as its output is read.
  func start(_ command: [String], stepping output: SteppedOutput) throws -> Program {
    defer { output.give() }
    return try fixture.start(
      "/bin/sh", ["-c", "exec \"$@\" >&3 3>&-", "sh"] + command, on: bus,
      environment: Self.environment, descriptors: [output.writer])
  }

  /// - Parameter more: further variables.
  func run(
    _ command: [String], input: Program.Input = .empty, in folder: String? = nil,
    environment more: [String: String] = [:]
  ) throws -> Program.Result {
    try fixture.run(
      command[0], Array(command.dropFirst()), on: bus,
      environment: Self.environment.merging(more) { $1 }, input: input, workingFolder: folder,
      within: Timeout.usual * 4)
  }

  func dragctl(_ arguments: String...) throws -> Program.Result {
    try run([Built.dragctl] + arguments)
  }

  /// The outcome of a move, according to dragd.
  ///
  /// - Parameter move: its transfer; the ledger may follow.
  func outcome(of move: String) throws -> String {
    let transfer = String(move.prefix { $0 != "_" })
    let reply = try call(
      "org.dragd.Broker1", "/org/dragd/Broker1", "org.dragd.Broker1.Outcome", transfer)
    return String(reply.trimmingPrefix("('").prefix { $0 != "'" })
  }

  /// Ends dragd with SIGKILL; the bus starts it again when it is called.
  func killDragd() throws {
    let reply = try call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus",
      "org.freedesktop.DBus.GetConnectionUnixProcessID", "org.dragd.Broker1")
    let process = try #require(Int32(reply.trimmingPrefix("(uint32 ").prefix(while: \.isNumber)))
    kill(process, SIGKILL)
  }

  private func call(
    _ name: String, _ path: String, _ method: String, _ argument: String
  ) throws -> String {
    let result = try run([
      "/usr/bin/gdbus", "call", "--session", "--dest", name, "--object-path", path, "--method",
      method, argument,
    ])
    guard result.exit == .success else { throw HarnessFailure("\(method): \(result.error)") }
    return result.output
  }
}
