internal import DragModel
internal import DragSystem

/// One line an event on standard error, each with its journal priority (sd-daemon(3)): systemd takes
/// the mark off and files the line by it.
struct Log: Sendable {
  /// Whether what happens every day is written too: each offer, target and transfer. A line wakes whoever files it, which
  /// takes longer than the offer.
  var isVerbose = false

  private enum Priority: String {
    case error = "<3>"
    case warning = "<4>"
    case info = "<6>"
  }

  func error(_ text: String) { write(.error, text) }
  func warning(_ text: String) { write(.warning, text) }
  func info(_ text: String) { write(.info, text) }
  func everyday(_ text: @autoclosure () -> String) {
    if isVerbose { write(.info, text()) }
  }

  private func write(_ priority: Priority, _ text: String) {
    // A peer's words may hold anything; an event stays one line.
    let line = "\(priority.rawValue)\(Printable.line(text))\n"
    do throws(SystemError) {
      try StandardStream.error.write(Array(line.utf8))
    } catch {
      // There is nobody left to tell.
    }
  }
}
