internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// A source that stays: it serves dragd until its offer is over or the person ends the program.
final class CommandSource {
  private let connection: BrokerConnection
  private let plan: OfferPlan
  private var publication: RemainingOffer
  /// The files that can be moved; nil without moves.
  private let moving: MovingSource?
  private let folders: FolderProvider
  let loop: EventLoop
  private let display: SourceDisplay
  private var signals: SignalWatch?
  private var renewal = Renewal()
  /// Running commands, by transfer and type.
  private var commands: [Run: ShellCommand] = [:]
  private var isReleased = false
  private var end: Result<Void, Failure>?
  /// The next dragd has the offer under this identifier.
  var onRenewal: ((Identifier) -> Void)?
  /// Whether the offer is the content of the clipboard, which `withdraw --all` leaves.
  var isCopy = false

  private struct Run: Hashable {
    let transfer: Identifier
    let type: MIMEType
  }

  static let path = "/org/dragd/dragctl/source"

  init(
    _ connection: BrokerConnection, _ plan: OfferPlan, _ publication: RemainingOffer,
    _ folders: [UInt32: FolderSnapshot], _ moving: MovingSource?, _ style: Progress.Style
  ) throws(Failure) {
    self.connection = connection
    self.plan = plan
    self.publication = publication
    self.moving = moving
    loop = try VerbSession.makeLoop()
    self.folders = FolderProvider(folders, loop)
    display = SourceDisplay(style)
    self.folders.onIdle = { [unowned self] in finishWhenIdle() }
    moving?.say = { [display] in display.note($0) }
    moving?.onAnswer = { [unowned self] in finishWhenIdle() }
  }

  /// Publishes the offer and serves its source object.
  func publish() throws(Failure) -> Identifier {
    connection.attach(to: loop)
    try mapError { () throws(RequestError) in
      try connection.followOwner()
    } to: {
      Failure($0)
    }
    connection.followTransfers { [unowned self] id, signal in display.update(id, signal) }
    connection.onOwnerChange = { [unowned self] owner in
      // All transfers have ended with that dragd.
      for command in commands.values { command.terminate() }
      display.endAll()
      if let owner { republish(at: owner) }
      finishWhenIdle()
    }
    connection.onDisconnect = { [unowned self] in
      recordEnd(.failure(.disconnected))
    }
    serve()
    signals = try mapError { () throws(SystemError) in
      try SignalWatch(MovingSource.interruptions, on: loop) { [unowned self] in
        interrupt($0)
      }
    } to: {
      Failure(.other, "\($0)")
    }
    return try offer()
  }

  /// Serves until the end.
  func run() throws(Failure) {
    while end == nil { loop.turn(timeout: nil) }
    display.clear()
    try end?.get()
  }

  private func serve() {
    connection.serveSource(
      at: Self.path,
      SourceHandlers(
        provide: { [unowned self] in provide($0) },
        prepareLater: { [unowned self] call, reply in
          guard let moving else { return reply.reply(nil) }
          moving.prepare(call, reply, on: connection, loop)
        },
        endedLater: { [unowned self] call, reply in
          publication.record(call)
          if let moving { moving.ended(call, reply, loop) } else { reply.reply(nil) }
          ended(call)
        },
        released: { [unowned self] call in
          guard call.offer == renewal.id else { return }
          isReleased = true
          finishWhenIdle()
        }))
    var handlers = ControlObject.Handlers()
    handlers.transfers = { [unowned self] in display.transfers }
    handlers.withdraw = { [unowned self] id in
      guard id == renewal.id else { return false }
      withdraw(id)
      return true
    }
    handlers.withdrawAll = { [unowned self] in
      guard let offer = renewal.id, !isCopy else { return [] }
      withdraw(offer)
      return [offer]
    }
    handlers.cancel = { [unowned self] transfer, reason in
      guard display.transfers.contains(transfer) else { return false }
      if let request = try? BrokerCall<Void>.cancel(transfer, reason: reason) {
        connection.post(request)
      }
      return true
    }
    ControlObject.serve(on: connection, loop, handlers)
  }

  // MARK: Transfers

