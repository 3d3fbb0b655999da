internal import GtkKit

/// Scrolls while a drag hovers near an edge.
final class EdgeScrolling {
  private let adjustment: Adjustment
  private unowned let widget: Widget
  private let isHorizontal: Bool
  private var speed = 0.0
  private var timer: Timer?
  /// The steps in a row that changed nothing.
  private var idleSteps = 0
  /// Steps since the drag came near the edge.
  private var stepsNearEdge = 0
  private var onStep: (() -> Void)?

  /// The distance from the edge, in pixels.
  private static let edge = 48.0
  /// The pixels per step at the edge itself.
  private static let fastest = 30.0
  private static let mostIdleSteps = 60
  /// Steps before the first that scrolls: a drag that only crosses the edge scrolls nothing.
  private static let pause = 15

  init(_ adjustment: Adjustment, in widget: Widget, horizontally: Bool = false) {
    self.adjustment = adjustment
    self.widget = widget
    isHorizontal = horizontally
  }

  /// Calls the handler after each step: other widgets are below the pointer then.
  func onStep(_ handler: @escaping @MainActor () -> Void) { onStep = handler }

  /// Scrolls as long as the drag hovers at a point near an edge.
  func hover(at point: Double) {
    let length = Double(isHorizontal ? widget.width : widget.height)
    let edge = min(Self.edge, length / 4)
    if point < edge {
      speed = -(1 - max(point, 0) / edge)
    } else if point > length - edge {
      speed = 1 - max(length - point, 0) / edge
    } else {
      speed = 0
    }
    if speed == 0 {
      stop()
    } else if timer == nil {
      timer = Timer(every: 16) { [weak self] in self?.step() }
    }
  }

  func stop() {
    timer = nil
    (idleSteps, stepsNearEdge) = (0, 0)
    speed = 0
  }

  private func step() {
    stepsNearEdge += 1
    guard stepsNearEdge > Self.pause else { return }
    let value = adjustment.value + speed * Self.fastest
    let before = adjustment.value
    adjustment.value = min(max(value, 0), max(adjustment.end, 0))
    guard adjustment.value == before else {
      idleSteps = 0
      onStep?()
      return
    }
    // It is at the end. The list may still grow, so the timer goes on for some steps before it waits for the next
    // motion.
    idleSteps += 1
    if idleSteps == Self.mostIdleSteps { stop() }
  }
}
