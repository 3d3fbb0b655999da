internal import DragSystem

/// Limits notices of the history to ten a second: each costs a message to every watcher. The last change is always
/// told.
final class HistoryNotice {
  private static let interval: UInt64 = 100_000

  private var pause: Timer?
  private var isPending = false

  func changed(_ loop: EventLoop, tell: @escaping () -> Void) {
    guard pause == nil else {
      isPending = true
      return
    }
    isPending = false
    tell()
    pause = loop.after(microseconds: Self.interval) { [weak self] in
      guard let self else { return }
      pause = nil
      if isPending { changed(loop, tell: tell) }
    }
  }
}
