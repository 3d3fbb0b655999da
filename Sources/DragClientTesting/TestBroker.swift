internal import DragBroker
public import DragClient
internal import DragSystem
internal import MessageBus
internal import Synchronization

/// Runs a test with dragd and a bus of its own, and ends both after it.
///
/// ```swift
/// try await withTestBroker { broker in
///   let source = try await broker.connect()
///   let options = OfferingOptions(expiresAfter: .seconds(60))
///   let offering = try await source.offer([ItemProvider("words")], options: options)
///   await broker.advance(by: .seconds(60))
///   for await case .released(.expired) in offering.events { return }
/// }
/// ```
///
/// - Parameters:
///   - isolation: where the body runs: where the caller does.
///   - body: gets the broker. Clients that outlive it have lost their bus.
/// - Throws: `system` when threads or descriptors have run out, and what `body` throws.
public func withTestBroker<Value>(
  isolation: isolated (any Actor)? = #isolation, _ body: (TestBroker) async throws -> Value
) async throws -> Value {
  let broker = try await TestBroker()
  do {
    let value = try await body(broker)
    await broker.end()
    return value
  } catch {
    await broker.end()
    throw error
  }
}

/// dragd and a bus of its own, in the program that is tested: what runs is dragd's own code, but there is no daemon, no
/// session and, unless items are moved, no file. ``withTestBroker(isolation:_:)`` makes one.
///
/// Time stands in it until ``advance(by:)``: dragd measures no second of its own. The clients' own time passes as ever,
/// so that a call without an answer fails after 25 seconds instead of hanging.
///
/// To dragd all programs on the bus are one, the test: they have the same application id.
public final class TestBroker: Sendable {
  /// Where programs connect to it, those of other processes too.
  public let bus: DragBus
  private let address: String
  private let running: LoopBound<LocalBus>
  private let service = Mutex<LoopBound<BrokerService>?>(nil)
  private let moves = MovesFolder()

  fileprivate init() async throws(DragError) {
    (running, address) = try await Self.onLoop { loop throws(DragError) in
      do throws(SystemError) {
        let bus = try LocalBus(on: loop)
        return (LoopBound(bus, on: loop), bus.address)
      } catch {
        throw DragError(.system, "\(error)")
      }
    }
    bus = .address(address)
    do throws(DragError) {
      try await start()
    } catch {
      await end()
      throw error
    }
  }

  fileprivate func end() async {
    await stop()
    running.end { $0.end() }
    moves.remove()
  }

  /// Connects a client: the program that is tested, or another one that it deals with.
  ///
  /// - Throws: as ``DragClient/DragClient/connect(to:)``.
  public func connect() async throws(DragError) -> DragClient {
    try await DragClient.connect(to: bus)
  }

  /// Lets time pass for dragd, and returns when it has done what was due by then: offers have expired, transfers have
  /// stalled, targets have not answered. Clients learn of it as ever, a moment later.
  public func advance(by duration: Duration) async {
    let microseconds = UInt64(min(max(duration / .microseconds(1), 0), 1e17).rounded())
    await withCheckedContinuation { continuation in
      let isRunning = service.withLock { service in
        service?.run { $0.advance(by: microseconds) { continuation.resume() } } ?? false
      }
      if !isRunning { continuation.resume() }
    }
  }

  /// Stops dragd, as the end of a session does. Until ``start()``, clients fail with `noBroker`.
  public func stop() async {
    await withCheckedContinuation { continuation in
      guard let service = service.withLock({ $0.take() }) else { return continuation.resume() }
      service.run { $0.onEnd = { continuation.resume() } }
      service.end { $0.stop() }
    }
  }

  /// Starts dragd again. Offers and targets of clients that are still there come back; what it held of others does not.
  ///
  /// - Throws: `system` when threads or descriptors have run out.
  public func start() async throws(DragError) {
    guard service.withLock({ $0 == nil }) else { return }
    let (address, folder) = (address, moves.path)
    let started = try await Self.onLoop(isStanding: true) { loop throws(DragError) in
      do {
        return LoopBound(try BrokerService.guest(at: address, on: loop, moves: folder), on: loop)
      } catch {
        throw DragError(.system, "dragd cannot start: \(error)")
      }
    }
    service.withLock { $0 = started }
  }

  /// Starts a thread that turns a loop, with what `prepare` makes on it.
  private static func onLoop<Value: Sendable>(
    isStanding: Bool = false,
    _ prepare: @escaping @Sendable (EventLoop) throws(DragError) -> Value
  ) async throws(DragError) -> Value {
    let answer: Result<Value, DragError> = await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try LoopThread.start(isStanding: isStanding) { loop in
          let answer = Result { () throws(DragError) in try prepare(loop) }
          if case .failure = answer { loop.stop() }
          continuation.resume(returning: answer)
        }
      } catch {
        continuation.resume(returning: .failure(DragError(.system, "\(error)")))
      }
    }
    return try answer.get()
  }
}

/// Where dragd records moves, from the first of them until the broker goes.
private final class MovesFolder: Sendable {
  private let parent: String
  private let name = "dragd-test-\(Random.number())"
  var path: String { "\(parent)/\(name)" }

  init() {
    let folder = Environment["TMPDIR"].map { String(decoding: $0, as: UTF8.self) }
    parent = folder ?? "/tmp"
  }

  func remove() {
    let path = path
    guard let folder = try? Folder(path: Array(path.utf8)),
      let outer = try? Folder(path: Array(parent.utf8))
    else { return }
    folder.removeContents()
    outer.removeFolder(Array(name.utf8))
  }
}
