internal import DragConnection
internal import DragModel
internal import DragSystem

/// One move at its destination: written down, received into a hidden file, finished, and made permanent.
final class MoveReception {
  private let pending: PendingFile
  private let record: Note
  private let file: OwnedFileDescriptor
  /// Keeps the hidden file's folder open while an interruption may have to remove it from there.
  private let folder: Folder
  private var transfer: Identifier { pending.note.transfer }

  /// Milliseconds that Finish may take before what became of it is asked: longer than dragd ever waits for a source.
  private static let finishPatience = 60_000
  /// Milliseconds that dragd is asked what became of it.
  private static let outcomePatience = 20_000
  /// Milliseconds that any other call is waited for.
  private static let patience = 10_000

  /// Notes the transfer down, durably, and creates its hidden file.
  ///
  /// - Parameter suggestion: a safe file name, for a folder.
  init(
    _ transfer: Identifier, _ place: OutputPlace, suggestion: String, force: Bool
  ) throws(Failure) {
    let (path, name) =
      switch place {
      case .file(let folder, let name): (folder, name)
      case .folder(let folder): (folder, Array(suggestion.utf8))
      case .standardOutput, .special:
        preconditionFailure("a move was begun without a place on a disk")
      }
    do throws(SystemError) {
      let place = try FilePlace(in: path, name: name)
      pending = PendingFile(
        note: PendingNote(transfer: transfer, place: place, replaces: force))
      FailPoint.pass("destination: write the note")
      record = try NoteFolder.make(of: "dragctl").write(pending.note.name, pending.note.text)
      FailPoint.pass("destination: the note is written")
    } catch {
      throw Failure(
        .other, "cannot write down what is to be moved: \(error)",
        hint: "A move needs that, so that nothing is lost or doubled after a crash.")
    }
    record.removeWhenInterrupted()
    do throws(SystemError) {
      folder = try Folder(path: pending.note.place.folder)
      file = try folder.create(pending.note.temporaryName, mode: 0o666)
      Interruption.removesFirst(pending.note.temporaryName, in: folder)
      FailPoint.pass("destination: the hidden file is there")
    } catch {
      record.remove()
      Interruption.forgetFile()
      throw Output.failure(place, error)
    }
  }

  /// Where the content goes.
  func output(_ place: OutputPlace) throws(Failure) -> Output {
    do throws(SystemError) {
      return Output(place, pending: try file.duplicate())
    } catch {
      throw Output.failure(place, error)
    }
  }

  /// All has been written: waits until it is on the disk.
  func store(_ place: OutputPlace) throws(Failure) {
    do throws(SystemError) {
      FailPoint.pass("destination: sync the data")
      try file.synchronizeContent()
      try folder.synchronize()
      FailPoint.pass("destination: the data is on the disk")
    } catch {
      throw Output.failure(place, error)
    }
  }

  /// A move that has come to its end.
  struct Moved {
    let name: [UInt8]
    /// Nil when that could not be learnt.
    let sourceHasDeleted: Bool?
  }

  /// Finishes the move, and gives the file its name when it is committed.
  func finish(
    on connection: BrokerConnection, deadline: Deadline, sparing taken: TakenNames
  ) throws(Failure) -> Moved {
    // From here on only dragd knows what becomes of the item: an interruption leaves everything as it is.
    Interruption.forgetFile()
    FailPoint.pass("destination: send Finish")
    let answer = Result { () throws(DragError) in try finish(connection, deadline) }
    return try conclude(answer, connection, sparing: taken)
  }

  /// The same without waiting for Finish here: `then` is called on the loop.
  func finish(
    on connection: BrokerConnection, then: @escaping (Result<Moved, Failure>) -> Void
  ) {
    Interruption.forgetFile()
    FailPoint.pass("destination: send Finish")
    let answered = { [self] (answer: Result<FinishResult, DragError>) in
      then(
        Result { () throws(Failure) in
          try conclude(answer, connection, sparing: TakenNames())
        })
    }
    do throws(DragError) {
      connection.perform(try .finish(transfer), timeout: Self.finishPatience, then: answered)
    } catch {
      answered(.failure(error))
    }
  }

