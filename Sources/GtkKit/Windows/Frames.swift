internal import CGtk

/// One frame of a window's clock: styles and sizes are computed, the window is drawn.
package struct Frame {
  /// When it began and ended, in microseconds of CLOCK_MONOTONIC.
  package let begin: Int
  package let end: Int
}

extension Window {
  /// Tells of each frame once it is drawn. Call it when the window has been presented, for before it has no clock.
  package func onFrame(_ body: @escaping @MainActor (Frame) -> Void) {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    let turn = Turn()
    let pointer = UnsafeMutableRawPointer(clock)
    // Not with the input: that is handled when it comes, and then waits for the next frame that is due.
    pointer.connect("before-paint") { _ in turn.begin = g_get_monotonic_time() }
    pointer.connect("after-paint", after: true) { _ in
      body(Frame(begin: turn.begin, end: g_get_monotonic_time()))
    }
  }
}

private final class Turn {
  var begin: Int = 0
}
