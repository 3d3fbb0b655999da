internal import DragSystem

/// What the program says on standard error, which the journal keeps. Never content, and no path of an offer.
struct Log {
  let isVerbose: Bool

  func error(_ text: String) { say(text) }

  func note(_ text: String) {
    if isVerbose { say(text) }
  }

  private func say(_ text: String) {
    // Nobody is left to tell where standard error cannot be written.
    try? StandardStream.error.write(Array("dragclip: \(text)\n".utf8))
  }
}
