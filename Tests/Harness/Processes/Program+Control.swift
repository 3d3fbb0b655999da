internal import CLinux

extension Program {
  /// Everything that the program has printed so far.
  package var standardOutput: String {
    String(decoding: state.update { $0.output }, as: UTF8.self)
  }

  package var standardError: String {
    String(decoding: state.update { $0.error }, as: UTF8.self)
  }

  package var standardOutputBytes: [UInt8] { state.update { $0.output } }

  /// How it ended; nil while it runs.
  package var exit: Exit? { state.update { $0.exit } }

  package var isRunning: Bool { exit == nil }

  /// Waits for its end, and for the end of its output as a shell's `$(…)` does: it also waits for a child that keeps
  /// the output open, unless `untilOutputEnds` is false.
  @discardableResult
  package func wait(
    within limit: Duration = Timeout.usual, untilOutputEnds: Bool = true
  ) throws -> Result {
    let result: Result? = state.wait(within: limit) { state in
      guard let exit = state.exit, state.outputEnded || !untilOutputEnds else { return nil }
      return Result(exit: exit, outputBytes: state.output, errorBytes: state.error)
    }
    guard let result else {
      throw failure(exit == nil ? "still runs" : "has ended but its output is held open", limit)
    }
    return result
  }

  /// Waits for its end without a timeout.
  func waitForever() {
    while state.wait(within: .seconds(3600), until: \.exit) == nil {}
  }

  /// Waits until its standard output contains `text`, and returns the output so far.
  @discardableResult
  package func waitForOutput(
    _ text: String, within limit: Duration = Timeout.usual
  ) throws -> String {
    try waitForText(text, in: .output, within: limit) { $0.contains(text) }
  }

  /// Waits until its standard error contains `text`, and returns what the program has written there so far.
  @discardableResult
  package func waitForError(
    _ text: String, within limit: Duration = Timeout.usual
  ) throws -> String {
    try waitForText(text, in: .error, within: limit) { $0.contains(text) }
  }

  /// Waits until it has printed more than `count` bytes and returns the bytes after those; nothing if `limit` has
  /// passed, nil at the end of the output.
  package func waitForOutput(after count: Int, within limit: Duration = Timeout.usual) throws
    -> [UInt8]?
  {
    let answer: [UInt8]?? = state.wait(within: limit) { state in
      if state.output.count > count { return .some(Array(state.output[count...])) }
      return state.outputEnded ? .some(nil) : nil
    }
    switch answer {
    case .some(let bytes): return bytes
    case nil: return []
    }
  }

  /// Waits for the first complete line of its standard output, and returns it without the newline.
  package func firstLine(within limit: Duration = Timeout.usual) throws -> String {
    String(try waitForOutput("\n", within: limit).prefix { !$0.isNewline })
  }

  /// Waits until the output satisfies a condition, which `what` names in a failure.
  @discardableResult
  package func waitForOutput(
    within limit: Duration = Timeout.usual, _ what: String, _ condition: (String) -> Bool
  ) throws -> String {
    try waitForText(what, in: .output, within: limit, condition)
  }

  private func waitForText(
    _ what: String, in stream: Pump.Source, within limit: Duration, _ condition: (String) -> Bool
  ) throws -> String {
    enum Answer {
      case found(String)
      case ended
    }
    let answer: Answer? = state.wait(within: limit) { state in
      let printed = String(
        decoding: stream == .output ? state.output : state.error, as: UTF8.self)
      if condition(printed) { return .found(printed) }
      return state.outputEnded ? .ended : nil
    }
    switch answer {
    case .found(let printed): return printed
    case .ended: throw failure("ended without printing “\(what)”", limit)
    case nil: throw failure("has not printed “\(what)”", limit)
    }
  }

  /// Writes to its standard input: a pipe or the terminal. Blocks while the pipe is full.
  package func write(_ bytes: [UInt8]) throws {
    let input = state.update { $0.input }
    guard input >= 0 else { throw HarnessFailure("\(name) was started without an input pipe") }
    try writeAll(bytes, to: input)
  }

  package func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Closes its standard input.
  package func closeInput() {
    state.update { state in
      if state.input >= 0 { CLinux.close(state.input) }
      state.input = -1
    }
  }

  /// Changes the size of its terminal; the program gets SIGWINCH.
  package func resizeTerminal(columns: Int, rows: Int = 24) throws {
    try setWindowSize(of: state.update { $0.input }, columns: columns, rows: rows)
  }

  /// Sends a signal, unless the program has ended.
  package func send(_ signal: Int32) {
    let identifier = processIdentifier
    state.update { state in
      if state.exit == nil { _ = CLinux.kill(identifier, signal) }
    }
  }

  /// Sends a signal to the program and its children, unless it has ended.
  package func sendToAll(_ signal: Int32) {
    let identifier = processIdentifier
    state.update { state in
      if state.exit == nil { _ = CLinux.kill(-identifier, signal) }
    }
  }

  /// Sends SIGKILL and waits for the end.
  package func kill() {
    send(SIGKILL)
    _ = state.wait(within: Timeout.usual) { $0.exit }
  }

  /// Sends SIGTERM and waits for the end.
  @discardableResult
  package func terminate(within limit: Duration = Timeout.usual) throws -> Exit {
    send(SIGTERM)
    return try wait(within: limit, untilOutputEnds: false).exit
  }

  /// Kills the program and the rest of its process group. Further calls do nothing.
  package func close() {
    let identifier = processIdentifier
    let first = state.update { state in
      defer { state.closed = true }
      return !state.closed
    }
    guard first else { return }
    kill()
    _ = CLinux.kill(-identifier, SIGKILL)
    waitpid(identifier, nil, 0)
    closeInput()
    state.update { state in
      var one: UInt64 = 1
      if state.stop >= 0 { _ = CLinux.write(state.stop, &one, 8) }
    }
  }

  private func failure(_ what: String, _ limit: Duration) -> HarnessFailure {
    HarnessFailure(
      """
      “\(name)” \(what) (waited \(limit); \(exit.map(String.init(describing:)) ?? "running"))
      standard output: \(standardOutput)
      standard error: \(standardError)
      """)
  }
}
