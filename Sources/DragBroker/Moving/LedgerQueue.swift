package import DragModel
package import DragSystem
internal import ServiceLog
internal import Synchronization

/// The durable ledger of moves, which all brokers of one user share. The loop's thread asks it; a worker waits for
/// the disk. Requests that come while the worker is busy are written together, with one sync: a few of each peer in
/// turn (`LedgerTurns`), so that no peer waits for all requests of another.
package final class LedgerQueue {
  private enum Answering {
    case request((LedgerAnswer) -> Void)
    case committed((Result<[MoveRecord], Rejection>) -> Void)
    case identity((Identifier?) -> Void)
  }

  private struct Entry {
    let question: LedgerQuestion
    let then: Answering
  }

  /// One job at a time uses it.
  private final class Shared: Sendable {
    let file: Mutex<LedgerFile>
    init(_ file: consuming sending LedgerFile) { self.file = Mutex(file) }
  }

  private let workers: WorkerPool
  private let shared: Shared
  private let exit: (String) -> Void
  private var waiting = LedgerTurns<Entry>()
  /// Questions that no call waits for and that could not be recorded. They precede the next questions.
  private var postponed: [LedgerQuestion] = []
  private var drainHandlers: [() -> Void] = []
  private var isBusy = false

  /// Opens the file for the first question.
  ///
  /// - Parameters:
  ///   - folder: nil for the user's own (`StateFolder`).
  ///   - limit: the cost that all recorded moves may have together.
  ///   - exit: ends the process when the content of the disk cannot be known. If it returns, no further question is
  ///     answered.
  package init(
    folder: String?, limit: MoveCost, workers: WorkerPool,
    exit: @escaping (String) -> Void
  ) {
    self.workers = workers
    self.exit = exit
    shared = Shared(LedgerFile(folder: folder, limit: limit, broker: FileLock.newNumber()))
  }

  /// Calls `then` with the answer, which is durable if it has to be. A request that no call waits for gets `done` or a
  /// refusal; if it could not be recorded, the queue asks it again with the next questions.
  ///
  /// - Parameter peer: the peer in whose turn the request is served; requests about one cookie keep their order.
  package func ask(
    _ request: LedgerRequest, from peer: String = "", then: @escaping (LedgerAnswer) -> Void
  ) {
    let cookie = waiting.cookie(of: request)
    waiting.append(Entry(question: .request(request), then: .request(then)), from: peer, cookie)
    askNext()
  }

  /// The recorded committed moves of these cookies, in the order of their commits, whether their sources have deleted
  /// the items or not. The items must not be offered again. A broker that restores offers without them then records
  /// `unlist`.
  package func committedKeys(
    of cookies: Set<String>, then: @escaping (Result<[MoveRecord], Rejection>) -> Void
  ) {
    waiting.append(Entry(question: .committed(cookies), then: .committed(then)), from: "", nil)
    askNext()
  }

  /// The identity of the ledger: a random number that differs if the records do; nil while they cannot be read.
  package func identity(then: @escaping (Identifier?) -> Void) {
    waiting.append(Entry(question: .identity, then: .identity(then)), from: "", nil)
    askNext()
  }

  /// Calls `then` when every question is answered; at once if none waits.
  package func drain(then: @escaping () -> Void) {
    guard isBusy || !waiting.isEmpty else { return then() }
    drainHandlers.append(then)
  }

  private func askNext() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let retried = postponed
    let batch = waiting.removeBatch()
    postponed = []
    let questions = retried + batch.map(\.question)
    let shared = shared
    workers.run(lane: .moves) {
      shared.file.withLock { $0.ask(questions) }
    } then: { [self] reply in
      switch reply {
      case .unknown(let reason): exit(reason)
      case .answers(let answers):
        postpone(questions, answers)
        isBusy = false
        // The answers may lead to new questions, which wait behind those that were asked before.
        for (entry, answer) in zip(batch, answers.dropFirst(retried.count)) {
          if case .request(let request) = entry.question {
            waiting.answered(request, isRefused: answer.isRefusal)
          }
          deliver(answer, to: entry.then)
        }
        askNext()
        callDrainHandlers()
      }
    }
  }

  private func postpone(_ questions: [LedgerQuestion], _ answers: [LedgerFileAnswer]) {
    for (question, answer) in zip(questions, answers) where question.isUnanswered {
      switch answer {
      case .notNow: postponed.append(question)
      case .ledger, .committed, .identity, .never: break
      }
    }
  }

  private func callDrainHandlers() {
    guard !isBusy, waiting.isEmpty else { return }
    let handlers = drainHandlers
    drainHandlers = []
    for then in handlers { then() }
  }

  private func deliver(_ answer: LedgerFileAnswer, to then: Answering) {
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
