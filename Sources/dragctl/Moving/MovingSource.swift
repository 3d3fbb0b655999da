internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// The files that this process offers to be moved, with the note about them that outlives the process.
final class MovingSource {
  private let source: SourceNote
  private let note: Note
  /// The keys of the files that have moved away.
  private(set) var moved: Set<String> = []
  /// Moves that dragd has asked about and not ended yet.
  private var preparing: Set<Identifier> = []
  /// The files of these moves, and those that have moved away and are not deleted yet; by their keys.
  private var holds: [String: FileHold] = [:]
  /// The files, by their keys.
  private let files: [String: MovableFile]
  /// dragd's calls that have come close together. They are answered together, and wait for the disk together.
  private var prepares: [(call: PrepareCall, reply: PendingReply<Void>)] = []
  private var ends: [(call: EndedCall, reply: PendingReply<Void>)] = []
  private let prepareGathering = CallGathering()
  private let endGathering = CallGathering()
  /// Called when calls were answered.
  var onAnswer: () -> Void = {}
  /// Whether dragd may have an offer under the cookie.
  private var hasOffered = false
  /// Prints a message for people.
  var say: (String) -> Void = { Console.note($0) }

  /// Milliseconds to wait for a call that dragd answers at once.
  private static let timeout = 10_000

  /// The signals that ask a program to end.
  static let interruptions: [SignalWatch.Signal] = [.interrupt, .terminate, .hangUp]

  /// Holds interruptions back, because one before `close` would leave the note behind. Then writes the note, durably.
  init(_ files: [MovableFile]) throws(Failure) {
    source = SourceNote(cookie: Self.random(), files: files, host: Remote.host)
    self.files = Dictionary(files.map { ($0.key, $0) }) { first, _ in first }
    do throws(SystemError) {
      try SignalWatch.hold(Self.interruptions)
      FailPoint.pass("source: write the note")
      note = try NoteFolder.make(of: "dragctl").write(
        SourceNote.namePrefix + Self.random(), source.text)
      FailPoint.pass("source: the note is written")
    } catch {
      throw Failure(
        .other, translated("cannot write down what is to be moved: {reason}", ["reason": error]),
        hint: translated("A move needs that, so that nothing is lost or doubled after a crash."))
    }
  }

  /// 130 bits from the kernel's random numbers.
  static func random() -> String {
    Identifier(
      high: Random.number(), middle: Random.number(),
      low: UInt8(truncatingIfNeeded: Random.number())
    ).description
  }

  private var cookie: String { source.cookie }

  /// How many files have not moved away.
  var rest: Int { source.files.count - moved.count }

  /// Whether a move is under way, whose commit dragd may be writing.
  var isBusy: Bool { !preparing.isEmpty || isAnswering }

  /// Whether dragd waits for an answer.
  var isAnswering: Bool { !prepares.isEmpty || !ends.isEmpty }

  var hasFiles: Bool { rest > 0 }

  // MARK: dragd's calls

  /// Holds the file, and checks it: no other program moves it from then on.
  ///
  /// - Parameter connection: the one that has offered the file.
  func prepare(
    _ call: PrepareCall, _ reply: PendingReply<Void>, on connection: BrokerConnection,
    _ loop: EventLoop
  ) {
    prepares.append((call, reply))
    guard prepares.count == 1 else { return }
    prepareGathering.gather(on: loop) { [weak self] in
      self?.prepares.count ?? 0
    } then: { [weak self] in
      self?.answerPrepares(on: connection)
    }
  }

  private func answerPrepares(on connection: BrokerConnection) {
    let calls = prepares
    prepares = []
    defer { onAnswer() }
    let ledger: Identifier?
    do throws(RequestError) {
      ledger = try connection.ledger(timeout: Self.timeout)
    } catch {
      for (_, reply) in calls { reply.reply(Refusal(error.message)) }
      return
    }
    var known: [(call: PrepareCall, reply: PendingReply<Void>, file: MovableFile)] = []
    for (call, reply) in calls {
      guard let file = files[call.key] else {
        reply.reply(Refusal("this dragctl does not offer what is to be moved"))
        continue
      }
      known.append((call, reply, file))
    }
    let held = connection.hold(
      known.map { $0.file.wanted(for: $0.call.transfer, ledger: ledger) }, timeout: Self.timeout)
    for ((call, reply, file), result) in zip(known, held) {
      switch result {
      case .failure(let refusal): reply.reply(refusal)
      case .success(let hold):
        if let obstacle = file.obstacle() {
          hold.release()
          reply.reply(obstacle)
        } else {
          holds[file.key] = hold
          preparing.insert(call.transfer)
          reply.reply(nil)
        }
      }
    }
  }

