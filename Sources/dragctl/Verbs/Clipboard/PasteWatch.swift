internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Runs a command for each content that is copied: one at a time, and for the newest when several have come meanwhile.
final class PasteWatch {
  private let connection: BrokerConnection
  private let selection: ClipboardSelection
  private let types: [String]
  private let command: Argument
  private let loop: EventLoop
  private var isChanged = true
  /// The serial of what the last command got: dragclip may report a change that dragctl has already seen.
  private var serial: UInt64?
  private var running: ShellCommand?
  private var signals: SignalWatch?
  private var end: Result<Void, Failure>?
  /// Ends the watch, unless dragclip comes back.
  private var absence: LoopTimer?
  /// When dragclip was asked in vain first, since its last answer.
  private var refusedSince: UInt64?

  /// How long dragclip may be away, or without an answer to give, in microseconds.
  private static let patience: UInt64 = 5_000_000
  /// Microseconds until dragclip is asked again that could not answer for the moment.
  private static let retryPause: UInt64 = 500_000

  init(
    _ connection: BrokerConnection, _ selection: ClipboardSelection, _ types: [String],
    _ command: Argument
  ) throws(Failure) {
    self.connection = connection
    self.selection = selection
    self.types = types
    self.command = command
    loop = try VerbSession.makeLoop()
  }

  /// Returns when the display or the bus has gone.
  func run() throws(Failure) {
    connection.attach(to: loop)
    try mapError { () throws(SystemError) in
      // The command is in a process group of its own, which a terminal's Ctrl+C does not reach.
      signals = try SignalWatch([.interrupt, .terminate, .hangUp], on: loop) {
        [unowned self] signal in
        running?.terminate()
        ProgramExit.by(signal.rawValue)
      }
    } to: {
      Failure(.other, translated("signals cannot be waited for: {reason}", ["reason": $0]))
    }
    connection.onDisconnect = { [unowned self] in end = .failure(.disconnected) }
    try mapError { () throws(RequestError) in
      try connection.followClipboard { [unowned self] event in
        switch event {
        case .changed(let change):
          if change.selection == selection { isChanged = true }
        case .historyChanged: break
        case .came: hasCome()
        case .left: hasGone()
        }
      }
    } to: {
      Failure($0)
    }
    try connection.askClipboard { () throws(RequestError) in try .watchClipboard() }
    while end == nil {
      if isChanged, running == nil { try runCommand() }
      if end == nil { loop.turn(timeout: nil) }
    }
    running?.terminate()
    try end?.get()
  }

  /// dragclip has ended: with the display, or to be started anew.
  private func hasGone() {
    let failure = Failure(.unavailable, translated("dragclip has gone, and with it the display"))
    absence = loop.after(microseconds: Self.patience) { [unowned self] in end = .failure(failure) }
    // The bus starts it where it can, and then `hasCome` follows.
    if let request = try? BrokerCall<Void>.watchClipboard() { connection.post(request) }
  }

  private func hasCome() {
    guard let absence else { return }
    absence.cancel()
    self.absence = nil
    // Serials begin anew.
    serial = nil
    watchAgain()
  }

  /// Without this call the new dragclip would report nothing.
  private func watchAgain() {
    guard absence == nil, let request = try? BrokerCall<Void>.watchClipboard() else { return }
    connection.perform(request) { [unowned self] answer in
      guard case .failure(let error) = answer else {
        isChanged = true
        return
      }
      switch error.code {
      // `hasGone` follows if it has ended.
      case .noReply, .noBroker, .disconnected: break
      case .broker(.busy) where mayRetry(), .broker(.quotaExceeded) where mayRetry():
        loop.after(microseconds: Self.retryPause) { [unowned self] in watchAgain() }
      default: end = .failure(Failure(ofClipboard: error))
      }
    }
  }

