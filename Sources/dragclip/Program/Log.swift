internal import DragModel
internal import DragSystem

/// Writes messages to standard error, which the journal keeps. They have no content and no path of an offer.
struct Log {
  let isVerbose: Bool

  func error(_ text: String) { say(text) }

  func note(_ text: String) {
    if isVerbose { say(text) }
  }

  private func say(_ text: String) {
    // Programs choose the names of their targets, so the text is made one line. A failure to write has no reader.
    try? StandardStream.error.write(Array("dragclip: \(Printable.line(text))\n".utf8))
  }
}
