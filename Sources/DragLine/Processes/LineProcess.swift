internal import CLinux
internal import DBus
internal import DragModel
internal import DragSystem

/// The near end of a line, in a process of its own: it dials when a verb first asks, listens as a bus does for that
/// verb's processes alone, and ends when they have.
final class LineProcess {
  private let dial: LineDial
  private let loop: EventLoop
  private let requests: OwnedFileDescriptor
  private let answers: OwnedFileDescriptor
  private var requestText: [UInt8] = []
  private var requestWatch: Watch?
  private var program: DialedProgram?
  private var line: LineEnd?
  private var errors: Errors?
  private var server: RelayServer?
  private var folder: String?
  /// The processes that may connect.
  private var admitted: Set<Int32> = []
  /// The requests without an answer.
  private var waiting: [LineRequest] = []
  private var failure: LineFailure?
  private var hasVerb = true
  private var hasTerminal = true
  private var isEnding = false
  private var isCut = false

  /// What the program that dials says to the person.
  private final class Errors {
    let reader: OwnedFileDescriptor
    var watch: Watch?
    init(_ reader: consuming OwnedFileDescriptor) { self.reader = reader }
  }

  /// Microseconds in which the program that dials ends by itself, after a cut, and after the end of the verb: then the
  /// other end may still have bytes for a slow reader.
  private static let graceAfterCut: UInt64 = 1_000_000
  private static let grace: UInt64 = 30_000_000
  /// Bytes of the other end's noise that are quoted.
  private static let quoted = 1_024

  /// Runs in the new process.
  static func run(
    _ dial: LineDial, requests: consuming OwnedFileDescriptor,
    answers: consuming OwnedFileDescriptor
  ) -> Never {
    leave(requests.rawValue, answers.rawValue)
    do throws(SystemError) {
      let loop = try EventLoop()
      let line = LineProcess(dial, loop, requests, answers)
      try line.start()
      loop.run()
      line.clean()
    } catch {
      // The verb reads the end of the answers.
    }
    ProgramExit.now(0)
  }

  private init(
    _ dial: LineDial, _ loop: EventLoop, _ requests: consuming OwnedFileDescriptor,
    _ answers: consuming OwnedFileDescriptor
  ) {
    self.dial = dial
    self.loop = loop
    self.requests = requests
    self.answers = answers
  }

  /// Lets go of what the verb has open, and of the keys that end it: it may then still have moves to settle.
  private static func leave(_ first: Int32, _ second: Int32) {
    let (low, high) = (min(first, second), max(first, second))
    if low > 3 { _ = close_range(3, UInt32(low - 1), 0) }
    if high > low + 1 { _ = close_range(UInt32(low + 1), UInt32(high - 1), 0) }
    _ = close_range(UInt32(high + 1), .max, 0)
    NullStreams.replaceInputAndOutput()
    linux_ignore_signal(SIGINT)
    linux_ignore_signal(SIGQUIT)
    linux_ignore_signal(SIGHUP)
    Interruption.ignoreBrokenPipes()
  }

  private func start() throws(SystemError) {
    requestWatch = try loop.watch(requests, for: .readable) { [unowned self] _ in readRequests() }
  }

  // MARK: The verb

