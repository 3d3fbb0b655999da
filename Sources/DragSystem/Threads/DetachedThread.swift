internal import CLinux

/// A thread that nobody waits for, on which no signal arrives: those are the program's, or its loop's, matter, and a
/// broken pipe (SIGPIPE) is an errno there.
enum DetachedThread {
  /// Starts one that runs `body`. Throws EAGAIN when there can be no more threads.
  static func start(
    stackSize: Int, _ body: sending @escaping () -> Void
  ) throws(SystemError) {
    let errand = Unmanaged.passRetained(ThreadBody(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    // A thread inherits the mask.
    var all = sigset_t()
    var mask = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &mask)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument!).takeRetainedValue().body()
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
private final class ThreadBody {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }
}