  private func provide(_ request: ProvideRequest) {
    let run = Run(transfer: request.transfer, type: request.type)
    if let place = publication.place(of: request.item),
      let folder = folders.folder(request, at: place)
    {
      display.addTransfer(request.transfer, folder.name, folder.archiveSize)
      return folders.provide(request, folder)
    }
    display.addTransfer(
      request.transfer, request.type.description, plan.size(of: request.type))
    guard let command = plan.command(for: request.type), let pipe = request.pipe else {
      request.fail("there is no command for \(request.type)")
      return
    }
    do throws(SystemError) {
      commands[run] = try ShellCommand(
        command.bytes, output: pipe.descriptor,
        environment: [
          ("DRAGCTL_OFFER", request.offer.description),
          ("DRAGCTL_TRANSFER", request.transfer.description),
          ("DRAGCTL_ITEM", String(request.item)), ("DRAGCTL_TYPE", request.type.description),
        ], on: loop
      ) { [unowned self] end in ended(run, end, request) }
      // The command has the pipe now; its end closes it.
      request.closePipe()
    } catch {
      request.fail("\(command.text): \(error.reason)")
    }
  }

  private func ended(_ run: Run, _ end: ShellCommand.End, _ request: ProvideRequest) {
    let end = CommandEnd(end, of: commands.removeValue(forKey: run))
    if let failure = end.failure {
      request.fail(failure)
    } else {
      for line in end.lines { display.note(line) }
      request.succeed()
    }
    finishWhenIdle()
  }

  private func ended(_ call: EndedCall) {
    if let transfer = call.transfer {
      for (run, command) in commands where run.transfer == transfer { command.terminate() }
    }
    display.end(call)
    finishWhenIdle()
  }

  // MARK: The end

  private func republish(at owner: String) {
    // The move has ended; `close` handles its outcome.
    guard !isReleased else { return moving == nil ? () : recordEnd(.success(())) }
    // Each item was accepted as often as it may be, and dragd has ended before it reported that.
    guard publication.hasItems else {
      isReleased = true
      return finishWhenIdle()
    }
    guard renewal.brokerAppeared(owner) else { return }
    do throws(Failure) {
      let id = try offer()
      display.note(translated("dragd restarted: offered again as {id}", ["id": id]))
      onRenewal?(id)
    } catch {
      guard renewal.isOver else { return }
      recordEnd(moving?.hasFiles == false ? .success(()) : .failure(error))
    }
  }

  /// Publishes what is left.
  private func offer() throws(Failure) -> Identifier {
    var rest = publication
    defer { publication = rest }
    // A restarted dragd may have restored the offer, and must not list it twice.
    return try renewal.ask(on: connection) { old throws(Failure) in
      if let moving { return try moving.publish(&rest, on: connection, replacing: old) }
      return try rest.publish(on: connection, source: Self.path, replacing: old)
    }
  }

  /// Withdraws the offer: `run` returns once the transfers that run have ended.
  func endOffer() {
    guard let offer = renewal.id, !isReleased else { return }
    withdraw(offer)
  }

  private func withdraw(_ offer: Identifier) {
    if let request = try? BrokerCall<Void>.withdraw(offer) { connection.post(request) }
  }

  /// Running transfers continue after the offer is over.
  private func finishWhenIdle() {
    if isReleased, commands.isEmpty, folders.isIdle, !display.hasTransfers, moving?.isBusy != true {
      recordEnd(.success(()))
    }
  }

  private func interrupt(_ signal: SignalWatch.Signal) {
    for command in commands.values { command.terminate() }
    if let offer = renewal.id { withdraw(offer) }
    connection.bus.flush()
    display.clear()
    do throws(Failure) {
      try moving?.close()
    } catch {
      Console.report(error)
    }
    ProgramExit.by(signal.rawValue)
  }

  private func recordEnd(_ result: Result<Void, Failure>) {
    if end == nil { end = result }
  }
}

extension OfferPlan {
  /// The command that makes a type; with commands there is only one item.
  func command(for type: MIMEType) -> Argument? {
    for case .command(let command, type, _) in items.flatMap(\.pieces) { return command }
    return nil
  }

  func size(of type: MIMEType) -> UInt64? {
    for case .command(_, type, let size) in items.flatMap(\.pieces) { return size }
    return nil
  }
}
