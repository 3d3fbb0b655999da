internal import DragSystem

/// A ``DragClient`` without a thread of its own: the program's main loop runs it.
///
/// Whenever ``descriptor`` is readable, call ``process()``, always on the same thread. <doc:MainLoops> has a whole
/// program.
///
/// Tasks that await the client run wherever Swift's executors run them; only the bus is handled in ``process()``. Those
/// of the main actor need a loop that turns ``MainActorQueue`` too.
public final class PolledDragClient {
  /// The client. Its calls proceed only while ``process()`` is called.
  public let client: DragClient
  private let loop: EventLoop

  /// Connects on this thread; blocks until the bus answers, at most 25 s.
  ///
  /// - Throws: `noSessionBus` when there is no bus or it refuses the connection, `system` when descriptors have run
  ///   out.
  public init(to bus: DragBus = .session) throws(DragError) {
    loop = try mapError { () throws(SystemError) in
      try EventLoop()
    } to: {
      DragError($0)
    }
    client = DragClient(Session(try Engine(bus, on: loop)))
  }

  /// The client ends with this object, because without it nothing runs the loop.
  deinit {
    client.close()
    // The first turn ends everything, the second resumes the tasks that wait.
    loop.turn(timeout: 0)
    loop.turn(timeout: 0)
  }

  /// The number of a descriptor to poll for input, as with poll(2), epoll(7) or a `GSource`. It stays the client's:
  /// neither read from it nor close it.
  public var descriptor: Int32 { loop.descriptor }

  /// Handles pending events without waiting. Call it whenever ``descriptor`` is readable.
  public func process() {
    loop.turn(timeout: 0)
  }
}
