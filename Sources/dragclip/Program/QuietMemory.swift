internal import DragSystem

/// Gives memory back to the system once dragclip has had nothing to do for a while.
final class QuietMemory {
  private let loop: EventLoop
  private var timer: LoopTimer?
  private var hasWorked = false

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  func noteWork() {
    hasWorked = true
    if timer == nil { setTimer() }
  }

  private func setTimer() {
    hasWorked = false
    timer = loop.after(microseconds: ProgramRest.quiet) { [weak self] in self?.timePassed() }
  }

  private func timePassed() {
    timer = nil
    guard !hasWorked else { return setTimer() }
    ProgramHeap.giveBack()
    ProgramStack.giveBack()
    ProgramPages.giveBack()
  }
}
