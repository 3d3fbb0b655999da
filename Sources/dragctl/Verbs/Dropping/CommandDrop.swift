internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// One drop: its items go to the command or into the folder, one after the other, each when all of it is there.
final class CommandDrop {
  private let performance: PerformRequest
  private let plan: TargetPlan
  private let connection: BrokerConnection
  private let loop: EventLoop
  private let workers: WorkerPool
  private var rest: ArraySlice<UInt32> = []
  private var command: ShellCommand?
  private var file: DroppedFile?
  /// What is not finished yet.
  private(set) var transfer: Identifier?
  private var then: ((Bool) -> Void)?
  /// Whether the file of this item has come, and is being kept.
  private var isHere = false
  /// Why its command was told to end.
  private var cancellation: String?

  /// Milliseconds that dragd has to say whether it cancels; whoever asks for that waits little longer.
  private static let patience = 4_000

  private var call: TargetPerformCall { performance.call }

  init(
    _ performance: PerformRequest, _ plan: TargetPlan, _ connection: BrokerConnection,
    _ loop: EventLoop, _ workers: WorkerPool
  ) {
    self.performance = performance
    self.plan = plan
    self.connection = connection
    self.loop = loop
    self.workers = workers
  }

  /// Calls `then` at the end, with whether everything went well.
  func run(then: @escaping (Bool) -> Void) {
    self.then = then
    if let items = call.context.items {
      rest = items[...]
      return next()
    }
    ask { [call] () throws(DragError) in
      try .properties(of: call.offer)
    } then: { [weak self] (properties: OfferProperties) in
      self?.rest = Array(0..<properties.itemCount)[...]
      self?.next()
    }
  }

  /// Cancels the transfer that is on its way, unless it is too late; dragd's answer to what waits for it, or the end of
  /// the command that has the file already, ends the drop.
  func cancel(reason: String) -> Bool {
    guard let transfer else { return false }
    let words = reason.isEmpty ? "cancelled" : "cancelled: \(reason)"
    if let command {
      cancellation = words
      command.terminate()
      return true
    }
    if isHere, call.operation != .move {
      guard file?.canBeGivenUp == true else { return false }
      // For dragd it is finished: only here it can still be given up.
      fail(.cancelled, words)
      return true
    }
    do throws(DragError) {
      // Waited for: dragd alone knows whether it can be cancelled still.
      let request = try BrokerCall<Void>.cancel(transfer, reason: reason)
      try connection.perform(request, timeout: Self.patience)
      return true
    } catch {
      return false
    }
  }

  /// The program ends.
  func terminate() {
    command?.terminate()
    file?.giveUp()
    file = nil
  }

  // MARK: Items

  private func next() {
    guard let item = rest.popFirst() else { return succeed() }
    var options = AcceptOptions()
    options.operation = call.operation
    // Complete before anybody sees it, and nobody else's to change.
    options.delivery = .file
    // Much data takes its time to reach the disk before Finish; should this program die, its leaving the
    // bus ends the move.
    options.finishTimeout = 3_600_000
    let accept = AcceptCall(items: [item], types: plan.types, options: options)
    if call.operation == .move { FailPoint.pass("destination: send Accept") }
    ask { [call] () throws(DragError) in
      try .accept(call.offer, accept)
    } then: { [weak self] (parts: [AcceptedPart]) in
      guard let self else { return }
      guard let part = parts.first else {
        return fail(.cancelled, "dragd's reply to Accept has no result")
      }
      accepted(part)
    } otherwise: { [weak self] error in
      // Of all items those that have moved away before are none.
      guard let self, call.operation == .move, call.context.items == nil,
        error.code == .broker(.noSuchItem)
      else { return false }
      next()
      return true
    }
  }

  private func accepted(_ part: AcceptedPart) {
    transfer = part.transfer
    isHere = false
    switch plan.action {
    case .command: break
    case .folder(let place):
      do throws(Failure) {
        file = try DroppedFile(part, call.operation, in: place, connection, workers)
      } catch {
        return fail(error.code ?? .cancelled, error.message)
      }
    }
    switch part.content {
    case .descriptor(let file): give(file, part)
    case .data, .later:
      guard let transfer = part.transfer else {
        return fail(.cancelled, "dragd's reply to Accept has no file")
      }
      ask { () throws(DragError) in
        try .receive(part.type, of: transfer)
      } then: { [weak self] (file: SharedDescriptor) in
        self?.give(file, part)
      }
    }
  }

