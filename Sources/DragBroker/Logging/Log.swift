internal import DragModel
internal import DragSystem

/// Writes one line for each event to standard error.
struct Log: Sendable {
  var form = LogForm.own
  /// Whether each offer, target and transfer is logged too. Each line wakes the journal, which takes longer than an
  /// offer.
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
    switch priority {
    case .error: break
    case .warning, .info: if form.hasErrorsOnly { return }
    }
    let start = form.hasPriorities ? priority.rawValue : text.hasPrefix("dragd ") ? "" : "dragd: "
    // The text may come from a peer: it must not forge another line.
    let line = "\(start)\(Printable.line(text))\n"
    do throws(SystemError) {
      try StandardStream.error.write(Array(line.utf8))
    } catch {
      // A failure of the log cannot be logged.
    }
  }
}