  private func readRequests() {
    guard let bytes = try? requests.read(upTo: 4_096), !bytes.isEmpty else {
      requestWatch?.cancel()
      hasVerb = false
      leaveTerminal()
      server?.close()
      return endIfDone()
    }
    requestText += bytes
    while let end = requestText.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: requestText[..<end], as: UTF8.self)
      requestText.removeFirst(end + 1)
      switch LineRequest(line) {
      case .connect(let process):
        admitted.insert(process)
        waiting.append(.connect(process: process))
        answerWaiting()
      case .explain:
        waiting.append(.explain)
        answerWaiting()
      case .detach:
        setsid()
        leaveTerminal()
        answer(.detached)
      case nil: break
      }
    }
  }

  /// Whoever waits for the end of the verb's output waits no longer.
  private func leaveTerminal() {
    hasTerminal = false
    try? StandardStream.detachAll()
  }

  private func answerWaiting() {
    if let failure {
      answerAll { _ in .ended(failure) }
    } else if isCut {
      // The answer comes with the reason.
    } else if let server {
      answerAll { $0 == .explain ? .ended(LineFailure(.closed)) : .ready(address: server.address) }
    } else if line == nil {
      startDialing()
    }
  }

  private func answerAll(_ answer: (LineRequest) -> LineAnswer) {
    for request in waiting { self.answer(answer(request)) }
    waiting = []
  }

  private func answer(_ answer: LineAnswer) {
    try? answers.write(all: Array(answer.text.utf8))
  }

  private func fail(_ failure: LineFailure) {
    guard self.failure == nil else { return }
    self.failure = failure
    answerWaiting()
  }

  // MARK: The line

  private func startDialing() {
    let isPrompting = (try? OwnedFileDescriptor.open("/dev/tty", O_RDWR)) != nil
    do throws(SystemError) {
      let input = try Pipe(nonBlocking: .writer)
      let output = try Pipe(nonBlocking: .reader)
      let said = try Pipe(nonBlocking: .reader, capacity: Pipe.usualCapacity)
      program = try DialedProgram(
        dial.arguments(hasTerminal: isPrompting), input: input.reader, output: output.writer,
        errors: said.writer)
      let errors = Errors(said.releaseReader())
      self.errors = errors
      errors.watch = try loop.watch(errors.reader, for: .readable) { [unowned self] _ in
        passErrors()
      }
      let line = try LineEnd(
        .near, LineHello.own(silence: dial.silence), input: output.releaseReader(),
        output: input.releaseWriter(), on: loop)
      self.line = line
      line.admits = { [unowned self] connection in
        connection.process.map { admitted.contains($0) } ?? false
      }
      line.onHello = { [unowned self] hello in stand(hello) }
      line.onCut = { [unowned self] reason in cut(reason) }
      line.onIdle = { [unowned self] in endIfDone() }
      if !isPrompting { line.startTimer() }
    } catch {
      fail(LineFailure(.unstarted, error.reason))
    }
  }

  private func stand(_ hello: LineHello) {
    guard hello.version == LineHello.version else {
      line?.fail("this dragctl knows version \(LineHello.version) of the protocol")
      return fail(LineFailure(.version, "\(hello.version)"))
    }
    do throws(SystemError) {
      let folder = try LineFolder.make()
      self.folder = folder
      server = try mapError { () throws(BusError) in
        try RelayServer(path: "\(folder)/bus", on: loop) { [unowned self] connection in
          line?.add(connection)
        }
      } to: {
        SystemError($0.message, errno: EIO)
      }
    } catch {
      line?.fail("the other end cannot listen")
      return fail(LineFailure(.broken, "\(error)"))
    }
    answerWaiting()
  }

  private func passErrors() {
    guard let errors, let bytes = try? errors.reader.read(upTo: 4_096), !bytes.isEmpty else {
      errors?.watch?.cancel()
      return
    }
    if hasTerminal { try? StandardStream.error.write(Self.printable(bytes)) }
  }

  /// The other end may say anything, and a terminal is to get only text. ssh ends a line with two characters.
  private static func printable(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes.filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.map { Printable.line(String($0)) }.joined(separator: "\n").utf8)
  }

  private func cut(_ reason: LineEnd.Cut) {
    isCut = true
    server?.close()
    guard reason.mayHaveStatus else {
      program?.terminate()
      fail(explain(reason, 0))
      return endIfDone()
    }
    // It may have said why; and its status tells more than the end of its output.
    waitForProgram(atMost: Self.graceAfterCut) { [unowned self] status in
      passErrors()
      fail(explain(reason, status))
      endIfDone()
    }
  }

  private func explain(_ reason: LineEnd.Cut, _ status: Int) -> LineFailure {
    // Without an answer there never was a bus.
    let stood = line?.hasMessages == true
    switch reason {
    case .failed(let words): return LineFailure(stood ? .cut : .refused, words, number: status)
    case .silent(let milliseconds):
      guard !stood else { return LineFailure(.silent, number: milliseconds) }
      return line?.hasBegun == false && line?.noise.isEmpty == false
        ? noise(status) : LineFailure(.mute, number: milliseconds)
    case .broken(let words):
      guard line?.hasBegun != false else { return noise(status) }
      return LineFailure(.broken, words)
    case .ended:
      guard !stood else { return LineFailure(.cut, number: status) }
      return line?.hasBegun == true || line?.noise.isEmpty == true
        ? LineFailure(.unreached, number: status) : noise(status)
    }
  }

  private func noise(_ status: Int) -> LineFailure {
    let bytes = (line?.noise ?? []).suffix(Self.quoted)
    return LineFailure(
      .noise, String(decoding: bytes, as: UTF8.self), number: status)
  }

  // MARK: The end

  /// Calls `then` with the status of the program that dials once it has ended, soon: it has lost its other end. One
  /// that does not end is ended.
  private func waitForProgram(
    atMost grace: UInt64, since start: UInt64 = Clock.monotonic, then: @escaping (Int) -> Void
  ) {
    guard let program else { return then(0) }
    if let status = program.status() {
      self.program = nil
      return then(status)
    }
    if Clock.monotonic - start > grace { program.terminate() }
    // Only a signal tells of the end of a child, and any thread may get it.
    loop.after(microseconds: 10_000) { [unowned self] in
      waitForProgram(atMost: grace, since: start, then: then)
    }
  }

  /// The verb has ended, and everything that it has sent is on its way.
  private func endIfDone() {
    guard !hasVerb else { return }
    // Without a line there is nothing that could still be on its way.
    guard failure == nil, let line, program != nil, server != nil else { return loop.stop() }
    guard line.isIdle, !isEnding else { return }
    isEnding = true
    line.closeOutput()
    waitForProgram(atMost: Self.grace) { [unowned self] _ in loop.stop() }
  }

  private func clean() {
    server?.close()
    if let folder { LineFolder.remove(folder) }
    program?.terminate()
  }
}

extension LineEnd.Cut {
  /// Whether the program that dials ends by itself, and its status says something.
  fileprivate var mayHaveStatus: Bool {
    switch self {
    case .ended, .failed: true
    case .silent, .broken: false
    }
  }
}

enum NullStreams {
  static func replaceInputAndOutput() {
    let null = linux_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
    guard null >= 0 else { return }
    dup2(null, 0)
    dup2(null, 1)
    close(null)
  }
}

extension LineHello {
  /// What this machine says of itself.
  package static func own(silence: UInt32) -> LineHello {
    let machine = (try? OwnedFileDescriptor.open("/etc/machine-id", O_RDONLY).read(upTo: 32)) ?? []
    return LineHello(
      machine: String(decoding: machine, as: UTF8.self), name: ownName, clock: Clock.realtime,
      silence: silence)
  }

  /// The name of this machine (gethostname(2)).
  package static var ownName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The folder of a line's socket, for this user only.
private enum LineFolder {
  static func make() throws(SystemError) -> String {
    let path = try RuntimeFolder.path("line-\(String(Random.number(), radix: 36))")
    guard mkdir(path, 0o700) == 0 else { throw .last("mkdir") }
    return path
  }

  static func remove(_ path: String) {
    unlink("\(path)/bus")
    rmdir(path)
  }
}
