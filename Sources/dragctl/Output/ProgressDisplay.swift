internal import CommandLineArguments
internal import DragSystem
internal import Translations

/// Progress on standard error or, for `watch`, on standard output.
struct ProgressDisplay {
  private var progress: Progress
  private let style: Progress.Style
  private let stream: StandardStream

  init(_ name: String, style: Progress.Style, on stream: StandardStream = .error) {
    self.style = style
    self.stream = stream
    progress = Progress(name, style: style, at: Clock.monotonic)
  }

  mutating func update(bytes: UInt64, size: UInt64?) {
    switch style {
    case .hidden: return
    case .bar, .lines: break
    }
    let text = progress.update(
      bytes: bytes, size: size, at: Clock.monotonic, columns: columns)
    guard !text.isEmpty else { return }
    draw(text)
  }

  mutating func finish() {
    draw(progress.finish(at: Clock.monotonic, columns: columns))
    Interruption.setUnfinishedLine(false)
  }

  /// Clears the line for other output.
  mutating func clear() {
    draw(progress.clear())
    Interruption.setUnfinishedLine(false)
  }

  private func draw(_ text: String) {
    switch style {
    case .hidden: return
    case .bar: Interruption.setUnfinishedLine(true)
    case .lines: break
    }
    // The terminal may be gone: that does not stop a transfer.
    if !text.isEmpty { try? stream.write(Array(text.utf8)) }
  }

  private var columns: Int {
    stream.columns ?? 80
  }
}

extension Progress.Style {
  /// - Parameter hasRoom: whether nothing else writes to the terminal meanwhile.
  init(_ when: Progress.Policy, hasRoom: Bool) {
    switch when {
    case .never: self = .hidden
    case .auto: self = StandardStream.error.isTerminal && hasRoom ? .bar : .hidden
    case .always: self = StandardStream.error.isTerminal ? .bar : .lines
    }
  }
}

extension Invocation {
  func progress() throws(Failure) -> Progress.Policy {
    guard let text = try text(of: .progress) else { return .auto }
    guard let when = Progress.Policy(rawValue: text) else {
      throw .usage(translated("--progress: “{text}” is not auto, always or never", ["text": text]))
    }
    return when
  }
}
