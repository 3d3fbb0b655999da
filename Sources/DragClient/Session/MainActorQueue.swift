internal import CMainQueue

/// What Swift's main actor has to run, for a program whose main thread turns a loop of its own: GLib's, Qt's, poll(2).
///
/// Without it no `@MainActor` code runs there, and no task that a main function has started: they wait for a loop that
/// only an `async` main function turns. Watch ``descriptor`` in the loop and call ``process()`` on the main thread
/// whenever it is readable; <doc:MainLoops> has whole programs.
public enum MainActorQueue {
  /// The number of a descriptor to poll for input. It stays the queue's: neither read from it nor close it.
  public static var descriptor: Int32 { dragd_main_queue_handle() }

  /// Runs what waits, on the main thread, without waiting for more.
  public static func process() { dragd_run_main_queue() }
}
