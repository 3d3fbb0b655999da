internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// The command that gets an item.
extension CommandDrop {
  /// The command reads the file itself; no bytes pass through this program.
  func runCommand(_ file: SharedDescriptor, _ part: AcceptedPart, _ words: Argument) {
    do throws(SystemError) {
      let size = try FileStatus(of: file.descriptor).size
      command = try ShellCommand(
        words.bytes, input: file.descriptor,
        output: try StandardStream.output.duplicate(), environment: environment(part, size),
        on: loop
      ) { [weak self] end in self?.ended(end, part, size) }
    } catch {
      fail(.cancelled, "\(words.text): \(error.reason)", forStrangers: Self.unkept)
    }
  }

  private func environment(_ part: AcceptedPart, _ size: UInt64) -> [(String, String)] {
    let dropper = call.dropper
    var variables = [
      ("DRAGD_TYPE", part.type.description),
      ("DRAGD_NAME", part.name.flatMap(FileName.safe) ?? ""),
      ("DRAGD_INDEX", String(part.item)), ("DRAGD_SIZE", String(size)),
      ("DRAGD_OPERATION", call.operation.rawValue),
      ("DRAGD_DROPPER", dropper.application.isEmpty ? dropper.connection : dropper.application),
    ]
    if let place = call.context.index { variables.append(("DRAGD_AT", String(place))) }
    return variables
  }

  private func ended(_ end: ShellCommand.End, _ part: AcceptedPart, _ size: UInt64) {
    let words = command.map { StandardErrorTail($0.errorTail) } ?? StandardErrorTail([])
    command = nil
    switch end {
    case .exited(0):
      for line in words.lines { Console.note(line) }
      let what = part.name ?? translated("item {index}", ["index": part.item])
      Console.note(
        translated(
          "{name}: {size} of {type}",
          ["name": what, "size": Measure.bytes(size), "type": part.type]))
      finish(part)
    case .exited(let status):
      fail(.cancelled, cancellation ?? "the target's command ended with status \(status)", words)
    case .signalled(let signal):
      fail(
        .cancelled, cancellation ?? "the target's command was ended by signal \(signal)", words)
    }
  }

  /// States that the item is kept. dragd has already counted what came as a file, and a command gets no moves, so no
  /// reply changes that.
  private func finish(_ part: AcceptedPart) {
    transfer = nil
    guard let done = part.transfer, let request = try? BrokerCall.finish(done) else {
      return next()
    }
    connection.perform(request) { [weak self] _ in self?.next() }
  }
}
