internal import DragModel
internal import DragSystem

/// What the program says on standard error, which the journal keeps. Never content, and no path of an offer.
struct Log {
  let isVerbose: Bool

  func error(_ text: String) { say(text) }

  func note(_ text: String) {
    if isVerbose { say(text) }
  }

  private func say(_ text: String) {
    // Programs choose the names of their targets; an event stays one line. Nobody is left to tell where standard error
    // cannot be written.
    try? StandardStream.error.write(Array("dragclip: \(Printable.line(text))\n".utf8))
  }
}
