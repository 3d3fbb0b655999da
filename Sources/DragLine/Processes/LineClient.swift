internal import CLinux
internal import DragModel
package import DragSystem

/// A line to another machine, as the process of a verb has it. The line itself is a process of its own, which dials
/// when it is first needed, and ends when no process has this object any more.
package final class LineClient: Sendable {
  /// The machine, as the person has named it.
  package let host: String
  private let requests: OwnedFileDescriptor
  private let answers: OwnedFileDescriptor

  /// Starts the process of the line. Call it before there is a second thread.
  package init(_ dial: LineDial) throws(SystemError) {
    host = dial.host
    let requests = try Pipe(nonBlocking: .reader, capacity: Pipe.usualCapacity)
    let answers = try Pipe(nonBlocking: .writer, capacity: Pipe.usualCapacity)
    let child = linux_fork()
    guard child >= 0 else { throw .last("fork") }
    guard child > 0 else {
      LineProcess.run(dial, requests: requests.releaseReader(), answers: answers.releaseWriter())
    }
    self.requests = requests.releaseWriter()
    self.answers = answers.releaseReader()
  }

  /// The address by which this process may connect to the other machine's bus. Waits as long as it takes to dial: the
  /// person may be asked for a password.
  package func connect() throws(LineFailure) -> String {
    try write(.connect(process: getpid()))
    switch try nextAnswer() {
    case .ready(let address): return address
    case .ended(let failure): throw failure
    case .detached: throw LineFailure(.broken, "the process of the line has said something else")
    }
  }

  /// Why a connection was lost. Waits until the program that dials has ended too, which takes a second at most.
  package func reasonOfLoss() -> LineFailure {
    do throws(LineFailure) {
      try write(.explain)
      guard case .ended(let failure) = try nextAnswer() else { return LineFailure(.closed) }
      return failure
    } catch {
      // It stood until now.
      return LineFailure(.cut, error.words)
    }
  }

  /// Lets go of the terminal, which the verb leaves next.
  package func detach() throws(LineFailure) {
    try write(.detach)
    _ = try nextAnswer()
  }

  private func write(_ request: LineRequest) throws(LineFailure) {
    try mapError { () throws(SystemError) in
      try requests.write(all: Array(request.text.utf8))
    } to: {
      LineFailure(.broken, $0.reason)
    }
  }

  private func nextAnswer() throws(LineFailure) -> LineAnswer {
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      let next = try mapError { () throws(SystemError) in
        try answers.read(upTo: 1)
      } to: {
        LineFailure(.broken, $0.reason)
      }
      guard !next.isEmpty else { throw LineFailure(.broken, "the process of the line has ended") }
      line += next
    }
    guard let answer = LineAnswer(String(decoding: line.dropLast(), as: UTF8.self)) else {
      throw LineFailure(.broken, "the process of the line has said something else")
    }
    return answer
  }
}

/// How to reach another machine.
package struct LineDial: Hashable, Sendable {
  /// As ssh takes it.
  package let host: String
  /// The program that dials, with ssh's arguments: a name that is looked up in PATH, or a path.
  package let program: [UInt8]
  /// The path of dragctl there; nil to look it up in PATH and the usual places.
  package let remote: String?
  /// Milliseconds without a word after which the line counts as cut.
  package let silence: UInt32

  package static let usualSilence: UInt32 = 45_000

  package init(
    host: String, program: [UInt8] = Array("ssh".utf8), remote: String? = nil,
    silence: UInt32 = Self.usualSilence
  ) {
    self.host = host
    self.program = program
    self.remote = remote
    self.silence = silence
  }

  /// Whether the path needs no quoting in any shell.
  package static func isPlain(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("-")
      && path.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "/._~-".utf8.contains(byte)
        }
      }
  }

  /// Nothing of it is the user's or a peer's: it means the same in every shell.
  var command: String {
    guard let remote else {
      return "exec sh -c 'PATH=$PATH:$HOME/.local/bin:/usr/local/bin exec dragctl serve'"
    }
    return "exec sh -c 'exec \(remote) serve'"
  }

  func arguments(hasTerminal: Bool, command: String? = nil) -> [[UInt8]] {
    var words = ["-T", "-x", "-a", "-o", "ClearAllForwardings=yes", "-o", "RemoteCommand=none"]
    // Nobody could answer a question.
    if !hasTerminal { words += ["-o", "BatchMode=yes"] }
    words += ["--", host, command ?? self.command]
    return [program] + words.map { Array($0.utf8) }
  }
}
