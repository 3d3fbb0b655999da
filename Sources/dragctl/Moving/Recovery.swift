internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// Settles moves that a killed dragctl left behind.
struct Recovery {
  /// Milliseconds for each of dragd's answers.
  let timeout: Int
  /// The machine whose moves it settles; nil for this one. Of another machine's dragd it asks nothing.
  let host = Remote.host
  /// Other machines that have moves of notes here.
  var otherHosts: Set<String?> = []
  /// What the person has said of notes whose moves nobody else can settle; they are removed as they are followed.
  var decisions: [String: Decision]
  var settled: [Settled] = []
  private(set) var unsettled: [Unsettled] = []
  /// The first failure.
  private(set) var failure: Failure?
  private var connection: BrokerConnection?
  /// Whether a living dragctl has a note: it may be settling the moves of a killed one.
  private(set) var isBesideOthers = false
  /// The error of a dragd that does not run or does not answer: this value asks it only once.
  private var absence: RequestError?

  /// A settled move.
  struct Settled: Hashable {
    enum Outcome: String, Hashable {
      /// The item has moved away; this run deleted it at its source.
      case deleted
      /// The item has moved away and was already deleted.
      case alreadyDeleted = "gone"
      /// The item has moved away, and another file has its name now.
      case nameReused = "another"
      /// The item has not moved: its source keeps it.
      case kept
      /// The item has moved here, and has its name now.
      case placed
      /// The item has not moved here; this run discarded the pending data.
      case dropped
    }

    let outcome: Outcome
    let path: String
    let words: String
  }

  /// A move that could not be settled.
  struct Unsettled: Hashable {
    let name: String
    /// The folder of its note, below the state folder.
    let folder: String
    let reason: String
    /// Whether only a person can settle it.
    var needsDecision = false
  }

  /// Whether an item that may be here and elsewhere stays here.
  enum Decision: Hashable {
    case keep
    case drop
  }

  init(timeout: Int, decisions: [String: Decision] = [:]) {
    self.timeout = timeout
    self.decisions = decisions
  }

  /// Below the state folder.
  static let noteFolder = "dragctl"

  /// Why only a person can settle a move.
  static var unrecorded: String {
    translated(
      "nobody knows whether it has moved: dragd no longer has the records in which that stood")
  }

  /// Settles every move that can be settled. Costs two system calls when there is none.
  mutating func run() {
    settleNotes()
    // One after the other: a hold that is looked at is locked, and its file cannot be moved meanwhile.
    for name in FileHold.names {
      do throws(Refusal) {
        if let hold = try FileHold.abandoned(name) { settle(hold) }
      } catch {
        addUnsettled(
          name, translated("{reason}; it was left as it is", ["reason": error.message]),
          in: FileHold.folderName)
      }
    }
  }

  private mutating func settleNotes() {
    guard let folder = try? NoteFolder(of: Self.noteFolder), let names = try? folder.names() else {
      return
    }
    for name in names.sorted() {
      let found: NoteFolder.Found
      do throws(SystemError) {
        found = try folder.open(name)
      } catch {
        addUnsettled(name, error.reason)
        continue
      }
      switch found {
      case .inUse: isBesideOthers = true
      case .gone: break
      case .unreadable(let reason):
        addUnsettled(name, translated("{reason}; it was left as it is", ["reason": reason]))
      case .note(let note, let text):
        if let source = SourceNote(text) {
          guard isHere(source.host) else { continue }
          recoverSource(source, note, name)
        } else if let pending = PendingNote(text, named: name) {
          guard isHere(pending.move.host) else { continue }
          recoverDestination(PendingFile(note: pending), note, name)
        } else {
          addUnsettled(
            name, translated("it is not of this version of dragctl; it was left as it is"))
        }
      }
    }
  }

  /// Whether the dragd that is asked can know of moves at that machine.
  mutating func isHere(_ other: String?) -> Bool {
    if other == host { return true }
    otherHosts.insert(other)
    return false
  }

