internal import DragConnection
internal import DragSystem
internal import Synchronization

/// What all that belongs to one client shares: the way to the engine on the loop's thread, and the workers for what may
/// block.
final class Session: Sendable {
  private let bound: LoopBound<Engine>
  let workers: WorkerPool
  /// Local objects by the token that is offered for them.
  let localObjects = Mutex<[String: any Sendable]>([:])
  private let numbers = Atomic<UInt64>(0)

  /// At most so many threads for calls that may block.
  private static let threads = 16

  /// To be called on the loop's thread.
  init(_ engine: Engine) {
    workers = WorkerPool(remote: engine.loop.remote, threads: Self.threads, perLane: 1)
    bound = LoopBound(engine, on: engine.loop)
    engine.session = self
  }

  /// A number that nothing else of this session has.
  func number() -> UInt64 {
    numbers.add(1, ordering: .relaxed).newValue
  }

  /// Has work done on the loop's thread; false when the session is over.
  @discardableResult
  func run(_ work: @escaping @Sendable (Engine) -> Void) -> Bool {
    bound.run(work)
  }

  /// Leaves the bus; whoever waits for an answer gets `disconnected`.
  func end() {
    bound.end { $0.end() }
  }

  /// Has something asked on the loop's thread, and waits for the answer or for the task to be cancelled.
  ///
  /// - Parameter late: gets a good answer that came after that.
  func ask<Reply: Sendable>(
    _ start:
      @escaping @Sendable (Engine, @escaping (Result<Reply, DragError>) -> Void) -> Void,
    late: @escaping @Sendable (Engine, Reply) -> Void = { _, _ in }
  ) async throws(DragError) -> Reply {
    let waiting = Waiting<Result<Reply, DragError>>()
    let answer = await withTaskCancellationHandler {
      await waiting.wait {
        let runs = run { engine in
          start(engine) { answer in
            if !waiting.settle(answer), case .success(let reply) = answer { late(engine, reply) }
          }
        }
        if !runs { waiting.settle(.failure(.closed)) }
      }
    } onCancel: {
      waiting.settle(.failure(.cancelledTask))
    }
    return try answer.get()
  }

  /// What dragd has for a call of no great effort.
  static let usualTimeout = 25_000

  /// Calls dragd.
  ///
  /// - Parameter timeout: milliseconds; nil for ever.
  func call<Reply: Sendable>(
    timeout: Int? = usualTimeout,
    _ make: @escaping @Sendable () throws(ConnectionError) -> BrokerCall<Reply>,
    late: @escaping @Sendable (Engine, Reply) -> Void = { _, _ in }
  ) async throws(DragError) -> Reply {
    try await ask(
      { engine, done in
        engine.perform(timeout: timeout, make, then: done)
      }, late: late)
  }

  /// Does on a worker thread what may block. A task that is cancelled meanwhile waits for it.
  func onWorker<Value: Sendable>(
    lane: String, _ work: @escaping @Sendable () throws(SystemError) -> Value
  ) async throws(DragError) -> Value {
    let waiting = Waiting<Result<Value, SystemError>>()
    let answer = await waiting.wait {
      workers.run(lane: lane) {
        waiting.settle(Result { () throws(SystemError) in try work() })
      }
    }
    do throws(SystemError) {
      return try answer.get()
    } catch {
      throw DragError(error)
    }
  }

  /// Waits until a pipe is ready.
  func whenReady(
    _ pipe: PeerDescriptor, for interest: Readiness
  ) async throws(DragError) {
    let number = number()
    do throws(DragError) {
      try await ask { engine, done in engine.watch(number, pipe, for: interest, then: done) }
    } catch {
      run { $0.unwatch(number) }
      throw error
    }
  }
}
