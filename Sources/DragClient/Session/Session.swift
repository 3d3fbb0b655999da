internal import DBus
internal import DragConnection
internal import DragSystem
internal import Synchronization

/// Shared by all objects of a client: access to the engine on the loop's thread, and workers for calls that may block.
final class Session: Sendable {
  /// Nil without a bus.
  private let bound: LoopBound<Engine>?
  let workers: WorkerPool
  /// The client's unique name on the bus.
  let connection: String
  /// Local objects by the token that stands for them in an offer.
  let localObjects = Mutex<[String: any Sendable]>([:])
  private let numbers = Atomic<UInt64>(0)

  /// The most threads for calls that may block.
  private static let threads = 16

  /// Call it on the loop's thread.
  init(_ engine: Engine) {
    workers = WorkerPool(remote: engine.loop.remote, threads: Self.threads, perLane: 1)
    connection = engine.connection.bus.uniqueName
    bound = LoopBound(engine, on: engine.loop)
    engine.session = self
  }

  /// Of values that a program has made itself: it has no bus, so every request fails.
  static let none = Session()

  private init() {
    // No thread turns the loop; the workers call back where they are waited for.
    guard let loop = try? EventLoop() else { preconditionFailure("no descriptor is left") }
    workers = WorkerPool(remote: loop.remote, threads: Self.threads, perLane: 1)
    connection = ""
    bound = nil
  }

  /// A number that is unique in this session.
  func number() -> UInt64 {
    numbers.add(1, ordering: .relaxed).newValue
  }

  /// Has the loop's thread do work; false when the session has ended.
  @discardableResult
  func run(_ work: @escaping @Sendable (Engine) -> Void) -> Bool {
    bound?.run(work) ?? false
  }

  /// Leaves the bus; tasks that wait for an answer get `disconnected`.
  func end() {
    bound?.end { $0.end() }
  }

  /// Starts a request on the loop's thread, and waits for the answer or for the task's cancellation.
  ///
  /// - Parameter late: gets a good answer that comes after a cancellation.
  func ask<Reply: Sendable>(
    _ start:
      @escaping @Sendable (Engine, @escaping (Result<Reply, DragError>) -> Void) -> Void,
    late: @escaping @Sendable (Engine, Reply) -> Void = { _, _ in }
  ) async throws(DragError) -> Reply {
    let waiting = AwaitedAnswer<Result<Reply, DragError>>()
    let answer = await withTaskCancellationHandler {
      await waiting.wait {
        let runs = run { engine in
          start(engine) { answer in
            if !waiting.answer(answer), case .success(let reply) = answer { late(engine, reply) }
          }
        }
        if !runs { waiting.answer(.failure(.closed)) }
      }
    } onCancel: {
      waiting.answer(.failure(.cancelledTask))
    }
    return try answer.get()
  }

  static let usualTimeout = BrokerConnection.usualTimeout

  /// Calls dragd.
  ///
  /// - Parameter timeout: milliseconds; nil for ever.
  func call<Reply: Sendable>(
    timeout: Int? = usualTimeout,
    _ make: @escaping @Sendable () throws(RequestError) -> BrokerCall<Reply>,
    late: @escaping @Sendable (Engine, Reply) -> Void = { _, _ in }
  ) async throws(DragError) -> Reply {
    try await ask(
      { engine, done in
        engine.perform(timeout: timeout, make, then: done)
      }, late: late)
  }

  /// Makes calls that may block, on a worker thread. A cancelled task still waits for them.
  func onWorker<Value: Sendable>(
    lane: Lane, _ work: @escaping @Sendable () throws(SystemError) -> Value
  ) async throws(DragError) -> Value {
    let waiting = AwaitedAnswer<Result<Value, SystemError>>()
    let answer = await waiting.wait {
      workers.run(lane: lane) {
        waiting.answer(Result { () throws(SystemError) in try work() })
      }
    }
    return try mapError { () throws(SystemError) in
      try answer.get()
    } to: {
      DragError($0)
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
