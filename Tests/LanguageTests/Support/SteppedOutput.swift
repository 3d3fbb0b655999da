import CLinux
import Harness

/// A pipe that holds one line: a program that writes lines to it waits at the second one until the first was read. A
/// test can hold the program between two lines and kill it there.
final class SteppedOutput {
  private let reader: Int32
  /// The writing end, for the program's standard output.
  let writer: Int32
  private var isGiven = false

  init() throws {
    var ends: [Int32] = [-1, -1]
    // In packet mode each write(2) takes a page, and one page is the least that a pipe has (pipe(2)).
    guard pipe2(&ends, O_CLOEXEC | O_DIRECT) == 0 else { throw HarnessFailure("pipe2 has failed") }
    (reader, writer) = (ends[0], ends[1])
    guard linux_fcntl(writer, F_SETPIPE_SZ, 4096) == 4096 else {
      throw HarnessFailure("a pipe cannot be made small")
    }
  }

  deinit {
    give()
    close(reader)
  }

  /// Closes the writing end after the program has inherited it, so that the output ends with the program.
  func give() {
    if !isGiven { close(writer) }
    isGiven = true
  }

  /// Reads lines up to the wanted one, which stays in the pipe: the program cannot get past the line after it.
  func advance(to what: String, _ isWanted: (String) -> Bool) throws {
    while true {
      guard let line = try peek() else { throw HarnessFailure("the output has no “\(what)”") }
      if isWanted(line) { return }
      _ = try next()
    }
  }

  func advance(to prefix: String) throws {
    try advance(to: prefix) { $0.hasPrefix(prefix) }
  }

  /// The next line; nil at the end of the output.
  func next() throws -> String? {
    try waitForLine()
    return line(from: reader)
  }

  /// The remaining lines.
  func drain() throws -> [String] {
    var lines: [String] = []
    while let line = try next() { lines.append(line) }
    return lines
  }

  private func peek() throws -> String? {
    try waitForLine()
    var copy: [Int32] = [-1, -1]
    guard pipe2(&copy, O_CLOEXEC) == 0 else { throw HarnessFailure("pipe2 has failed") }
    defer { for end in copy { close(end) } }
    guard tee(reader, copy[1], 4096, 0) > 0 else { return nil }
    return line(from: copy[0])
  }

  private func waitForLine() throws {
    var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&polled, 1, Int32(Timeout.usual / .milliseconds(1)))
      if count < 0, linux_errno() == EINTR { continue }
      guard count > 0 else { throw HarnessFailure("no line within \(Timeout.usual)") }
      return
    }
  }

  private func line(from descriptor: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self).replacing("\n", with: "")
  }
}
