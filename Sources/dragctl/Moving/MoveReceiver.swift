internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// One move at its destination: noted, received into a hidden file, finished, and made permanent.
final class MoveReceiver {
  private let pending: PendingFile
  private let record: Note
  private let file: OwnedFileDescriptor
  /// Keeps the hidden file's folder open while an interruption may remove the file.
  private let folder: Folder
  private var transfer: Identifier { pending.note.move.transfer }

  /// Milliseconds to wait for Finish before asking for the outcome: longer than dragd ever waits for a source.
  private static let finishTimeout = 60_000
  /// Milliseconds to ask dragd for the outcome.
  private static let outcomeTimeout = 20_000
  /// Milliseconds to wait for any other call.
  private static let timeout = 10_000

  /// Writes the note about the transfer, durably, and creates the hidden file.
  ///
  /// - Parameters:
  ///   - connection: the one that has just accepted the item.
  ///   - suggestion: a safe file name, for a folder.
  init(
    _ transfer: Identifier, on connection: BrokerConnection, _ place: OutputPlace,
    suggestion: String, force: Bool
  ) throws(Failure) {
    let ledger = try mapError { () throws(RequestError) in
      try connection.ledger(timeout: Self.timeout)
    } to: {
      Failure($0)
    }
    let (path, name) =
      switch place {
      case .file(let folder, let name): (folder, name)
      case .folder(let folder): (folder, Array(suggestion.utf8))
      case .standardOutput, .special:
        preconditionFailure("a move needs a place on a disk")
      }
    do throws(SystemError) {
      let place = try FilePlace(in: path, name: name)
      pending = PendingFile(
        note: PendingNote(
          move: NotedMove(transfer, ledger: ledger), place: place, replaces: force))
      FailPoint.pass("destination: write the note")
      record = try NoteFolder.make(of: "dragctl").write(pending.note.name, pending.note.text)
      FailPoint.pass("destination: the note is written")
    } catch {
      throw Failure(
        .other, translated("cannot write down what is to be moved: {reason}", ["reason": error]),
        hint: translated("A move needs that, so that nothing is lost or doubled after a crash."))
    }
    do throws(SystemError) {
      folder = try Folder(path: pending.note.place.folder)
      // Before the file is there: an interruption that removed the note alone would leave the file for ever.
      record.removeWhenInterrupted()
      Interruption.setFileToRemoveFirst(pending.note.temporaryName, in: folder)
      file = try folder.create(pending.note.temporaryName, mode: 0o666)
      FailPoint.pass("destination: the hidden file is there")
    } catch {
      record.remove()
      Interruption.forgetFiles()
      throw Output.failure(place, error)
    }
  }

  /// The output that the content goes to.
  func output(_ place: OutputPlace) throws(Failure) -> Output {
    return try mapError { () throws(SystemError) in
      Output(place, pending: try file.duplicate())
    } to: {
      Output.failure(place, $0)
    }
  }

  /// Waits until the content, which is complete, is on the disk, with the mode and time that it keeps.
  func store(_ place: OutputPlace) throws(Failure) {
    try mapError { () throws(SystemError) in
      FailPoint.pass("destination: sync the data")
      try file.synchronize()
      try folder.synchronize()
      FailPoint.pass("destination: the data is on the disk")
    } to: {
      Output.failure(place, $0)
    }
  }

  /// A move that is complete.
  struct Moved {
    let name: [UInt8]
    /// Nil when that is unknown.
    let sourceHasDeleted: Bool?
  }

  /// Finishes the move, and gives the file its name when it is committed.
  func finish(
    on connection: BrokerConnection, deadline: Deadline, avoiding used: UsedNames
  ) throws(Failure) -> Moved {
    // From here on only dragd knows what becomes of the item, so an interruption must leave everything as it is.
    Interruption.forgetFiles()
    var completion = completion
    return try complete(
      &completion, on: connection, finishing: deadline.remaining(atMost: Self.finishTimeout),
      avoiding: used)
  }

  /// The same without blocking in Finish: the loop calls `then`.
  func finish(
    on connection: BrokerConnection, then: @escaping (Result<Moved, Failure>) -> Void
  ) {
    Interruption.forgetFiles()
    FailPoint.pass("destination: send Finish")
    var completion = completion
    let answered = { [self] (event: MoveCompletion.Event) in
      passFailPoint(.finish, event)
      completion.follow(event, at: Clock.monotonic)
      then(
        Result { () throws(Failure) in
          try complete(
            &completion, on: connection, finishing: Self.finishTimeout, avoiding: UsedNames())
        })
    }
    do throws(RequestError) {
      connection.perform(try .finish(transfer), timeout: Self.finishTimeout) { answer in
        switch answer {
        case .success(let result): answered(.finished(result))
        case .failure(let error): answered(.failed(error))
        }
      }
    } catch {
      answered(.failed(error))
    }
  }

