internal import CLinux

/// What happens when the program is interrupted (SIGINT), ended (SIGTERM) or hung up (SIGHUP) while
/// it works without a loop: it takes away an unfinished file and what it drew on the terminal, and
/// ends with the status that shells show, 128 and the signal's number.
package enum Interruption {
  /// Only signal handlers read these, and only one thread writes them; the name, one aligned word, is
  /// written last.
  nonisolated(unsafe) private static var folder: Int32 = -1
  nonisolated(unsafe) private static var name: UnsafeMutablePointer<CChar>?
  /// A second file, which goes before the first.
  nonisolated(unsafe) private static var secondFolder: Int32 = -1
  nonisolated(unsafe) private static var secondName: UnsafeMutablePointer<CChar>?
  nonisolated(unsafe) private static var isDrawing = false

  /// From now on the signals end the program in that way, except one that the caller ignores (nohup(1), and a
  /// shell's for its background).
  package static func endsProgram() {
    // Also makes sure that no handler is the first to touch them.
    forgetFile()
    clearsLine(false)
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(signal, nil, &action)
      if isIgnored(action) { continue }
      action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in Interruption.end(signal) }
      sigaction(signal, &action, nil)
    }
  }

  /// From now on a write that nobody reads any more is an error (EPIPE) and not the end of the program.
  package static func sparesBrokenPipes() {
    linux_ignore_signal(SIGPIPE)
  }

  /// The file to take away, until `forgetFile()`. The folder must stay open until then.
  package static func removesFile(_ file: [UInt8], in directory: borrowing Folder) {
    forgetFile()
    folder = directory.rawValue
    name = copy(file)
  }

  /// Another file to take away, before that one.
  package static func removesFirst(_ file: [UInt8], in directory: borrowing Folder) {
    secondName = nil
    secondFolder = directory.rawValue
    secondName = copy(file)
  }

  /// Forgets both.
  package static func forgetFile() {
    secondName = nil
    name = nil
  }

  /// Kept for ever: a handler may be reading it. There is one for each file that had a name.
  private static func copy(_ file: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: file.count + 1)
    for (index, byte) in file.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[file.count] = 0
    return copy
  }

  /// Whether an unfinished line stands on the terminal at standard error.
  package static func clearsLine(_ isThere: Bool) {
    isDrawing = isThere
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Async-signal-safe (signal-safety(7)).
  private static func end(_ signal: Int32) {
    if let secondName { unlinkat(secondFolder, secondName, 0) }
    if let name { unlinkat(folder, name, 0) }
    if isDrawing {
      // Back to the first column, and nothing right of it.
      var clear: (UInt8, UInt8, UInt8, UInt8) = (0x0D, 0x1B, 0x5B, 0x4B)
      _ = write(2, &clear, 4)
    }
    _exit(128 + signal)
  }
}
