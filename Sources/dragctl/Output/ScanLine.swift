internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import FolderArchive
internal import Translations

/// Says on a terminal how far a folder is examined, if that takes long.
final class ScanLine {
  private let path: String
  private let isTerminal = StandardStream.error.isTerminal
  /// The time of the next line, by the monotonic clock in microseconds.
  private var next = Clock.monotonic + 500_000
  private var isShown = false

  /// Examines a folder.
  static func snapshot(
    of path: Argument, name: [UInt8], options: FolderOptions
  ) throws(FolderError) -> FolderSnapshot {
    let line = ScanLine(path)
    defer { line.clear() }
    return try FolderSnapshot(of: path.bytes, name: name, options: options) {
      line.update(count: $0)
    }
  }

  private init(_ path: Argument) { self.path = Printable.line(path.text) }

  private func update(count: Int) {
    guard isTerminal, Clock.monotonic >= next else { return }
    next = Clock.monotonic + 100_000
    isShown = true
    Interruption.setUnfinishedLine(true)
    let words = translated(
      count: count, one: "Reading {path}: {count} file", other: "Reading {path}: {count} files",
      ["path": path])
    let columns = (StandardStream.error.columns ?? 80) - 1
    Console.draw(Progress.redraw(TextWidth.shortened(words, to: columns)))
  }

  /// Clears the line for other output.
  private func clear() {
    guard isShown else { return }
    Console.draw(Progress.redraw(""))
    Interruption.setUnfinishedLine(false)
  }
}
