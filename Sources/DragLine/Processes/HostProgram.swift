internal import CLinux
package import DragSystem

/// A command on another machine, reached as a line is: for what must be there before a line can be. It speaks in lines,
/// and reads what it is sent.
package final class HostProgram {
  private let loop: EventLoop
  private let program: DialedProgram
  private let output: OwnedFileDescriptor
  private let input: LineOutput
  private let silence: UInt64
  private var watch: Watch?
  private var text: [UInt8] = []
  private var hasEnded = false
  private var waiting: ArraySlice<UInt8> = []
  private var lastHeard: UInt64 = 0

  /// What this machine runs programs for, as `uname -sm` says it: “Linux x86_64”.
  package static var system: String {
    var facts = utsname()
    uname(&facts)
    func text(_ field: some Any) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(facts.sysname)) \(text(facts.machine))"
  }

  /// Bytes of one line; more end the program.
  private static let longestLine = 64 << 10
  private static let piece = 64 << 10

  /// Starts it. Call it while this process has one thread.
  ///
  /// - Parameter command: must mean the same in every shell, and have nothing of a user's or a peer's in it.
  package init(_ dial: LineDial, _ command: String) throws(SystemError) {
    let isPrompting = (try? OwnedFileDescriptor.open("/dev/tty", O_RDWR)) != nil
    // Nobody knows how long a person takes to type a password.
    silence = isPrompting ? .max : UInt64(dial.silence) * 1_000
    loop = try EventLoop()
    let there = try Pipe(nonBlocking: .writer)
    let here = try Pipe(nonBlocking: .reader)
    program = try DialedProgram(
      dial.arguments(hasTerminal: isPrompting, command: command), input: there.reader,
      output: here.writer, errors: here.writer)
    output = here.releaseReader()
    input = LineOutput(there.releaseWriter(), on: loop)
    watch = try loop.watch(output, for: .readable) { [unowned self] _ in read() }
    input.onRoom = { [unowned self] in
      lastHeard = Clock.monotonic
      sendMore()
    }
    try input.start()
  }

  private func read() {
    lastHeard = Clock.monotonic
    guard let bytes = try? output.read(upTo: 4_096), !bytes.isEmpty, text.count < Self.longestLine
    else {
      watch?.cancel()
      hasEnded = true
      return
    }
    text += bytes
  }

  /// The next line that it or the program that dials says, untrusted; nil after the last one, and when nothing passes
  /// either way for as long as a line may be silent.
  package func nextLine() -> [UInt8]? {
    lastHeard = Clock.monotonic
    while true {
      if let end = text.firstIndex(of: UInt8(ascii: "\n")) {
        defer { text.removeFirst(end + 1) }
        return Array(text[..<end])
      }
      if hasEnded {
        defer { text = [] }
        return text.isEmpty ? nil : text
      }
      let quiet = Clock.monotonic - lastHeard
      guard quiet < silence else { return nil }
      loop.turn(timeout: silence == .max ? nil : Int((silence - quiet) / 1_000) + 1)
    }
  }

  /// Sends all that it gets, which leaves while lines are awaited. Call it once.
  package func send(_ bytes: [UInt8]) {
    waiting = bytes[...]
    sendMore()
  }

  private func sendMore() {
    while !waiting.isEmpty, input.roomForData > 0 {
      input.send(data: Array(waiting.prefix(Self.piece)))
      waiting = waiting.dropFirst(Self.piece)
    }
    // tar(1) reads to the end.
    if waiting.isEmpty, input.isEmpty { input.close() }
  }

  /// The status with which the program that dials has ended; nil if it does not end within a second.
  package func end() -> Int? {
    input.close()
    let start = Clock.monotonic
    while Clock.monotonic - start < 1_000_000 {
      if let status = program.status() { return status }
      loop.pause(microseconds: 10_000) {}
      loop.turn(timeout: 10)
    }
    program.terminate()
    return nil
  }
}
