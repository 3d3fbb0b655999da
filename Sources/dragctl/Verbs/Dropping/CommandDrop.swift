internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// One drop: passes its items to the command or the folder, one after the other, each when it is complete.
final class CommandDrop {
  private let request: PerformRequest
  private let plan: TargetPlan
  let connection: BrokerConnection
  let loop: EventLoop
  private let workers: WorkerPool
  private var rest: ArraySlice<UInt32> = []
  var command: ShellCommand?
  private var file: DroppedFile?
  /// Moves of small content, which are stored together.
  private var group: MoveGroup?
  /// Items that were accepted with those of a group, and are stored alone.
  private var accepted: [AcceptedPart] = []
  /// How many of the next items are accepted each by itself.
  private var alone = 0
  /// The transfer that is not finished yet.
  var transfer: Identifier?
  /// The transfers that are not finished yet.
  var transfers: [Identifier] {
    (transfer.map { [$0] } ?? []) + (group?.transfers ?? []) + accepted.compactMap(\.transfer)
  }
  private var then: ((Bool) -> Void)?
  /// Whether the file of this item has arrived, and is being stored.
  private var isHere = false
  /// Why the command was asked to end.
  var cancellation: String?
  private var rules = TreeRules()

  /// Milliseconds for dragd to say whether it cancels; the caller waits only a little longer.
  private static let timeout = 4_000

  var call: TargetPerformCall { request.call }

  init(
    _ request: PerformRequest, _ plan: TargetPlan, _ connection: BrokerConnection,
    _ loop: EventLoop, _ workers: WorkerPool
  ) {
    self.request = request
    self.plan = plan
    self.connection = connection
    self.loop = loop
    self.workers = workers
  }

  /// Calls `then` at the end, with whether all items succeeded.
  func run(then: @escaping (Bool) -> Void) {
    self.then = then
    ask { [call] () throws(RequestError) in
      try .properties(of: call.offer)
    } then: { [weak self] (properties: OfferProperties) in
      guard let self else { return }
      // A program in a sandbox may drop what another one has offered.
      let isFromOwn =
        Remote.host == nil && !properties.isFromSandbox && !call.dropper.isSandboxed
      rules = TreeRules(
        names: isFromOwn ? .exact : .safe, allowsOuterLinks: isFromOwn && plan.allowsLinks)
      rest = (call.context.items ?? Array(0..<properties.itemCount))[...]
      next()
    }
  }

  /// Cancels the running transfer, unless it is too late. dragd's reply to the pending call, or the end of the
  /// command that has the file, then ends the drop.
  func cancel(_ transfer: Identifier, reason: String) -> Bool {
    guard transfers.contains(transfer) else { return false }
    let words = reason.isEmpty ? "cancelled" : "cancelled: \(reason)"
    if let command {
      cancellation = words
      command.terminate()
      return true
    }
    if isHere, call.operation != .move {
      guard file?.canBeGivenUp == true else { return false }
      // For dragd the transfer is finished: only this program can still give it up.
      fail(.cancelled, words)
      return true
    }
    do throws(RequestError) {
      // Waits for the reply: only dragd knows whether the transfer can still be cancelled.
      let request = try BrokerCall<Void>.cancel(transfer, reason: reason)
      try connection.perform(request, timeout: Self.timeout)
      return true
    } catch {
      return false
    }
  }

  /// Ends the drop with the program.
  func terminate() {
    command?.terminate()
    giveUp()
  }

  /// Drops what is not stored yet; a command that has all of an item continues.
  func giveUp() {
    file?.giveUp()
    group?.drop()
  }

  /// Whether something is still to be removed before the program ends.
  var isEnding: Bool { file?.isUnpacking ?? false }

  // MARK: Items