  // MARK: Sources

  private mutating func recoverSource(_ source: SourceNote, _ note: Note, _ name: String) {
    var deletions: [(MovableFile, FilePlace.Deletion)] = []
    let undeleted: [Undeleted]
    do throws(RequestError) {
      undeleted = try source.claim(
        on: try connect(), timeout: timeout, hold: { self.hold(of: $0) },
        report: { deletions.append(($0, $1)) })
    } catch {
      for (file, deletion) in deletions { add(file, deletion) }
      return addUnsettled(name, error)
    }
    for (file, deletion) in deletions { add(file, deletion) }
    for item in undeleted { addUnsettled(name, item.reason.message) }
    guard undeleted.isEmpty else { return }
    // While the note is there: whatever happens now, the next run comes here again.
    for file in source.files {
      if let hold = hold(of: file) { settle(hold) }
    }
    for file in source.files where !deletions.contains(where: { $0.0.key == file.key }) {
      // dragd does not list an acknowledged move again.
      guard file.obstacle() == nil, hold(of: file) == nil else { continue }
      settled.append(
        Settled(
          outcome: .kept, path: file.place.text,
          words: translated("{path}: not moved, and still here", ["path": file.place.text])))
    }
    // dragd may have gone before it told the outcome of one.
    guard source.files.allSatisfy({ hold(of: $0) == nil }) else { return }
    FailPoint.pass("source: remove the note")
    note.remove()
    FailPoint.pass("source: the note is removed")
  }

  private func hold(of file: MovableFile) -> FileHold? {
    try? FileHold.abandoned(file.identity.key, at: file.place.path)
  }

  private mutating func add(_ file: MovableFile, _ deletion: FilePlace.Deletion) {
    add(file.place.text, deletion)
  }

  mutating func add(_ path: String, _ deletion: FilePlace.Deletion) {
    let outcome: Settled.Outcome =
      switch deletion {
      case .deleted: .deleted
      case .wasGone: .alreadyDeleted
      case .isAnother: .nameReused
      }
    settled.append(Settled(outcome: outcome, path: path, words: deletion.words(path)))
  }

  // MARK: Destinations

  private mutating func recoverDestination(_ pending: PendingFile, _ note: Note, _ name: String) {
    let connection: BrokerConnection
    do throws(RequestError) {
      connection = try connect()
    } catch {
      return addUnsettled(name, error)
    }
    var result: Settled?
    var failure: RequestError?
    var isForgotten = false
    var completion = MoveCompletion(
      of: pending.note.move, isRecovery: true,
      times: .init(outcome: timeout, acknowledgement: 0, awaitsBroker: false),
      at: Clock.monotonic)
    while completion.step != .end {
      var event = MoveCompletion.Event.performed
      switch completion.step {
      case .keep, .discard:
        let isHere = completion.step == .keep
        guard let settled = isHere ? placed(pending, name) : dropped(pending, name) else { return }
        result = settled
      case .forget:
        isForgotten = true
        if let result { settled.append(result) }
        FailPoint.pass("destination: remove the note")
        note.remove()
        FailPoint.pass("destination: the note is removed")
      case .finish, .askOutcome, .pause, .acknowledge, .end:
        event = connection.perform(completion, finishing: timeout, timeout: timeout)
      }
      if case .failed(let error) = event { failure = error }
      completion.follow(event, at: Clock.monotonic)
    }
    switch completion.conclusion {
    case .kept, .discarded:
      if !isForgotten, let failure { addUnsettled(name, failure) }
    case .unrecorded:
      let decision = decisions.removeValue(forKey: name)
      guard let decision else { return addUndecidable(name, pending.note.place.text) }
      // dragd has no record of the move, so there is nothing to acknowledge.
      let settled = decision == .keep ? placed(pending, name) : dropped(pending, name)
      guard let settled else { return }
      self.settled.append(settled)
      note.remove()
    case .undecided(let error?):
      addUnsettled(name, error)
    case .undecided(nil), nil:
      addUnsettled(
        name,
        translated(
          "{path}: dragd has not decided yet whether it has moved",
          ["path": pending.note.place.text]))
    }
  }

