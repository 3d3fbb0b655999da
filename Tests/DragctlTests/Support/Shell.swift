import Foundation
import Harness

/// A user's shell: a session bus that starts dragd when it is called, and dragctl.
final class Shell {
  let fixture: Fixture
  let bus: PrivateBus
  var folder: TemporaryFolder { fixture.folder }

  /// Runs a test in its own shell.
  static func run<R>(
    _ kind: PrivateBus.Kind = .dbusDaemon, daemon: [String] = [Built.dragd],
    _ body: (Shell) throws -> R
  ) throws -> R {
    try Fixture.run { fixture in
      let services = daemon.isEmpty ? [] : [PrivateBus.Service("org.dragd.Broker1", daemon)]
      return try body(Shell(fixture, try fixture.bus(kind, services: services)))
    }
  }

  private init(_ fixture: Fixture, _ bus: PrivateBus) {
    self.fixture = fixture
    self.bus = bus
  }

  /// Starts dragd in a shell whose bus does not.
  func startDragd() throws -> Program {
    let dragd = try fixture.start(Built.dragd, on: bus)
    try eventually("dragd is there") { try dragctl("status").exit == .success }
    return dragd
  }

  /// Runs dragctl to its end.
  @discardableResult
  func dragctl(
    _ arguments: String..., input: Program.Input = .empty, output: Program.Output = .pipes,
    environment: [String: String] = [:]
  ) throws -> Program.Result {
    try fixture.run(
      Built.dragctl, arguments, on: bus, environment: environment, input: input, output: output)
  }

  /// Starts dragctl.
  func start(
    _ arguments: String..., input: Program.Input = .empty, output: Program.Output = .pipes,
    environment: [String: String] = [:]
  ) throws -> Program {
    try fixture.start(
      Built.dragctl, arguments, on: bus, environment: environment, input: input, output: output)
  }

  /// Runs a command line in which `dragctl` is the program.
  func sh(
    _ command: String, input: Program.Input = .empty, output: Program.Output = .pipes
  ) throws -> Program.Result {
    let path = "\(Built.folder):/usr/local/bin:/usr/bin:/bin"
    return try fixture.run(
      "/bin/bash", ["-c", command], on: bus, environment: ["PATH": path], input: input,
      output: output)
  }

  /// Offers held content; returns the id.
  @discardableResult
  func offer(_ arguments: String..., input: Program.Input = .empty) throws -> String {
    let result = try fixture.run(Built.dragctl, ["offer"] + arguments, on: bus, input: input)
    guard result.exit == .success else {
      throw HarnessFailure("offer \(arguments): \(result.exit): \(result.error)")
    }
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// Offers lazy content; returns the program, which stays, and the offer's id.
  func stay(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> (program: Program, id: String) {
    let program = try fixture.start(
      Built.dragctl, ["offer"] + arguments, on: bus, environment: environment)
    return (program, try program.firstLine())
  }

  /// Waits until a process has ended that is no child of the test; it may stay a zombie.
  func waitForEnd(_ pid: String) throws {
    let stat = "/proc/\(pid.trimmingCharacters(in: .newlines))/stat"
    try eventually("process \(pid) has ended") {
      guard let text = try? String(contentsOfFile: stat, encoding: .utf8) else { return true }
      return text.contains(") Z ")
    }
  }

  /// The content of a file in the shell's folder.
  func content(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
  }

  /// The names in a folder, hidden ones too.
  func names(_ name: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
  }
}

extension Program {
  /// Whether it says this on its standard error within a second.
  func hasSaid(_ text: String) -> Bool { (try? waitForError(text, within: .seconds(1))) != nil }
}

extension Program.Result {
  var status: Int32? {
    switch exit {
    case .exited(let status): status
    case .signalled: nil
    }
  }

  /// The output, parsed as JSON.
  func json() throws -> Any {
    try JSONSerialization.jsonObject(with: Data(outputBytes), options: .fragmentsAllowed)
  }
}
