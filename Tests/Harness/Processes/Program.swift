internal import CLinux

/// A program that a test has started: its output, its end, and ways to hurt it.
package final class Program: Sendable {
  /// Where its standard input comes from.
  package enum Input: Sendable {
    /// /dev/null.
    case empty
    /// These bytes and then end of file, from a file.
    case bytes([UInt8])
    case text(String)
    case file(String)
    /// A pipe: see `write(_:)` and `closeInput()`.
    case pipe
  }

  /// Where its output goes.
  package enum Output: Sendable {
    case pipes
    /// A pseudo-terminal that is also its input: `standardOutput` has all that appears on it.
    case terminal(columns: Int, rows: Int = 24)
  }

  package struct Result: Sendable {
    package let exit: Exit
    package let outputBytes: [UInt8]
    package let errorBytes: [UInt8]
    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var error: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  struct State {
    var exit: Exit?
    var output: [UInt8] = []
    var error: [UInt8] = []
    var outputEnded = false
    var closed = false
    /// The end of the input that the test holds, or the controlling side of the terminal; −1: none.
    var input: Int32 = -1
    var stop: Int32 = -1
  }

  package let processIdentifier: Int32
  package let name: String
  let state = Monitor(State())

  /// Starts it. `environment` is laid over `Program.baseEnvironment`; an empty value removes a
  /// variable. `descriptors` arrive as 3, 4, … .
  ///
  /// - Parameter isWarm: whether it is one of `WarmPython.scripts`, to be started by that, without arguments or
  ///   descriptors.
  package init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: Input = .empty, output: Output = .pipes, workingFolder: String? = nil,
    descriptors: [Int32] = [], isWarm: Bool = false
  ) throws {
    _ = ignoreBrokenPipes
    name = ([executable.split(separator: "/").last.map(String.init) ?? ""] + arguments)
      .joined(separator: " ")
    let streams = try Streams(input: input, output: output)
    let variables = Self.baseEnvironment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    do {
      processIdentifier =
        if isWarm {
          try WarmPython.start(
            executable, environment: variables, workingFolder: workingFolder ?? "/",
            streams: streams.given)
        } else {
          try Spawn(
            executable: executable, arguments: arguments, environment: variables,
            workingFolder: workingFolder,
            descriptors: streams.terminal == nil ? streams.given + descriptors : [],
            terminal: streams.terminal
          ).start()
        }
    } catch {
      streams.abandon()
      throw error
    }
    streams.closeGiven()
    let stop = eventfd(0, Int32(EFD_CLOEXEC))
    state.update { state in
      state.input = streams.input
      state.stop = stop
    }
    let state = state
    Pump.start(output: streams.output, error: streams.error, stop: stop) { source, bytes in
      state.update { state in
        switch source {
        case .output: state.output += bytes
        case .error: state.error += bytes
        }
      }
    } ended: {
      state.update { state in
        state.outputEnded = true
        state.stop = -1
      }
    }
    watch()
  }

  deinit { close() }

  /// Starts a program and waits for its end and the end of its output.
  package static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: Input = .empty, output: Output = .pipes, workingFolder: String? = nil,
    descriptors: [Int32] = [], within limit: Duration = patience
  ) throws -> Result {
    let program = try Program(
      executable, arguments, environment: environment, input: input, output: output,
      workingFolder: workingFolder, descriptors: descriptors)
    defer { program.close() }
    return try program.wait(within: limit)
  }

  /// Remembers the end of the process as soon as it comes, on a thread. It stays a zombie until
  /// `close()`: until then its number, also as that of its process group, means nobody else.
  private func watch() {
    let (identifier, state) = (processIdentifier, state)
    onNewThread {
      var information = siginfo_t()
      while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0 {
        guard linux_errno() == EINTR else { return }
      }
      let exit = Exit(information)
      state.update { $0.exit = exit }
    }
  }
}
