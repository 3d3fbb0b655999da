internal import CLinux

/// A program that a test has started: its streams, its end, and the signals to it.
package final class Program: Sendable {
  /// The source of its standard input.
  package enum Input: Sendable {
    /// /dev/null.
    case empty
    /// A file with these bytes.
    case bytes([UInt8])
    case text(String)
    case file(String)
    /// A pipe: see `write(_:)` and `closeInput()`.
    case pipe
  }

  /// The destination of its output.
  package enum Output: Sendable {
    case pipes
    /// A pseudo-terminal, which is also its input: `standardOutput` has everything that appears on it.
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

  /// Starts the program. `environment` is laid over `Program.baseEnvironment`; an empty value removes a variable.
  /// `descriptors` arrive as 3, 4, … .
  ///
  /// - Parameter isWarm: whether `executable` is a Python script, to be started in a warm interpreter, without
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
            executable, arguments, environment: variables, workingFolder: workingFolder ?? "/",
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
    descriptors: [Int32] = [], within limit: Duration = Timeout.usual
  ) throws -> Result {
    let program = try Program(
      executable, arguments, environment: environment, input: input, output: output,
      workingFolder: workingFolder, descriptors: descriptors)
    defer { program.close() }
    return try program.wait(within: limit)
  }

  /// Records the end of the process as soon as it comes, on a thread, and leaves a zombie until `close()`: until then
  /// neither its process id nor the id of its process group is reused.
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
