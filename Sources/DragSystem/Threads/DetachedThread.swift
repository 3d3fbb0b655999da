internal import CLinux

/// A thread that no other thread joins.
enum DetachedThread {
  /// Starts a thread that runs `body`. Throws EAGAIN when the system has no further thread.
  static func start(
    stackSize: Int, _ body: sending @escaping () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    _ = try ThreadBody(body).start(&attributes)
  }
}

/// A thread whose end is waited for.
struct JoinedThread {
  private let thread: pthread_t

  /// Starts a thread that runs `body`. Throws EAGAIN when the system has no further thread.
  init(_ body: sending @escaping () -> Void) throws(SystemError) {
    thread = try ThreadBody(body).start(nil)
  }

  func join() { pthread_join(thread, nil) }
}

/// The closure that the new thread runs, and owns.
private final class ThreadBody {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  /// The thread blocks all signals: the program or its loop handles those. A broken pipe (SIGPIPE) is an errno there.
  func start(_ attributes: UnsafePointer<pthread_attr_t>?) throws(SystemError) -> pthread_t {
    let argument = Unmanaged.passRetained(self)
    // The new thread inherits the mask.
    var all = sigset_t()
    var mask = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, attributes,
      { body in
        Unmanaged<ThreadBody>.fromOpaque(body!).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    guard failure == 0 else {
      argument.release()
      throw SystemError("pthread_create", errno: failure)
    }
    return thread
  }

  private func run() {
    body()
    ProgramStack.giveBack()
  }
}

/// A thread that only turns a loop.
package enum LoopThread {
  /// Enough for a loop's handlers, which call one another but never recurse.
  private static let stackSize = 1 << 20

  /// Starts the thread, which calls `prepare` once and then turns the loop until its `stop()`.
  ///
  /// Throws the errors of `EventLoop.init`, and EAGAIN when the system has no further thread.
  ///
  /// - Parameter isStanding: whether time stands on the loop, see `EventLoop.init`.
  package static func start(
    isStanding: Bool = false, _ prepare: @escaping @Sendable (EventLoop) -> Void
  ) throws(SystemError) {
    let loop = try EventLoop(isStanding: isStanding)
    try DetachedThread.start(stackSize: stackSize) {
      prepare(loop)
      loop.run()
    }
  }
}
