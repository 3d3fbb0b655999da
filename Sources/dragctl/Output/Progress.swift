internal import DragModel

/// Shows the progress of one transfer, or of several as one. It decides what to write and when; its owner writes that
/// to standard error.
struct Progress {
  enum Policy: String, CaseIterable {
    case auto, always, never
  }

  enum Style {
    case hidden
    /// One line of a terminal, redrawn.
    case bar
    /// Lines, without a terminal.
    case lines
  }

  private let style: Style
  private let started: UInt64
  private var rate: ByteRate
  private var line: ProgressLine
  private var lastDrawn: UInt64?

  /// - Parameter time: microseconds of a clock that never goes back, as in the other functions.
  init(_ name: String, style: Style, at time: UInt64) {
    self.style = style
    started = time
    rate = ByteRate(at: time)
    line = ProgressLine(name: Printable.line(name), bytes: 0, size: nil, rate: nil)
  }

  /// A shorter transfer shows no bar: it would vanish before a person could read it.
  private static let firstDelay: UInt64 = 200_000
  /// At most ten bars a second, and one line.
  private static func interval(of style: Style) -> UInt64 {
    switch style {
    case .hidden, .bar: 100_000
    case .lines: 1_000_000
    }
  }

  /// Updates the numbers, and returns the text to write now; usually none.
  mutating func update(bytes: UInt64, size: UInt64?, at time: UInt64, columns: Int) -> String {
    line.bytes = bytes
    line.size = size
    rate.update(bytes: bytes, at: time)
    line.rate = rate.bytesPerSecond
    guard
      time - (lastDrawn ?? started)
        >= (lastDrawn == nil ? Self.firstDelay : Self.interval(of: style))
    else { return "" }
    switch style {
    case .hidden: return ""
    case .bar:
      lastDrawn = time
      return Self.redraw(line.bar(columns: columns - 1))
    case .lines:
      lastDrawn = time
      return line.sentence + "\n"
    }
  }

  /// The text to write when the transfer has succeeded: a last line that stays, if there was a line before, or `always`
  /// was asked for.
  mutating func finish(at time: UInt64, columns: Int) -> String {
    line.size = line.bytes
    let elapsed = max(time - started, 1)
    var whole = ByteRate(at: 0)
    whole.update(bytes: line.bytes, at: elapsed)
    line.rate = whole.bytesPerSecond
    switch style {
    case .hidden: return ""
    case .bar:
      guard lastDrawn != nil else { return "" }
      lastDrawn = nil
      return Self.redraw(line.bar(columns: columns - 1)) + "\n"
    case .lines: return line.sentence + "\n"
    }
  }

  /// The text to write before any other output: it clears the bar.
  mutating func clear() -> String {
    switch style {
    case .hidden, .lines: return ""
    case .bar:
      guard lastDrawn != nil else { return "" }
      return Self.redraw("")
    }
  }

  /// Moves to the first column, writes the text, and clears the rest of the line (ECMA-48 EL).
  static func redraw(_ text: String) -> String {
    "\r" + text + "\u{1B}[K"
  }
}
