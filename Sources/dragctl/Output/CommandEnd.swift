internal import DragModel
internal import DragSystem

/// How a shell command has ended, and the end of its standard error.
struct CommandEnd {
  private let end: ShellCommand.End
  private let tail: StandardErrorTail

  init(_ end: ShellCommand.End, of command: ShellCommand?) {
    self.end = end
    tail = StandardErrorTail(command?.errorTail ?? [])
  }

  /// Its lines on standard error.
  var lines: [String] { tail.lines }

  /// For a peer, in English: how the command has ended and what it wrote. Nil if it has succeeded.
  var failure: String? {
    let words = tail.text.map { ": \($0)" } ?? ""
    return switch end {
    case .exited(0): nil
    case .exited(let status): "the command ended with status \(status)\(words)"
    case .signalled(let signal): "the command was ended by signal \(signal)\(words)"
    }
  }

  /// The failure of a program whose command wrote to the program's own output, which nobody reads any more.
  var brokenPipe: Failure? {
    guard end.isBrokenPipe, StandardStream.output.hasLostReader else { return nil }
    return Output.failure(.standardOutput(asked: false), .noReader)
  }

  /// For the person: prints the lines, and a message about an exit status or a signal.
  func report(status: (Int32) -> String, signal: (Int32) -> String) {
    for line in lines { Console.note(line) }
    switch end {
    case .exited(0): break
    case .exited(let number): Console.note(status(number))
    case .signalled(let number): Console.note(signal(number))
    }
  }
}