  /// Deletes a file that has moved away, durably.
  func ended(_ call: EndedCall, _ reply: PendingReply<Void>, _ loop: EventLoop) {
    if let transfer = call.transfer { preparing.remove(transfer) }
    guard call.operation == .move else {
      release(call.key)
      return reply.reply(nil)
    }
    ends.append((call, reply))
    guard ends.count == 1 else { return }
    endGathering.gather(on: loop) { [weak self] in
      self?.ends.count ?? 0
    } then: { [weak self] in
      self?.answerEnds()
    }
  }

  private func answerEnds() {
    let calls = ends
    ends = []
    defer { onAnswer() }
    var removed: [(file: MovableFile, deletion: FilePlace.Deletion, reply: PendingReply<Void>)] = []
    var folders: [FilePlace: Refusal?] = [:]
    for (call, reply) in calls {
      guard let file = files[call.key] else {
        reply.reply(Refusal("this dragctl does not offer what was moved"))
        continue
      }
      do throws(Refusal) {
        let deletion = try file.place.remove(file.identity, links: holds[file.key]?.links)
        removed.append((file, deletion, reply))
        if deletion != .isAnother { folders[file.place.folderAlone] = .some(nil) }
      } catch {
        refuse(file, error, reply)
      }
    }
    for folder in folders.keys {
      do throws(Refusal) {
        try folder.synchronize()
      } catch {
        folders[folder] = error
      }
    }
    for (file, deletion, reply) in removed {
      if let refusal = folders[file.place.folderAlone] ?? nil {
        refuse(file, refusal, reply)
      } else {
        report(file, deletion)
        release(file.key)
        reply.reply(nil)
      }
    }
  }

  private func refuse(_ file: MovableFile, _ refusal: Refusal, _ reply: PendingReply<Void>) {
    say(
      translated(
        "{path}: moved away, and could not be deleted: {reason}",
        ["path": file.place.text, "reason": refusal.message]))
    reply.reply(refusal)
  }

  private func release(_ key: String) { holds.removeValue(forKey: key)?.release() }

  private func report(_ file: MovableFile, _ deletion: FilePlace.Deletion) {
    if moved.insert(file.key).inserted { say(file.words(deletion)) }
  }

  // MARK: The cookie

  /// From then on no earlier move can commit.
  private func claim(on connection: BrokerConnection) throws(Failure) {
    preparing = []
    let left = try claim(over: connection)
    hasOffered = true
    if let first = left.first { throw Failure(.other, first.reason.message) }
  }

  /// Claims the cookie and publishes the files that are left.
  func publish(
    _ publication: inout RemainingOffer, on connection: BrokerConnection,
    replacing old: Identifier? = nil
  ) throws(Failure) -> Identifier {
    try claim(on: connection)
    guard hasFiles else { throw Failure(.notFound, translated("all of it has moved away")) }
    publication.recordMoves(of: moved, cookie: cookie)
    FailPoint.pass("source: send Offer")
    let id = try publication.publish(
      on: connection, source: CommandSource.path, replacing: old)
    FailPoint.pass("source: Offer answered")
    return id
  }

  /// Ends the source: releases the cookie, deletes files that have moved away, and removes the note.
  ///
  /// Over a new connection, so that no message of the old one that is still on its way can count.
  func close() throws(Failure) {
    if hasOffered {
      let left: [Undeleted]
      do throws(Failure) {
        left = try claim(over: try VerbSession.connect())
      } catch {
        var failure = error
        failure.message = translated(
          "what was moved is not settled yet: {reason}", ["reason": error.message])
        failure.hint = translated(
          "“dragctl recover” settles it, and so does the next start of dragctl.")
        throw failure
      }
      if let first = left.first {
        throw Failure(
          .other, translated("{reason}; it was moved away", ["reason": first.reason.message]),
          hint: translated("“dragctl recover” tries again."))
      }
      // The records of the others may come back, which a person has moved away: the note tells then what to delete.
      if let hold = holds.values.first {
        throw Failure(
          .other, "\(hold.place.text): \(Recovery.unrecorded)",
          hint: translated("“dragctl recover” tells how to settle that."))
      }
    }
    FailPoint.pass("source: remove the note")
    note.remove()
    FailPoint.pass("source: the note is removed")
  }

  private func claim(over connection: BrokerConnection) throws(Failure) -> [Undeleted] {
    let left = try mapError { () throws(RequestError) in
      try source.claim(
        on: connection, timeout: Self.timeout, hold: { holds[$0.key] }, report: report)
    } to: {
      Failure($0)
    }
    // No earlier move can commit any more, and none has that this dragd knows of. Only a person knows of others.
    guard let ledger = try? connection.ledger(timeout: Self.timeout) else { return left }
    for (key, hold) in holds
    where hold.move?.ledger == ledger && !left.contains(where: { $0.move.key == key }) {
      release(key)
    }
    return left
  }
}
