/// A thread that does nothing but turn a loop.
package enum LoopThread {
  /// Enough for a loop's handlers, which call one another but never recurse.
  private static let stackSize = 1 << 20

  /// Starts the thread, which calls `prepare` once and then turns the loop until its `stop()`.
  ///
  /// Throws what the calls that make a loop say, and EAGAIN when there can be no more threads.
  package static func start(_ prepare: @escaping @Sendable (EventLoop) -> Void) throws(SystemError)
  {
    let loop = try EventLoop()
    try DetachedThread.start(stackSize: stackSize) {
      prepare(loop)
      loop.run()
    }
  }
}
