internal import CLinux

/// A command for /bin/sh that reads and writes the caller's descriptors. Only the end of its standard error passes
/// through this process.
///
/// It runs in its own process group, with the signal settings that a shell gives its commands. The kernel sends the
/// shell SIGTERM when the thread that started it ends, and so when this process is killed: otherwise a command that
/// writes nothing would run on. Processes that the shell has started get no signal then.
package final class ShellCommand {
  package enum End: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)

    /// Whether it ended because nobody read what it wrote, or told so of the last command in it.
    package var isBrokenPipe: Bool { self == .signalled(SIGPIPE) || self == .exited(128 + SIGPIPE) }
  }

  private let process: pid_t
  private let handle: OwnedFileDescriptor
  private let errors: OwnedFileDescriptor
  private var watches: [Watch] = []
  private var then: ((End) -> Void)?
  /// The last bytes that it wrote to standard error.
  package private(set) var errorTail: [UInt8] = []

  /// How many bytes of standard error are kept.
  private static let tailSize = 4096

  /// Starts the command. The loop calls `then` when the command has ended; processes that it started may still hold the
  /// output open.
  package convenience init(
    _ command: [UInt8], output: borrowing OwnedFileDescriptor, environment: [(String, String)],
    on loop: EventLoop, then: @escaping (End) -> Void
  ) throws(SystemError) {
    try self.init(
      command, input: try .open("/dev/null", O_RDONLY), output: output, environment: environment,
      on: loop, then: then)
  }

  /// The same, with an input.
  package init(
    _ command: [UInt8], input: borrowing OwnedFileDescriptor,
    output: borrowing OwnedFileDescriptor, environment: [(String, String)], on loop: EventLoop,
    then: @escaping (End) -> Void
  ) throws(SystemError) {
    let pipe = try Pipe(nonBlocking: .reader, capacity: Pipe.usualCapacity)
    process = try Self.spawn(
      command, input: input.rawValue, output: output.rawValue, errors: pipe.writer.rawValue,
      environment: environment)
    let number = syscall_pidfd_open(process)
    guard number >= 0 else {
      let error = SystemError.last("pidfd_open")
      Self.kill(process)
      throw error
    }
    handle = OwnedFileDescriptor(adopting: number)
    errors = pipe.releaseReader()
    self.then = then
    do throws(SystemError) {
      watches = [
        try loop.watch(errors, for: .readable) { [unowned self] _ in readErrors() },
        try loop.watch(handle, for: .readable) { [unowned self] _ in end() },
      ]
    } catch {
      Self.kill(process)
      throw error
    }
  }

  private static func kill(_ process: pid_t) {
    CLinux.kill(-process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Sends SIGTERM to the command and its children, unless it has ended.
  package func terminate() {
    if then != nil { CLinux.kill(-process, SIGTERM) }
  }

  private func end() {
    readErrors()
    watches = []
    let end = End(waitingFor: process)
    let work = then
    then = nil
    work?(end)
  }

  /// One read takes all that the pipe has. There is no second one: a command that writes without a pause would keep
  /// the loop for ever.
  private func readErrors() {
    guard let bytes = try? errors.read(upTo: Pipe.usualCapacity) else { return }
    // Level-triggered: the loop would report an end of file in every turn.
    guard !bytes.isEmpty else {
      watches.first?.cancel()
      return
    }
    errorTail = (errorTail + bytes).suffix(Self.tailSize)
  }

  private static func spawn(
    _ command: [UInt8], input: Int32, output: Int32, errors: Int32,
    environment: [(String, String)]
  ) throws(SystemError) -> pid_t {
    let arguments = Strings(["sh", "-c"].map { Array($0.utf8) } + [command])
    let variables = Strings(inherited() + environment.map { Array("\($0.0)=\($0.1)".utf8) })
    defer {
      arguments.free()
      variables.free()
    }
    // libdbus ignores SIGPIPE and the loop blocks other signals; a command that inherited that would not end.
    let process = linux_spawn_with_parent(
      "/bin/sh", arguments.pointers, variables.pointers, input, output, errors)
    guard process > 0 else { throw .last("fork") }
    return process
  }

  private static func inherited() -> [[UInt8]] {
    var variables: [[UInt8]] = []
    guard var next = linux_environ() else { return [] }
    while let variable = next.pointee {
      variables.append(ProgramArguments.bytes(variable))
      next += 1
    }
    return variables
  }
}

extension ShellCommand.End {
  /// Waits until a child process has ended.
  package init(waitingFor child: Int32) {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, linux_errno() == EINTR {}
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }
}

/// An array of C strings that ends with nil.
private struct Strings {
  var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [[UInt8]]) {
    pointers = strings.map { string in withPath(string) { strdup($0) } } + [nil]
  }

  func free() {
    for pointer in pointers { CLinux.free(pointer) }
  }
}