  func next() {
    if !accepted.isEmpty { return accepted(accepted.removeFirst()) }
    if alone == 0, rest.count > 1, case .folder(let place) = plan.action {
      return nextGroup(in: place)
    }
    guard let item = rest.popFirst() else { return succeed() }
    alone = max(alone - 1, 0)
    // The file is complete before the command sees it, and no other program can change it.
    let accept = acceptCall([item], .file)
    if call.operation == .move { FailPoint.pass("destination: send Accept") }
    ask { [call] () throws(RequestError) in
      try .accept(call.offer, accept)
    } then: { [weak self] (parts: [AcceptedPart]) in
      guard let self else { return }
      guard let part = parts.first else {
        return fail(.cancelled, "dragd's reply to Accept has no result")
      }
      accepted(part)
    } otherwise: { [weak self] error in
      // Items that have moved away or were used up before do not count as failures.
      guard let self, call.context.items == nil, error.code == .broker(.noSuchItem)
      else { return false }
      next()
      return true
    }
  }

  private func acceptCall(_ items: [UInt32], _ delivery: Delivery) -> AcceptCall {
    var options = AcceptOptions()
    options.operation = call.operation
    options.delivery = delivery
    // Much data needs time to reach the disk before Finish; if this program dies, leaving the bus ends the move.
    options.finishTimeout = 3_600_000
    return AcceptCall(items: items, types: plan.types, options: options)
  }

  // MARK: Groups

  /// Accepts several items with one call. If dragd refuses one of them, or their content is too much for one reply,
  /// each is accepted by itself.
  private func nextGroup(in place: OutputPlace) {
    let items = Array(rest.prefix(MoveGroup.most))
    rest = rest.dropFirst(items.count)
    let accept = acceptCall(items, .any)
    if call.operation == .move { FailPoint.pass("destination: send Accept") }
    ask { [call] () throws(RequestError) in
      try .accept(call.offer, accept)
    } then: { [weak self] (parts: [AcceptedPart]) in
      guard let self else { return }
      if call.operation == .move { FailPoint.pass("destination: Accept answered") }
      let together = call.operation == .move ? parts.filter { MoveGroup.takes($0) } : []
      accepted = call.operation == .move ? parts.filter { !MoveGroup.takes($0) } : parts
      if together.isEmpty { next() } else { store(together, in: place) }
    } otherwise: { [weak self] error in
      guard let self, case .broker = error.code else { return false }
      rest = items + rest
      alone = items.count
      next()
      return true
    }
  }

  private func store(_ parts: [AcceptedPart], in place: OutputPlace) {
    let names = parts.map { $0.fileName(rules.names) }
    let group: MoveGroup
    do throws(Failure) {
      group = try MoveGroup(parts, names, on: connection, place, force: false)
      self.group = group
      try group.store(plan.preservation)
    } catch {
      accepted += parts
      return fail(error)
    }
    group.finish(avoiding: UsedNames()) { [weak self] results in
      guard let self else { return }
      self.group = nil
      var failure: Failure?
      for ((part, name), result) in zip(zip(parts, names), results) {
        switch result {
        case .success(let moved):
          guard case .data(let bytes) = part.content else { continue }
          tell(
            DroppedFile.Kept(
              path: place.path(of: moved.name), size: UInt64(bytes.count), words: moved.words,
              notes: name.words.map { [$0] } ?? []))
        case .failure(let error): failure = failure ?? error
        }
      }
      if let failure { fail(failure) } else { next() }
    }
  }

  private func accepted(_ part: AcceptedPart) {
    transfer = part.transfer
    isHere = false
    switch plan.action {
    case .command: break
    case .folder(let place):
      do throws(Failure) {
        file = try DroppedFile(
          part, call.operation, plan, rules, in: place, connection, workers)
      } catch {
        return fail(error)
      }
    }
    switch part.content {
    case .descriptor(let file): store(file, part)
    case .data(let bytes):
      guard let file else { return fail(.cancelled, "dragd's reply to Accept has no file") }
      isHere = true
      cancellation = nil
      file.keep(bytes) { [weak self] result in self?.stored(result) }
    case .later:
      guard let transfer = part.transfer else {
        return fail(.cancelled, "dragd's reply to Accept has no file")
      }
      ask { () throws(RequestError) in
        try .receive(part.type, of: transfer)
      } then: { [weak self] (file: SharedDescriptor) in
        self?.store(file, part)
      }
    }
  }

