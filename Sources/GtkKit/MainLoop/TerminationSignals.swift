internal import CGtk

/// The signals that ask a program to end: SIGTERM, as at the end of a session, SIGINT and SIGHUP.
package enum TerminationSignals {
  /// Calls the body in the main loop when the first of them arrives. A second one ends the process at once.
  package static func onFirst(_ body: @escaping @MainActor () -> Void) {
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      MainQueue.onSignal(signal) {
        // A null handler is SIG_DFL.
        for signal in [SIGTERM, SIGINT, SIGHUP] { _ = CGtk.signal(signal, nil) }
        body()
      }
    }
  }
}