  private var completion: MoveCompletion {
    MoveCompletion(
      of: pending.note.move, isRecovery: false,
      times: .init(outcome: Self.outcomeTimeout, acknowledgement: 0, awaitsBroker: true),
      at: Clock.monotonic)
  }

  /// Returns when the destination has the item; throws when it has not, or when that is unknown.
  private func complete(
    _ completion: inout MoveCompletion, on connection: BrokerConnection, finishing: Int,
    avoiding used: UsedNames
  ) throws(Failure) -> Moved {
    var placement: PendingFile.Placement?
    while completion.step != .end {
      let event: MoveCompletion.Event
      switch completion.step {
      case .keep:
        placement = try makePermanent(avoiding: used)
        event = .performed
      case .discard:
        // “dragctl recover” drops what could not be dropped here.
        guard (try? pending.drop()) != nil else { throw Self.failure(completion) }
        event = .performed
      case .forget:
        forget()
        event = .performed
      case .finish, .askOutcome, .pause, .acknowledge, .end:
        event = connection.perform(
          completion, finishing: finishing, timeout: Self.timeout)
        passFailPoint(completion.step, event)
      }
      completion.follow(event, at: Clock.monotonic)
    }
    guard case .kept(let sourceHasDeleted) = completion.conclusion else {
      throw Self.failure(completion)
    }
    guard case .placed(let name) = placement else {
      throw Failure(
        .other,
        translated(
          "{path} does not exist: another program has removed or renamed it",
          ["path": pending.temporaryText])
      )
    }
    return Moved(name: name, sourceHasDeleted: sourceHasDeleted)
  }

  private func passFailPoint(_ step: MoveCompletion.Step, _ event: MoveCompletion.Event) {
    guard step == .finish else { return }
    if case .failed = event {
      FailPoint.pass("destination: Finish failed")
    } else {
      FailPoint.pass("destination: Finish answered")
    }
  }

  private func makePermanent(
    avoiding used: UsedNames
  ) throws(Failure) -> PendingFile.Placement {
    return try mapError { () throws(Refusal) in
      try pending.makePermanent(avoiding: used)
    } to: {
      Failure(
        .other, $0.message,
        hint: translated("“dragctl recover” gives it its name when that can be done."))
    }
  }

  /// Why the destination does not have the item, or why that is unknown.
  private static func failure(_ completion: MoveCompletion) -> Failure {
    switch completion.conclusion {
    // A dragd that has taken the place of another knows of no transfer, and what it has on record was not moved.
    case .discarded(let error?) where error.code == .broker(.noSuchTransfer):
      Failure(.incomplete, translated("dragd ended during the move: nothing was moved"))
    case .discarded(let error?): Failure(error).incomplete
    case .undecided(let error?): undecided(Failure(error))
    case .unrecorded:
      Failure(
        .incomplete, Recovery.unrecorded,
        hint: translated("“dragctl recover” tells how to settle it."))
    case .kept, .discarded, .undecided, nil:
      undecided(Failure(.incomplete, translated("dragd has not reported the outcome")))
    }
  }

  private static func undecided(_ error: Failure) -> Failure {
    var failure = error
    failure.status = failure.status == .unavailable ? .unavailable : .incomplete
    failure.message = translated(
      "whether it has moved is not decided yet: {reason}", ["reason": failure.message])
    failure.hint = translated(
      "“dragctl recover” settles it, and so does the next start of dragctl.")
    return failure
  }

  /// Drops the data: nothing was moved, and no later step can move it.
  func drop(_ connection: BrokerConnection) {
    Interruption.forgetFiles()
    guard (try? pending.drop()) != nil else { return }
    do throws(RequestError) {
      FailPoint.pass("destination: send AcknowledgeOutcome")
      try connection.perform(.acknowledgeOutcome(transfer), timeout: Self.timeout)
      FailPoint.pass("destination: AcknowledgeOutcome answered")
      forget()
    } catch {
      // “dragctl recover” repeats it.
    }
  }

  /// Removes the note: both sides are done.
  private func forget() {
    FailPoint.pass("destination: remove the note")
    record.remove()
    FailPoint.pass("destination: the note is removed")
  }
}

extension Failure {
  /// The same, as the failure of a transfer that had started.
  fileprivate var incomplete: Failure {
    var failure = self
    switch status {
    case .refused, .incomplete: break
    case .success, .other, .usage, .notFound, .nothingAcceptable, .unavailable,
      .interrupted, .brokenPipe:
      failure.status = .incomplete
    }
    return failure
  }
}
