internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// A drop that moves files: this program is their source until it has deleted them durably.
final class MovingDrop {
  private let connection: BrokerConnection
  private let loop: EventLoop
  private let items: [SourceItem]
  private let moving: MovingSource
  private var signals: SignalWatch?
  /// What happened to the files, for people; after a success the drop's result says it.
  private var words: [String] = []
  private var answer: Result<DropResult, RequestError>?

  /// Only the target may accept the files, and it may only move them.
  static var options: OfferOptions {
    var options = OfferOptions()
    options.operations = [.move]
    options.isPrivate = true
    options.linger = 0
    return options
  }

  /// Opens the files, and writes the note about them, durably: `run` settles that.
  init(_ plan: OfferPlan, _ connection: BrokerConnection) throws(Failure) {
    self.connection = connection
    loop = try VerbSession.makeLoop()
    let contents = try MovableContents(plan)
    items = contents.items
    moving = try MovingSource(contents.files)
    moving.say = { [unowned self] in words.append($0) }
  }

  /// Returns when the target has all files and dragctl has deleted them here.
  func run(on target: Identifier, _ context: DropContext) throws(Failure) -> DropResult {
    let result: DropResult
    do throws(Failure) {
      result = try drop(on: target, context)
    } catch {
      // Reports the failure first, then the files that have moved nevertheless, and moves that are not settled.
      Console.report(error)
      try close()
      throw Failure(error.status, "")
    }
    try moving.close()
    guard moving.hasFiles else { return result }
    tell()
    let count = items.count
    throw Failure(
      .incomplete,
      translated(
        "the target has taken {rest} of {count} files; the others stay",
        ["rest": count - moving.rest, "count": count]))
  }

  private func drop(
    on target: Identifier, _ context: DropContext
  ) throws(Failure) -> DropResult {
    connection.attach(to: loop)
    serve()
    signals = try mapError { () throws(SystemError) in
      try SignalWatch(MovingSource.interruptions, on: loop) { [unowned self] in
        interrupt($0)
      }
    } to: {
      Failure(.other, "\($0)")
    }
    var publication = RemainingOffer(items, Self.options)
    var renewal = Renewal()
    let offer = try renewal.ask(on: connection) { _ throws(Failure) in
      try moving.publish(&publication, on: connection)
    }
    return try mapError { () throws(RequestError) in
      connection.perform(try .drop(offer, on: target, context)) { [unowned self] in answer = $0 }
      while answer == nil || moving.isAnswering { loop.turn(timeout: nil) }
      // The last reply must not be lost with the connection.
      connection.bus.flush()
      switch answer {
      case .success(let result): return result
      case .failure(let error): throw error
      case nil: preconditionFailure("waited for the answer")
      }
    } to: {
      $0.code == .noReply ? Failure.lostDrop : Failure($0)
    }
  }

  private func serve() {
    connection.serveSource(
      at: CommandSource.path,
      SourceHandlers(
        // dragd holds the files, so dragctl makes no content.
        provide: { $0.fail("everything that this dragctl offers is there already") },
        prepareLater: { [unowned self] call, reply in
          moving.prepare(call, reply, on: connection, loop)
        },
        endedLater: { [unowned self] call, reply in moving.ended(call, reply, loop) },
        released: { _ in }))
  }

  private func close() throws(Failure) {
    defer { tell() }
    try moving.close()
  }

  private func tell() {
    for text in words { Console.note(text) }
    words = []
  }

  /// Files that the target has not finished by then stay here.
  private func interrupt(_ signal: SignalWatch.Signal) {
    do throws(Failure) {
      try close()
    } catch {
      Console.report(error)
    }
    ProgramExit.by(signal.rawValue)
  }
}