  private mutating func placed(_ pending: PendingFile, _ name: String) -> Settled? {
    let place = pending.note.place
    do throws(Refusal) {
      switch try pending.makePermanent() {
      case .placed(let name):
        let path = Argument(FilePlace.join(place.folder, name)).text
        return Settled(
          outcome: .placed, path: path,
          words: name == place.name
            ? translated("{path}: moved here, and has its name now", ["path": path])
            : translated(
              "{path}: moved here under this name, because {wanted} was taken",
              ["path": path, "wanted": place.text])
        )
      case .wasPlaced:
        return Settled(
          outcome: .placed, path: place.text,
          words: translated("{path}: moved here, and was in place", ["path": place.text]))
      }
    } catch {
      addUnsettled(name, error.message)
      return nil
    }
  }

  private mutating func dropped(_ pending: PendingFile, _ name: String) -> Settled? {
    let place = pending.note.place
    do throws(Refusal) {
      try pending.drop()
    } catch {
      // Without its folder the data is gone too, or useless.
      guard place.isGone else {
        addUnsettled(name, error.message)
        return nil
      }
    }
    return Settled(
      outcome: .dropped, path: place.text,
      words:
        translated(
          "{path}: not moved; its source still has it, and the received part was discarded",
          ["path": place.text]))
  }

  // MARK: Either

  /// One connection for all notes; the first note makes it.
  mutating func connect() throws(RequestError) -> BrokerConnection {
    if let absence { throw absence }
    if let connection { return connection }
    let address = try mapError { () throws(Failure) in
      try Remote.busAddress()
    } to: {
      // `Remote` knows the reason too.
      RequestError(.noSessionBus, $0.message)
    }
    let new = try BrokerConnection.session(at: address)
    connection = new
    return new
  }

  mutating func addUnsettled(
    _ name: String, _ reason: String, in folder: String = noteFolder,
    needsDecision: Bool = false
  ) {
    failure = failure ?? Failure(.other, "")
    // A hold may have been seen with the note of its source.
    guard !unsettled.contains(where: { $0.name == name }) else { return }
    unsettled.append(
      Unsettled(name: name, folder: folder, reason: reason, needsDecision: needsDecision))
  }

  mutating func addUndecidable(_ name: String, _ path: String, in folder: String = noteFolder) {
    addUnsettled(name, "\(path): \(Self.unrecorded)", in: folder, needsDecision: true)
  }

  mutating func addUnsettled(
    _ name: String, _ error: RequestError, in folder: String = noteFolder
  ) {
    let failure = Failure(error)
    addUnsettled(name, failure.message, in: folder)
    if failure.status == .unavailable {
      absence = error
      self.failure = Failure(.unavailable, "")
    }
    self.failure = self.failure ?? Failure(.other, "")
  }
}

extension Recovery {
  /// Adds what another run has settled and left.
  mutating func add(_ other: Recovery) {
    settled += other.settled
    for item in other.unsettled where !unsettled.contains(where: { $0.name == item.name }) {
      unsettled.append(item)
    }
    failure = failure ?? other.failure
    decisions = other.decisions
  }

  /// Runs at the start of every verb, so that moves of a killed dragctl do not wait for a person. A failure does not
  /// affect the verb; the next start tries again.
  static func quietly() {
    var recovery = Recovery(timeout: 3000)
    recovery.run()
    for item in recovery.settled {
      switch item.outcome {
      case .deleted, .nameReused, .placed, .dropped:
        Console.note(translated("dragctl: after a crash: {words}", ["words": item.words]))
      case .alreadyDeleted, .kept: break
      }
    }
    for item in recovery.unsettled where item.needsDecision {
      Console.note(translated("dragctl: {reason}; see “dragctl recover”", ["reason": item.reason]))
    }
  }
}
