import Foundation
import Harness

/// Two machines, each with a bus, a dragd and a home of its own, and a line from the one to the other. In the place of
/// ssh stands a script that starts what ssh would start there, with nothing of this machine's environment.
final class Machines {
  let here: Shell
  let there: Shell
  /// In the other machine's folder, and with it gone.
  private let script: String
  private var variables: [String: String] = [:]

  static func run<R>(
    _ kind: PrivateBus.Kind = .dbusDaemon, daemonThere: [String] = [Built.dragd],
    _ body: (Machines) throws -> R
  ) throws -> R {
    try Shell.run(kind, daemon: daemonThere) { there in
      try Shell.run(kind) { here in try body(try Machines(here, there)) }
    }
  }

  private init(_ here: Shell, _ there: Shell) throws {
    self.here = here
    self.there = there
    script = there.folder.path("ssh")
    try setCommand(#"exec sh -c "$1""#)
  }

  /// - Parameter command: for a shell there; `$1` is what ssh would have its shell run.
  func setCommand(_ command: String) throws {
    let variables = there.fixture.environment.merging(
      ["DBUS_SESSION_BUS_ADDRESS": there.bus.address, "PATH": "/usr/bin:/bin"]
    ) { $1 }
    let words = variables.map { "'\($0.key)=\($0.value)'" }.sorted().joined(separator: " ")
    try there.folder.write(
      "ssh",
      text: """
        #!/bin/sh
        while [ "$1" != -- ]; do shift; done
        host=$2 command=$3
        [ "$host" = there ] || { echo "no machine $host" >&2; exit 255; }
        cd '\(there.folder.path)'
        exec env -i \(words) sh -c '\(command.replacing("'", with: "'\\''"))' sh "$command"

        """)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
  }

  /// The variables by which dragctl finds the other machine.
  var environment: [String: String] {
    ["DRAGCTL_SSH": script, "DRAGCTL_REMOTE": Built.dragctl].merging(variables) { $1 }
  }

  /// Sets another variable for dragctl here.
  func set(_ name: String, _ value: String) { variables[name] = value }

  /// Runs dragctl here, for the other machine.
  @discardableResult
  func dragctl(
    _ arguments: String..., input: Program.Input = .empty
  ) throws -> Program.Result {
    try here.fixture.run(
      Built.dragctl, ["-H", "there"] + arguments, on: here.bus, environment: environment,
      input: input)
  }

  /// Starts dragctl here, for the other machine.
  func start(_ arguments: String..., input: Program.Input = .empty) throws -> Program {
    try start(arguments, input: input)
  }

  func start(_ arguments: [String], input: Program.Input = .empty) throws -> Program {
    try here.fixture.start(
      Built.dragctl, ["-H", "there"] + arguments, on: here.bus, environment: environment,
      input: input)
  }

  /// Offers here to the programs there what the offering dragctl stays for; returns it and the id.
  func stay(_ arguments: String...) throws -> (program: Program, id: String) {
    let program = try here.fixture.start(
      Built.dragctl, ["-H", "there", "offer"] + arguments, on: here.bus, environment: environment)
    return (program, try program.firstLine())
  }
}