  private func runCommand() throws(Failure) {
    isChanged = false
    let asked = Clock.monotonic
    let current: CurrentContent?
    do throws(Failure) {
      current = try connection.currentClipboard(selection)
    } catch {
      // dragd has ended meanwhile, or dragclip has too much to do: what was copied is there all the same.
      if [.stateUnavailable, .busy, .quotaExceeded].contains(error.code), mayRetry() {
        loop.after(microseconds: Self.retryPause) { [unowned self] in isChanged = true }
        return
      }
      // No answer before the time is over: dragclip has ended, and `hasGone` or `onDisconnect` ends the watch.
      let elapsed = Clock.monotonic - asked
      guard error.status == .unavailable, elapsed < VerbSession.timeout * 1000 else { throw error }
      return
    }
    refusedSince = nil
    guard let content = current, content.serial != serial else { return }
    serial = content.serial
    let part: AcceptedPart
    do throws(Failure) {
      let offered = try connection.types(of: content)
      part = try accept(
        PastedContent(offer: content.offer, types: offered, isCut: content.isCut))
    } catch {
      // The content has no requested type, or has just ended: wait for the next.
      guard error.code != .notAcceptable, error.code != .noSuchOffer else { return }
      return Console.report(error)
    }
    try start(part, content)
  }

  private func mayRetry() -> Bool {
    let since = refusedSince ?? Clock.monotonic
    refusedSince = since
    return Clock.monotonic - since < Self.patience
  }

  private func accept(_ content: PastedContent) throws(Failure) -> AcceptedPart {
    var options = AcceptOptions()
    options.delivery = .stream
    options.inlineMax = AcceptOptions.usualInlineMax
    return try connection.accept(
      content.offer, item: 0, types: types.isEmpty ? content.usualTypes : types, options)
  }

  private func start(_ part: AcceptedPart, _ content: CurrentContent) throws(Failure) {
    // The closure keeps only the id. The part would keep its end of the pipe open, and dragd would not see when the
    // command stops reading.
    let transfer = part.transfer
    try mapError { () throws(SystemError) in
      let input = try input(part)
      let output = try StandardStream.output.duplicate()
      let environment = [
        ("DRAGD_TYPE", part.type.description), ("CLIPBOARD_TYPE", part.type.description),
        ("CLIPBOARD_STATE", content.isSensitive ? "sensitive" : "data"),
      ]
      running = try ShellCommand(
        command.bytes, input: input, output: output, environment: environment, on: loop
      ) { [unowned self] end in ended(end, transfer) }
    } to: {
      Failure(.other, "\(command.text): \($0.reason)")
    }
  }

  private func input(_ part: AcceptedPart) throws(SystemError) -> OwnedFileDescriptor {
    switch part.content {
    case .data(let bytes):
      let input = try Memfd.create("dragctl", containing: bytes)
      try input.setPosition(0)
      return input
    case .descriptor(let input): return try input.descriptor.duplicate()
    // Never for a stream.
    case .later: return try Memfd.create("dragctl", containing: [])
    }
  }

  private func ended(_ end: ShellCommand.End, _ transfer: Identifier?) {
    let end = CommandEnd(end, of: running)
    running = nil
    if let failure = end.brokenPipe {
      self.end = .failure(failure)
      return
    }
    end.report(
      status: {
        translated(
          "“{command}” ended with status {status}", ["command": command.text, "status": $0])
      },
      signal: {
        translated(
          "“{command}” was ended by signal {signal}", ["command": command.text, "signal": $0])
      })
    if let transfer { finish(transfer, until: Deadline(Milliseconds(2000))) }
  }

  /// Asks dragd whether that was all. It is no failure if the command has not read everything.
  private func finish(_ transfer: Identifier, until deadline: Deadline) {
    guard let request = try? BrokerCall<FinishResult>.finish(transfer) else { return }
    connection.perform(request) { [weak self] answer in
      guard let self, case .failure(let error) = answer else { return }
      switch error.code {
      // The command may have read all of it without having seen its end, which dragd then learns from the source.
      case .broker(.busy) where !deadline.hasPassed:
        loop.after(microseconds: 10_000) { [weak self] in self?.finish(transfer, until: deadline) }
      // The rest stays in the pipe for ever.
      case .broker(.busy):
        if let request = try? BrokerCall<Void>.cancel(transfer, reason: "the command has ended") {
          connection.post(request)
        }
      case .broker(.cancelled): break
      default: Console.report(Failure(error))
      }
    }
  }
}
