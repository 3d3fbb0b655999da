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