  private func store(_ content: SharedDescriptor, _ part: AcceptedPart) {
    isHere = true
    cancellation = nil
    switch plan.action {
    case .command(let words): runCommand(content, part, words)
    case .folder:
      file?.keep(content) { [weak self] result in self?.stored(result) }
    }
  }

  private func stored(_ result: Result<DroppedFile.Kept, Failure>) {
    switch result {
    case .success(let kept): self.kept(kept)
    case .failure(let failure): fail(failure)
    }
  }

  // MARK: The folder

  private func kept(_ kept: DroppedFile.Kept) {
    file = nil
    transfer = nil
    tell(kept)
    next()
  }

  private func tell(_ kept: DroppedFile.Kept) {
    let path = Argument(kept.path).text
    Console.note("\(path): \(Measure.bytes(kept.size)), \(kept.words)")
    for note in kept.notes { Console.note("\(path): \(note)") }
  }

  // MARK: The end

  private func succeed() {
    request.reply.succeed()
    end(true)
  }

  /// For programs in a sandbox.
  static let unkept = "the target cannot keep it"

  func fail(_ failure: Failure) {
    // An error without a code is one of this machine's files.
    fail(
      failure.code ?? .cancelled, failure.message,
      forStrangers: failure.code == nil ? Self.unkept : failure.message)
  }

  /// - Parameters:
  ///   - message: in English, because the dropper reads it too.
  ///   - strangersMessage: the message for programs in a sandbox, which learn nothing of this machine's files.
  func fail(
    _ code: ErrorCode, _ message: String, _ words: StandardErrorTail = StandardErrorTail([]),
    forStrangers strangersMessage: String? = nil
  ) {
    let text = words.text.map { "\(message): \($0)" } ?? message
    Console.report(Failure(.incomplete, text))
    giveUp()
    if !isEnding { file = nil }
    let short = strangersMessage ?? message
    guard text != short, !call.dropper.isSandboxed else { return end(code, short) }
    // The source learns the reason too.
    guard let request = try? BrokerCall<OfferProperties>.properties(of: call.offer) else {
      return end(code, short)
    }
    connection.perform(request) { [weak self] properties in
      let isFromSandbox = (try? properties.get().isFromSandbox) ?? true
      self?.end(code, isFromSandbox ? short : text)
    }
  }

  private func end(_ code: ErrorCode, _ message: String) {
    // The source need not wait any longer. An ended transfer ignores this.
    for transfer in transfers {
      if let request = try? BrokerCall<Void>.cancel(transfer, reason: message) {
        connection.post(request)
      }
    }
    request.reply.fail(code, message)
    end(false)
  }

  private func end(_ hasSucceeded: Bool) {
    let work = then
    then = nil
    work?(hasSucceeded)
  }

  /// Calls dragd without blocking; an error that `otherwise` does not handle ends the drop with dragd's own error.
  private func ask<Reply>(
    _ make: () throws(RequestError) -> BrokerCall<Reply>, then: @escaping (Reply) -> Void,
    otherwise: @escaping (RequestError) -> Bool = { _ in false }
  ) {
    do throws(RequestError) {
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

  private func failed(_ error: RequestError) {
    switch error.code {
    case .broker(let code): fail(code, error.message)
    case .noReply: fail(.cancelled, "dragd ended during the drop")
    case .noSessionBus, .noBroker, .disconnected, .deniedByBus, .unsupported,
      .malformedReply, .other:
      fail(.cancelled, error.message)
    }
  }
}
