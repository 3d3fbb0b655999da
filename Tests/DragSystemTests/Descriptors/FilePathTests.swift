import CLinux
import DragSystem
import Foundation
import Harness
import Synchronization
import Testing

@Suite struct FilePathTests {
  /// A reader of a FIFO, on a thread of its own.
  private final class Reader: Sendable {
    private struct State {
      var thread: pthread_t?
      var isWaiting = false
      var bytes: [UInt8]?
      var isDone = false
    }
    private let state = Mutex(State())

    func start(_ path: [UInt8]) {
      Thread.detachNewThread { [self] in
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGUSR1)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        state.withLock { $0.thread = pthread_self() }
        let file = try? FilePath.openForReading(path) {
          self.state.withLock { $0.isWaiting = true }
        }
        let bytes = try? file?.readToEnd()
        state.withLock { ($0.bytes, $0.isDone) = (bytes, true) }
      }
    }

    var isWaiting: Bool { state.withLock { $0.isWaiting } }
    var isDone: Bool { state.withLock { $0.isDone } }
    var bytes: [UInt8]? { state.withLock { $0.bytes } }

    /// Interrupts the call that the thread is in.
    func interrupt() {
      state.withLock { state in
        if let thread = state.thread, !state.isDone { pthread_kill(thread, SIGUSR1) }
      }
    }
  }

  @Test func aSignalMakesNoFIFOLookEmpty() throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    var former = sigaction()
    sigaction(SIGUSR1, &action, &former)
    defer { sigaction(SIGUSR1, &former, nil) }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let reader = Reader()
    reader.start(Array(path.utf8))
    while !reader.isWaiting, !reader.isDone {
      reader.interrupt()
      sched_yield()
    }
    try #require(!reader.isDone)
    let writer = try FilePath.openForWriting(Array(path.utf8))
    try writer?.write(all: Array("x".utf8))
    _ = consume writer
    try eventually("the reader to have read") { reader.isDone }
    #expect(reader.bytes == Array("x".utf8))
  }
}
