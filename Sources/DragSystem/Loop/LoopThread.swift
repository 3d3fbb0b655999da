internal import CLinux

/// A thread that does nothing but turn a loop.
package enum LoopThread {
  /// Enough for a loop's handlers, which call one another but never recurse.
  private static let stackSize = 1 << 20

  /// Starts the thread, which calls `prepare` once and then turns the loop until its `stop()`.
  ///
  /// Throws what the calls that make a loop say, and EAGAIN when there can be no more threads.
  package static func start(_ prepare: @escaping @Sendable (EventLoop) -> Void) throws(SystemError)
  {
    let errand = Unmanaged.passRetained(Errand(try EventLoop(), prepare))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    // A thread inherits the mask: signals are the program's matter.
    var all = sigset_t()
    var mask = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<Errand>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, errand.toOpaque())
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    pthread_attr_destroy(&attributes)
    guard failure == 0 else {
      errand.release()
      throw SystemError("pthread_create", errno: failure)
    }
  }
}

/// What the new thread gets. Whoever started it keeps nothing.
private final class Errand {
  private let loop: EventLoop
  private let prepare: @Sendable (EventLoop) -> Void

  init(_ loop: EventLoop, _ prepare: @escaping @Sendable (EventLoop) -> Void) {
    self.loop = loop
    self.prepare = prepare
  }

  func run() {
    prepare(loop)
    loop.run()
  }
}
