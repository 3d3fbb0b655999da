internal import CLinux
internal import DragSystem

/// The program that dials, usually ssh. It stays in the terminal's foreground, where it may ask for a password, and
/// ignores the keys that end the verb: the verb then still settles its moves over the line.
struct DialedProgram {
  private let process: pid_t

  /// Call it while this process has one thread.
  init(
    _ arguments: [[UInt8]], input: borrowing OwnedFileDescriptor,
    output: borrowing OwnedFileDescriptor, errors: borrowing OwnedFileDescriptor
  ) throws(SystemError) {
    let failure = try Pipe(capacity: Pipe.usualCapacity)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { word in
      strndup(word.map { CChar(bitPattern: $0) }, word.count)
    }
    words.append(nil)
    defer { for word in words { free(word) } }
    let parent = getpid()
    let child = linux_fork()
    guard child >= 0 else { throw .last("fork") }
    if child == 0 {
      // It ends with this process, however that one ends.
      linux_follow_parent(SIGTERM)
      if getppid() != parent { _exit(126) }
      linux_ignore_signal(SIGINT)
      linux_ignore_signal(SIGQUIT)
      signal(SIGPIPE, nil)
      signal(SIGXFSZ, nil)
      // It ends with the line; and a verb that has left the terminal keeps its line when the terminal closes.
      linux_ignore_signal(SIGHUP)
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      // Their numbers are above 2, for these are open; the copies stay open in the program, and nothing else does.
      dup2(input.rawValue, 0)
      dup2(output.rawValue, 1)
      dup2(errors.rawValue, 2)
      if let program = words[0] { execvp(program, &words) }
      var number = linux_errno()
      _ = write(failure.writer.rawValue, &number, 4)
      _exit(127)
    }
    process = child
    let told = try failure.releaseReader().read(upTo: 4)
    guard told.isEmpty else {
      waitpid(child, nil, 0)
      throw SystemError("execvp", errno: told.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) })
    }
  }

  /// How it has ended; nil while it runs. Call it no more once it has told.
  func status() -> Int? {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    let signal = status & 0x7F
    return Int(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }

  /// Asks it to end, also where it is stopped.
  func terminate() {
    kill(process, SIGTERM)
    kill(process, SIGCONT)
  }
}
