internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// One move at its destination: noted, received into a hidden file, finished, and made permanent.
final class MoveReceiver {
  typealias Moved = ReceivedMove.Moved

  private let move: ReceivedMove
  private let file: OwnedFileDescriptor
  /// Keeps the hidden file's folder open while an interruption may remove the file.
  private let folder: Folder

  /// Writes the note about the transfer, durably, and creates the hidden file.
  ///
  /// - Parameters:
  ///   - connection: the one that has just accepted the item.
  ///   - suggestion: the file's name, for a folder.
  init(
    _ transfer: Identifier, on connection: BrokerConnection, _ place: OutputPlace,
    suggestion: [UInt8], force: Bool
  ) throws(Failure) {
    let pending = try Self.pendingFiles(
      [(transfer, suggestion)], on: connection, place, force: force)[0]
    let record = try Self.note([pending])[0]
    move = ReceivedMove(pending: pending, record: record)
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

  /// The hidden files of moves of one place.
  ///
  /// - Parameter names: the transfers, with the names of the files in a folder.
  static func pendingFiles(
    _ names: [(transfer: Identifier, name: [UInt8])], on connection: BrokerConnection,
    _ place: OutputPlace, force: Bool
  ) throws(Failure) -> [PendingFile] {
    let ledger = try mapError { () throws(RequestError) in
      try connection.ledger(timeout: ReceivedMove.timeout)
    } to: {
      Failure($0)
    }
    let (path, own): ([UInt8], [UInt8]?) =
      switch place {
      case .file(let folder, let name): (folder, name)
      case .folder(let folder): (folder, nil)
      case .standardOutput, .special:
        preconditionFailure("a move needs a place on a disk")
      }
    let folder = try mapError { () throws(SystemError) in
      try FilePlace(in: path, name: [])
    } to: {
      unwritten($0)
    }
    return names.map { transfer, name in
      PendingFile(
        note: PendingNote(
          move: NotedMove(transfer, ledger: ledger, host: Remote.host),
          place: FilePlace(
            folder: folder.folder, folderInode: folder.folderInode, name: own ?? name),
          replaces: force))
    }
  }

  /// Writes the note about moves, durably; returns it under the name of each.
  static func note(_ files: [PendingFile]) throws(Failure) -> [Note] {
    do throws(SystemError) {
      FailPoint.pass("destination: write the note")
      let folder = try NoteFolder.make(of: "dragctl")
      var notes: [Note] = []
      if files.count > 1 {
        let text = PendingNote.text(of: files.map(\.note))
        notes = (try? folder.write(files.map(\.note.name), text))?.compactMap { $0 } ?? []
      }
      if notes.count < files.count {
        // One, or a file system that has no notes of several names.
        for note in notes { note.remove() }
        notes = []
        for file in files { notes.append(try folder.write(file.note.name, file.note.text)) }
      }
      FailPoint.pass("destination: the note is written")
      return notes
    } catch {
      throw unwritten(error)
    }
  }

  private static func unwritten(_ error: SystemError) -> Failure {
    Failure(
      .other, translated("cannot write down what is to be moved: {reason}", ["reason": error]),
      hint: translated("A move needs that, so that nothing is lost or doubled after a crash."))
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
    move.pending.keepReplacedMode(file, in: folder)
    try mapError { () throws(SystemError) in
      FailPoint.pass("destination: sync the data")
      try file.synchronize()
      try folder.synchronize()
      FailPoint.pass("destination: the data is on the disk")
    } to: {
      Output.failure(place, $0)
    }
  }

  /// Finishes the move, and gives the file its name when it is committed.
  func finish(
    on connection: BrokerConnection, deadline: Deadline, avoiding used: UsedNames
  ) throws(Failure) -> Moved {
    // From here on only dragd knows what becomes of the item, so an interruption must leave everything as it is.
    Interruption.forgetFiles()
    var completion = move.completion
    return try move.complete(
      &completion, on: connection,
      finishing: deadline.remaining(atMost: ReceivedMove.finishTimeout), avoiding: used)
  }

  /// The same without blocking in Finish: the loop calls `then`.
  func finish(
    on connection: BrokerConnection, then: @escaping (Result<Moved, Failure>) -> Void
  ) {
    Interruption.forgetFiles()
    FailPoint.pass("destination: send Finish")
    var completion = move.completion
    let answered = { [self] (event: MoveCompletion.Event) in
      ReceivedMove.passFailPoint(.finish, event)
      completion.follow(event, at: Clock.monotonic)
      then(
        Result { () throws(Failure) in
          try move.complete(
            &completion, on: connection, finishing: ReceivedMove.finishTimeout,
            avoiding: UsedNames())
        })
    }
    do throws(RequestError) {
      connection.perform(
        try .finish(move.transfer), timeout: ReceivedMove.finishTimeout
      ) { answer in
        switch answer {
        case .success(let result): answered(.finished(result))
        case .failure(let error): answered(.failed(error))
        }
      }
    } catch {
      answered(.failed(error))
    }
  }

  /// Drops the data: nothing was moved, and no later step can move it.
  func drop(_ connection: BrokerConnection) {
    Interruption.forgetFiles()
    move.drop(connection)
  }
}