  private func conclude(
    _ answer: Result<FinishResult, DragError>, _ connection: BrokerConnection,
    sparing taken: TakenNames
  ) throws(Failure) -> Moved {
    let acknowledged = try commit(answer, connection)
    let placement: PendingFile.Placement
    do throws(Refusal) {
      placement = try pending.makePermanent(sparing: taken)
    } catch {
      throw Failure(
        .other, error.message, hint: "“dragctl recover” gives it its name when that can be done.")
    }
    forget(connection)
    switch placement {
    case .placed(let name): return Moved(name: name, sourceHasDeleted: acknowledged)
    case .wasPlaced:
      throw Failure(
        .other, "\(pending.temporaryText) is gone: somebody has removed or renamed it")
    }
  }

  /// Returns once the item is this side's; throws when it is not, or is not known to be.
  private func commit(
    _ answer: Result<FinishResult, DragError>, _ connection: BrokerConnection
  ) throws(Failure) -> Bool? {
    let failure: DragError
    switch answer {
    case .success(let result):
      FailPoint.pass("destination: Finish answered")
      return result.acknowledged
    case .failure(let error):
      FailPoint.pass("destination: Finish failed")
      failure = error
    }
    let outcome = try failure.abortsMove ? .aborted : inquire(connection, failure)
    switch outcome {
    case .committed: return nil
    case .aborted:
      drop(connection)
      throw Failure(failure).incomplete
    }
  }

  private func finish(
    _ connection: BrokerConnection, _ deadline: Deadline
  ) throws(DragError) -> FinishResult {
    let patience = Deadline(Milliseconds(2000))
    while true {
      do throws(DragError) {
        return try connection.perform(
          .finish(transfer), timeout: deadline.remaining(atMost: Self.finishPatience))
      } catch {
        // The end of the stream may be here before dragd itself has taken note of it.
        guard error.code == .broker(.busy), !patience.hasPassed else { throw error }
        Rest.milliseconds(2)
      }
    }
  }

  private func inquire(
    _ connection: BrokerConnection, _ failure: DragError
  ) throws(Failure) -> SettledOutcome {
    let outcome: SettledOutcome?
    do throws(DragError) {
      outcome = try connection.settledOutcome(
        of: transfer, within: Self.outcomePatience, awaitsBroker: true)
    } catch {
      throw Self.undecided(error)
    }
    guard let outcome else { throw Self.undecided(failure) }
    return outcome
  }

  private static func undecided(_ error: DragError) -> Failure {
    var failure = Failure(error)
    failure.status = failure.status == .unavailable ? .unavailable : .incomplete
    failure.message = "whether it has moved is not decided yet: \(failure.message)"
    failure.hint = "“dragctl recover” settles it, and so does the next start of dragctl."
    return failure
  }

  /// Nothing was moved, and nothing can be any more: the data goes.
  func drop(_ connection: BrokerConnection) {
    Interruption.forgetFile()
    guard (try? pending.drop()) != nil else { return }
    forget(connection)
  }

  /// Both sides are done with it once dragd has answered. If it does not, `dragctl recover` repeats this.
  private func forget(_ connection: BrokerConnection) {
    guard (try? connection.settle(transfer, timeout: Self.patience)) != nil else { return }
    FailPoint.pass("destination: remove the note")
    record.remove()
    FailPoint.pass("destination: the note is removed")
  }
}

extension Failure {
  /// The same, as the failure of a transfer that had begun.
  fileprivate var incomplete: Failure {
    var failure = self
    switch status {
    case .refused, .incomplete: break
    case .success, .other, .usage, .nothingOffered, .nothingAcceptable, .unavailable,
      .interrupted:
      failure.status = .incomplete
    }
    return failure
  }
}
