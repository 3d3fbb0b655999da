internal import DragModel
internal import DragSystem

/// Writes one line for each event of a program in the background to standard error, which the journal keeps.
package struct Log: Sendable {
  private let program: String
  private let form: LogForm
  private let isVerbose: Bool
  private let hasErrorsOnly: Bool

  private enum Priority: String {
    case error = "<3>"
    case warning = "<4>"
    case info = "<6>"
  }

  /// - Parameters:
  ///   - isVerbose: whether `detail` is logged too. Each line wakes the journal, which takes longer than an offer.
  ///   - hasErrorsOnly: whether nothing but errors is logged.
  package init(of program: String, isVerbose: Bool = false, hasErrorsOnly: Bool = false) {
    self.program = program
    self.isVerbose = isVerbose
    form = LogForm.own
    self.hasErrorsOnly = hasErrorsOnly || form.hasErrorsOnly
  }

  package func error(_ text: String) { write(.error, text) }
  package func warning(_ text: String) { write(.warning, text) }
  package func info(_ text: String) { write(.info, text) }

  /// Logs an everyday event, if the log is verbose.
  package func detail(_ text: @autoclosure () -> String) {
    if isVerbose { write(.info, text()) }
  }

  private func write(_ priority: Priority, _ text: String) {
    switch priority {
    case .error: break
    case .warning, .info: if hasErrorsOnly { return }
    }
    let start = form.hasPriorities ? priority.rawValue : "\(program): "
    // The text may come from a peer, which must not forge another line.
    let line = "\(start)\(Printable.line(text))\n"
    do throws(SystemError) {
      try StandardStream.error.write(Array(line.utf8))
    } catch {
      // A failure of the log cannot be logged.
    }
  }
}
