internal import CLinux
internal import Synchronization

/// Handles a signal that ends the program while the program has no loop (SIGINT, SIGTERM, SIGHUP): removes an
/// unfinished file, clears what the program drew on the terminal, and ends the program by the signal.
package enum Interruption {
  /// Signal handlers read these at any instruction, and one thread writes them: lock-free atomics. A name is the
  /// address of a C string, 0 for none, and is written last.
  private static let folder = Atomic<Int32>(-1)
  private static let name = Atomic<UInt>(0)
  /// A second file, which the handler removes before the first.
  private static let secondFolder = Atomic<Int32>(-1)
  private static let secondName = Atomic<UInt>(0)
  /// Whether the first is a folder, which is empty but for what the handler removes first.
  private static let isFolder = Atomic(false)
  /// The folder that has that name; −1 until it is there. Its content is removed by the descriptor: other users of the
  /// folder around it may give the name to another one.
  private static let tree = Atomic<Int32>(-1)
  private static let hasLine = Atomic(false)

  /// From now on the signals end the program in that way, except one that the caller ignores (nohup(1), and a
  /// shell for its background jobs).
  package static func install() {
    // Also initialises the statics, which a handler must not do.
    folder.store(-1, ordering: .relaxed)
    secondFolder.store(-1, ordering: .relaxed)
    isFolder.store(false, ordering: .relaxed)
    forgetFiles()
    setUnfinishedLine(false)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { signal in Interruption.endProgram(signal) }
      sigaction(signal, &action, nil)
    }
  }

  /// From now on writing to a pipe without a reader fails (EPIPE), and does not end the program.
  package static func ignoreBrokenPipes() {
    linux_ignore_signal(SIGPIPE)
  }

  /// From now on writing beyond the largest size of a file (RLIMIT_FSIZE) fails (EFBIG), and does not end the program.
  package static func failAtFileSizeLimit() {
    linux_ignore_signal(SIGXFSZ)
  }

  /// Sets the file that an interruption removes, until `forgetFiles()`. The folder must stay open until then.
  package static func setFileToRemove(_ file: [UInt8], in directory: borrowing Folder) {
    forgetFiles()
    isFolder.store(false, ordering: .relaxed)
    folder.store(directory.rawValue, ordering: .relaxed)
    name.store(copy(file), ordering: .releasing)
  }

  /// The same for a folder, which is still to be made.
  package static func setFolderToRemove(_ own: [UInt8], in directory: borrowing Folder) {
    forgetFiles()
    isFolder.store(true, ordering: .relaxed)
    folder.store(directory.rawValue, ordering: .relaxed)
    name.store(copy(own), ordering: .releasing)
  }

  /// Sets the folder that has that name now: an interruption removes all that is in it. It must stay open until
  /// `forgetFiles()`.
  package static func setContentsToRemove(of made: borrowing Folder) {
    tree.store(made.rawValue, ordering: .releasing)
  }

  /// Sets another file, which an interruption removes before that one.
  package static func setFileToRemoveFirst(_ file: [UInt8], in directory: borrowing Folder) {
    secondName.store(0, ordering: .relaxed)
    secondFolder.store(directory.rawValue, ordering: .relaxed)
    secondName.store(copy(file), ordering: .releasing)
  }

  package static func forgetFiles() {
    secondName.store(0, ordering: .relaxed)
    name.store(0, ordering: .relaxed)
    tree.store(-1, ordering: .relaxed)
  }

  /// Never freed, because a handler may be reading it. There is one for each file that had a name.
  private static func copy(_ file: [UInt8]) -> UInt {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: file.count + 1)
    for (index, byte) in file.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[file.count] = 0
    return UInt(bitPattern: copy)
  }

  /// Sets whether the terminal at standard error shows an unfinished line, which an interruption clears.
  package static func setUnfinishedLine(_ hasLine: Bool) {
    Self.hasLine.store(hasLine, ordering: .relaxed)
  }

  /// Async-signal-safe (signal-safety(7)).
  private static func endProgram(_ signal: Int32) {
    if let name = UnsafePointer<CChar>(bitPattern: secondName.load(ordering: .acquiring)) {
      unlinkat(secondFolder.load(ordering: .relaxed), name, 0)
    }
    if let name = UnsafePointer<CChar>(bitPattern: name.load(ordering: .acquiring)) {
      let tree = tree.load(ordering: .acquiring)
      if tree >= 0 { _ = linux_empty_folder(tree) }
      let flags = isFolder.load(ordering: .relaxed) ? AT_REMOVEDIR : 0
      unlinkat(folder.load(ordering: .relaxed), name, flags)
    }
    if hasLine.load(ordering: .relaxed) {
      // Back to the first column, then clear to the right.
      var clear: (UInt8, UInt8, UInt8, UInt8) = (0x0D, 0x1B, 0x5B, 0x4B)
      _ = write(2, &clear, 4)
    }
    ProgramExit.by(signal)
  }
}
