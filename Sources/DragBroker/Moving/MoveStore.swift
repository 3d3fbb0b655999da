package import DragModel
package import DragSystem
internal import Synchronization

/// The durable ledger of moves, which all brokers of one user share. Used on the loop's thread; a worker
/// does what waits for disks, everything in the order in which it was asked. What is asked while the worker
/// is busy goes to the disk together, with one sync.
package final class MoveStore {
  private enum Answering {
    case request((LedgerAnswer) -> Void)
    case committed((Result<[MoveRecord], Rejection>) -> Void)
    case identity((Identifier?) -> Void)
  }

  /// Only one job at a time has it.
  private final class Shared: Sendable {
    let file: Mutex<MoveFile>
    init(_ file: consuming sending MoveFile) { self.file = Mutex(file) }
  }

  private static let lane = "moves"

  private let workers: WorkerPool
  private let shared: Shared
  private let exit: (String) -> Void
  private var waiting: [(question: MoveQuestion, then: Answering)] = []
  /// What nobody waits for and could not be recorded; it goes first, with the next questions.
  private var postponed: [MoveQuestion] = []
  private var drains: [() -> Void] = []
  private var isBusy = false

  /// Opens nothing before it is asked. `folder`: nil for the user's own (`StateFolder`). `limit`: what moves that have
  /// begun or are on record may cost. `exit` ends the process when nobody can know what is on the disk; should it
  /// return, nothing is answered any more.
  package init(
    folder: String?, limit: MoveCost, workers: WorkerPool,
    exit: @escaping (String) -> Void = { reason in
      Log().error(reason)
      ProgramExit.now(1)
    }
  ) {
    self.workers = workers
    self.exit = exit
    shared = Shared(MoveFile(folder: folder, limit: limit, broker: FileLock.newNumber()))
  }

  /// `then` gets the answer, when it is durable if it has to be; `done`, or why not, where the request has
  /// none. A request that only orders something is not lost when it is refused for now: it is tried again
  /// with the next ones.
  package func ask(_ request: LedgerRequest, then: @escaping (LedgerAnswer) -> Void) {
    waiting.append((.request(request), .request(then)))
    work()
  }

  /// The committed moves of these cookies that are on record, in the order of their commits, deleted by their
  /// sources or not: their items must not be offered again. Who restores offers without them then has
  /// `unlist` recorded.
  package func committedKeys(
    of cookies: Set<String>, then: @escaping (Result<[MoveRecord], Rejection>) -> Void
  ) {
    waiting.append((.committed(cookies), .committed(then)))
    work()
  }

  /// Which ledger it is: random, and another one when the records are others; nil while they cannot be read.
  package func identity(then: @escaping (Identifier?) -> Void) {
    waiting.append((.identity, .identity(then)))
    work()
  }

  /// Calls `then` when everything that was asked before is answered; at once when it is.
  package func drain(then: @escaping () -> Void) {
    guard isBusy || !waiting.isEmpty else { return then() }
    drains.append(then)
  }

  private func work() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let orders = postponed
    let batch = waiting
    postponed = []
    waiting = []
    let questions = orders + batch.map(\.question)
    let shared = shared
    workers.run(lane: Self.lane) {
      shared.file.withLock { $0.ask(questions) }
    } then: { [self] reply in
      switch reply {
      case .unknown(let reason): exit(reason)
      case .answers(let answers):
        postpone(questions, answers)
        isBusy = false
        // What is asked by those who are answered waits its turn behind what was asked before.
        for (entry, answer) in zip(batch, answers.dropFirst(orders.count)) {
          give(answer, to: entry.then)
        }
        work()
        finishDraining()
      }
    }
  }

  private func postpone(_ questions: [MoveQuestion], _ answers: [MoveAnswer]) {
    for (question, answer) in zip(questions, answers) where question.isOrder {
      switch answer {
      case .notNow: postponed.append(question)
      case .ledger, .committed, .identity, .never: break
      }
    }
  }

  private func finishDraining() {
    guard !isBusy, waiting.isEmpty else { return }
    let done = drains
    drains = []
    for then in done { then() }
  }

  private func give(_ answer: MoveAnswer, to then: Answering) {
    switch (answer, then) {
    case (.ledger(let answer), .request(let then)): then(answer)
    case (.committed(let records), .committed(let then)): then(.success(records))
    case (.notNow(let why), .request(let then)), (.never(let why), .request(let then)):
      then(.refused(why))
    case (.notNow(let why), .committed(let then)), (.never(let why), .committed(let then)):
      then(.failure(why))
    case (.identity(let bytes), .identity(let then)):
      then(bytes.map { Identifier(randomBytes: $0) })
    case (.notNow, .identity(let then)), (.never, .identity(let then)): then(nil)
    case (.ledger, .committed), (.ledger, .identity), (.committed, .request),
      (.committed, .identity),
      (.identity, .request), (.identity, .committed):
      preconditionFailure("answers come in the order of the questions")
    }
  }
}
