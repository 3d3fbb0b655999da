package import CLinux

/// Signals that reach the loop as events: signalfd(2). They stay blocked from then on. Create the watch before any
/// thread, because threads inherit the mask.
///
/// Signals that the caller ignores (nohup(1), and a shell for its background jobs) stay ignored: a blocked signal would
/// be delivered nevertheless.
package final class SignalWatch {
  package enum Signal: Int32, Sendable {
    case hangUp = 1
    case interrupt = 2
    case terminate = 15
    case windowChanged = 28
  }

  private let descriptor: OwnedFileDescriptor
  private var watch: Watch?

  /// Blocks the signals until a watch reads them.
  ///
  /// - Returns: the signals as a set, without those that the caller ignores.
  @discardableResult
  package static func hold(_ signals: [Signal]) throws(SystemError) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals where !isIgnored(signal.rawValue) { sigaddset(&set, signal.rawValue) }
    guard pthread_sigmask(SIG_BLOCK, &set, nil) == 0 else { throw .last("pthread_sigmask") }
    return set
  }

  /// Calls `handler` on the loop for every delivery; several deliveries of one signal may arrive as one.
  package init(
    _ signals: [Signal], on loop: EventLoop, then handler: @escaping (Signal) -> Void
  ) throws(SystemError) {
    var set = try Self.hold(signals)
    let number = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard number >= 0 else { throw .last("signalfd") }
    descriptor = OwnedFileDescriptor(adopting: number)
    watch = try loop.watch(descriptor, for: .readable) { [unowned self] _ in
      while let signal = next() { handler(signal) }
    }
  }

  package func cancel() {
    watch?.cancel()
    watch = nil
  }

  private func next() -> Signal? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor.rawValue, &info, size) == size else { return nil }
    return Signal(rawValue: Int32(info.ssi_signo))
  }
}

/// Signals that are held back for a while, and delivered then.
package struct HeldSignals {
  private var former = sigset_t()

  package init(_ signals: [SignalWatch.Signal]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal.rawValue) }
    pthread_sigmask(SIG_BLOCK, &set, &former)
  }

  package func release() {
    var former = former
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}

/// Whether this process ignores the signal.
func isIgnored(_ signal: Int32) -> Bool {
  var action = sigaction()
  sigaction(signal, nil, &action)
  // SIG_IGN, a macro that Swift does not import.
  return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
}
