internal import DragModel
internal import Translations

/// The text of one transfer's progress: a bar on a terminal, otherwise a sentence.
struct ProgressLine: Hashable {
  var name: String
  var bytes: UInt64
  /// Nil while unknown.
  var size: UInt64?
  /// Bytes a second; nil until it is known.
  var rate: UInt64?

  /// The bar, at most `columns` wide: when room is short, it leaves out the least important parts first.
  func bar(columns: Int) -> String {
    let nameWidth = min(TextWidth.columns(of: name), max(12, columns / 3))
    let label = TextWidth.padded(TextWidth.shortened(name, to: nameWidth), to: nameWidth)
    if let share {
      // Constant widths, so that the gauge does not jump when a number gets one more digit.
      let tail = [
        Self.flushRight(Self.percent(share), 5), Self.flushRight(amount, 22),
        Self.flushRight(speed ?? "", 11), Self.flushRight(timeLeftText ?? "", 13),
      ].joined(separator: "  ")
      let room = columns - nameWidth - TextWidth.columns(of: tail) - 4
      if room >= 10 { return "\(label)  \(Self.gauge(share: share, width: room))  \(tail)" }
    }
    var facts = facts
    while facts.count > 1,
      nameWidth + 2 + TextWidth.columns(of: facts.joined(separator: "  ")) > columns
    {
      facts.removeLast()
    }
    return TextWidth.shortened("\(label)  \(facts.joined(separator: "  "))", to: columns)
  }

  /// One line for a log.
  var sentence: String {
    "\(name): " + facts.joined(separator: ", ")
  }

  /// Most important first.
  private var facts: [String] {
    [share.map(Self.percent), amount, speed, timeLeftText].compactMap { $0 }
  }

  private var amount: String {
    let done = Measure.bytes(bytes)
    return size.map { translated("{done} of {size}", ["done": done, "size": Measure.bytes($0)]) }
      ?? done
  }

  private var speed: String? {
    rate.map { "\(Measure.bytes($0))/s" }
  }

  private var timeLeftText: String? {
    timeLeft.map { translated("{time} left", ["time": Measure.clock(seconds: $0)]) }
  }

  /// How much is done, from 0 to 1; nil while the size is unknown.
  private var share: Double? {
    size.map { $0 == 0 ? 1 : min(1, Double(bytes) / Double($0)) }
  }

  private var timeLeft: UInt64? {
    guard let size, let rate, rate > 0, bytes < size else { return nil }
    let seconds = (size - bytes) / rate
    // Beyond four days the number is meaningless.
    return seconds < 345_600 ? seconds : nil
  }

  /// Never “100 %” before the end.
  private static func percent(_ share: Double) -> String {
    "\(Int(share * 100)) %"
  }

  private static func flushRight(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func gauge(share: Double, width: Int) -> String {
    let inner = width - 2
    let filled = Int(Double(inner) * share)
    let head = filled > 0 && filled < inner ? ">" : ""
    return "[" + String(repeating: "=", count: filled - head.count) + head
      + String(repeating: " ", count: inner - filled) + "]"
  }
}
