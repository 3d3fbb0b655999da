internal import CommandLineArguments
internal import DragConnection
internal import DragSystem
internal import Translations

/// Copies one item's bytes to an output.
struct StreamCopy {
  /// Nil while unknown.
  let size: UInt64?
  /// Sees all bytes before they are written; false refuses them, and the caller says why.
  var admits: (([UInt8]) -> Bool)?
  /// Whether the output is a terminal that may get only text.
  let isCautious: Bool

  init(size: UInt64?, isCautious: Bool, admits: (([UInt8]) -> Bool)? = nil) {
    self.size = size
    self.isCautious = isCautious
    self.admits = admits
  }

  /// A longer transfer becomes reachable on the bus; in milliseconds.
  private static let briefly = Milliseconds(200)
  /// A bar is redrawn at least so often, so that its rate sinks when no bytes come; in ms.
  private static let heartbeat = 500

  /// Content that came in the reply.
  func write(_ data: [UInt8], to output: borrowing Output) throws(Failure) -> UInt64 {
    var terminal = TerminalText()
    if isCautious, !terminal.admits(data) { throw Self.binary }
    if let admits, !admits(data) { throw Self.refused }
    try write(terminal.needsNewline ? data + [Self.newline] : data, output)
    return UInt64(data.count)
  }

  /// Content that comes through a pipe or as a file.
  func run(
    _ source: borrowing OwnedFileDescriptor, to output: borrowing Output,
    _ cancellable: inout CancellableTransfer, _ display: inout ProgressDisplay
  ) throws(Failure) -> UInt64 {
    let terminal = TerminalFilter()
    let filter = isCautious ? terminal.admits : admits
    var drain = Drain(
      from: try duplicate(source, output), to: try output.writer(), makesHoles: output.isNew,
      filter: filter)
    let brevity = Deadline(Self.briefly)
    while true {
      let step = try step(&drain, output)
      display.update(bytes: drain.byteCount, size: size)
      switch step {
      case .ended:
        if terminal.text.needsNewline { try write([Self.newline], output) }
        return drain.byteCount
      case .filtered: throw isCautious ? Self.binary : Self.refused
      case .copied: if brevity.hasPassed { try cancellable.serve() }
      case .waitForSource, .waitForDestination:
        if brevity.hasPassed { try cancellable.serve() }
        drain.wait(
          after: step, or: cancellable.servingLoop, milliseconds: pollTimeout(brevity, cancellable))
      }
      cancellable.turn()
      try cancellable.check()
    }
  }

  /// Passes bytes that come through a pipe or as a file to `take`.
  func run(
    _ source: inout StreamReader, _ cancellable: inout CancellableTransfer,
    _ display: inout ProgressDisplay, take: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> UInt64 {
    let brevity = Deadline(Self.briefly)
    while true {
      let step = try mapError { () throws(SystemError) in
        try source.step()
      } to: {
        Failure(.incomplete, $0.reason)
      }
      display.update(bytes: source.byteCount, size: size)
      if brevity.hasPassed { try cancellable.serve() }
      switch step {
      case .ended: return source.byteCount
      case .bytes(let bytes): try take(bytes)
      case .waitForSource:
        source.wait(
          or: cancellable.servingLoop, milliseconds: pollTimeout(brevity, cancellable))
      }
      cancellable.turn()
      try cancellable.check()
    }
  }

  private func pollTimeout(_ brevity: Deadline, _ cancellable: CancellableTransfer) -> Int? {
    if !brevity.hasPassed { return cancellable.deadline.remaining(atMost: brevity.remaining ?? 0) }
    return cancellable.deadline.remaining(atMost: Self.heartbeat)
  }

  private func step(
    _ drain: inout Drain, _ output: borrowing Output
  ) throws(Failure) -> Drain.Step {
    return try mapError { () throws(SystemError) in
      try drain.step()
    } to: {
      output.unwritten($0)
    }
  }

  private func duplicate(
    _ source: borrowing OwnedFileDescriptor, _ output: borrowing Output
  ) throws(Failure) -> OwnedFileDescriptor {
    return try mapError { () throws(SystemError) in
      try source.duplicate()
    } to: {
      output.unwritten($0)
    }
  }

  private func write(_ bytes: [UInt8], _ output: borrowing Output) throws(Failure) {
    let writer = try output.writer()
    try mapError { () throws(SystemError) in
      guard output.isNew else { return try writer.writeWaiting(bytes) }
      try writer.write(sparsely: bytes)
      try writer.endAtPosition()
    } to: {
      output.unwritten($0)
    }
  }

  private static let newline = UInt8(ascii: "\n")

  /// The failure after `admits` has refused the content.
  static let refused = Failure(.refused, translated("the content was refused"))

  private static let binary = Failure(
    .refused, translated("the content is not plain text, and standard output is a terminal"),
    hint: translated("Use --output FILE, or “--output -” to write it to the terminal all the same.")
  )
}

/// `TerminalText` for a closure.
private final class TerminalFilter {
  var text = TerminalText()

  func admits(_ bytes: [UInt8]) -> Bool {
    text.admits(bytes)
  }
}
