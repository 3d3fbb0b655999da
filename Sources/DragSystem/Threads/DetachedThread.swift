internal import CLinux

/// A thread that no other thread joins, and that blocks all signals: the program or its loop handles those. A broken
/// pipe (SIGPIPE) is an errno there.
enum DetachedThread {
  /// Starts a thread that runs `body`. Throws EAGAIN when the system has no further thread.
  static func start(
    stackSize: Int, _ body: sending @escaping () -> Void
  ) throws(SystemError) {
    let argument = Unmanaged.passRetained(ThreadBody(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    // The new thread inherits the mask.
    var all = sigset_t()
    var mask = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { body in
        Unmanaged<ThreadBody>.fromOpaque(body!).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    pthread_attr_destroy(&attributes)
    guard failure == 0 else {
      argument.release()
      throw SystemError("pthread_create", errno: failure)
    }
  }
}

/// The closure that the new thread runs, and owns.
private final class ThreadBody {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  func run() {
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
  package static func start(_ prepare: @escaping @Sendable (EventLoop) -> Void) throws(SystemError)
  {
    let loop = try EventLoop()
    try DetachedThread.start(stackSize: stackSize) {
      prepare(loop)
      loop.run()
    }
  }
}