  private func give(_ content: SharedDescriptor, _ part: AcceptedPart) {
    isHere = true
    cancellation = nil
    switch plan.action {
    case .command(let words): give(content, part, to: words)
    case .folder:
      file?.keep(content) { [weak self] result in
        switch result {
        case .success(let kept): self?.kept(kept)
        case .failure(let failure): self?.fail(failure.code ?? .cancelled, failure.message)
        }
      }
    }
  }

  // MARK: The folder

  private func kept(_ kept: DroppedFile.Kept) {
    file = nil
    transfer = nil
    let path = Argument(kept.path).text
    Console.note("\(path): \(Measure.bytes(kept.size)), \(kept.words)")
    next()
  }

  // MARK: The command

  /// It reads the file itself; nothing passes through this program.
  private func give(_ file: SharedDescriptor, _ part: AcceptedPart, to words: Argument) {
    do throws(SystemError) {
      let size = try FileStatus(of: file.descriptor).size
      command = try ShellCommand(
        words.bytes, input: file.descriptor,
        output: try StandardStream.output.duplicate(), environment: environment(part, size),
        on: loop
      ) { [weak self] end in self?.ended(end, part, size) }
    } catch {
      fail(.cancelled, "\(words.text): \(error.reason)")
    }
  }

  private func environment(_ part: AcceptedPart, _ size: UInt64) -> [(String, String)] {
    let dropper = call.dropper
    var variables = [
      ("DRAGD_TYPE", part.type.description),
      ("DRAGD_NAME", part.name.flatMap(FileName.safe) ?? ""),
      ("DRAGD_INDEX", String(part.item)), ("DRAGD_SIZE", String(size)),
      ("DRAGD_OPERATION", call.operation.rawValue),
      ("DRAGD_DROPPER", dropper.application.isEmpty ? dropper.connection : dropper.application),
    ]
    if let place = call.context.index { variables.append(("DRAGD_AT", String(place))) }
    return variables
  }

  private func ended(_ end: ShellCommand.End, _ part: AcceptedPart, _ size: UInt64) {
    let words = command.map { StandardErrorTail($0.errorTail) } ?? StandardErrorTail([])
    command = nil
    switch end {
    case .exited(0):
      for line in words.lines { Console.note(line) }
      let what = part.name ?? "item \(part.item)"
      Console.note("\(what): \(Measure.bytes(size)) of \(part.type)")
      finish(part)
    case .exited(let status):
      fail(.cancelled, cancellation ?? "the target's command ended with status \(status)", words)
    case .signalled(let signal):
      fail(.cancelled, cancellation ?? "the target's command was ended by signal \(signal)", words)
    }
  }

  /// Says that it is kept. dragd has counted what came as a file already, and a command gets no moves: no answer
  /// changes that.
  private func finish(_ part: AcceptedPart) {
    transfer = nil
    guard let done = part.transfer, let request = try? BrokerCall.finish(done) else {
      return next()
    }
    connection.perform(request) { [weak self] _ in self?.next() }
  }

  // MARK: The end

  private func succeed() {
    performance.succeed()
    end(true)
  }

  private func fail(
    _ code: ErrorCode, _ message: String, _ words: StandardErrorTail = StandardErrorTail([])
  ) {
    let text = words.text.map { "\(message): \($0)" } ?? message
    Console.report(Failure(.incomplete, text))
    // Its source need not wait for what will not come. What has ended already is not harmed by it.
    if let transfer, let request = try? BrokerCall<Void>.cancel(transfer, reason: text) {
      connection.post(request)
    }
    file?.giveUp()
    file = nil
    performance.fail(code, text)
    end(false)
  }

  private func end(_ hasSucceeded: Bool) {
    let work = then
    then = nil
    work?(hasSucceeded)
  }

  /// Asks dragd without waiting here; a refusal that `otherwise` does not take ends the drop with dragd's own
  /// error.
  private func ask<Reply>(
    _ make: () throws(DragError) -> BrokerCall<Reply>, then: @escaping (Reply) -> Void,
    otherwise: @escaping (DragError) -> Bool = { _ in false }
  ) {
    do throws(DragError) {
      connection.perform(try make()) { [weak self] result in
        switch result {
        case .success(let reply): then(reply)
        case .failure(let error): if !otherwise(error) { self?.failed(error) }
        }
      }
    } catch {
      failed(error)
    }
  }

  private func failed(_ error: DragError) {
    switch error.code {
    case .broker(let code): fail(code, error.message)
    case .noSessionBus, .noBroker, .disconnected, .noReply, .deniedByBus, .unsupported,
      .malformedReply, .other:
      fail(.cancelled, error.message)
    }
  }
}
