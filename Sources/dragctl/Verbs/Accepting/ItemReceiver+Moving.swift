internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

extension ItemReceiver {
  /// Receives an item that moves here.
  func receiveMove(
    _ accepted: AcceptedPart, _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    guard let transfer = accepted.transfer else {
      throw Failure(
        .other, translated("dragd's reply to Accept has no transfer, which a move needs"))
    }
    cancellable.setTransfer(transfer)
    let receiver: MoveReceiver
    do throws(Failure) {
      receiver = try MoveReceiver(
        transfer, on: cancellable.connection, place, suggestion: accepted.fileName, force: force)
    } catch {
      cancel(transfer, error, cancellable.connection)
      throw error
    }
    var display = ProgressDisplay(accepted.name ?? accepted.type.description, style: style)
    let bytes: UInt64
    do throws(Failure) {
      var output = try receiver.output(place)
      bytes = try copy(accepted, to: output, &cancellable, &display)
      output.keep(accepted.file, .move, preservation)
      try receiver.store(place)
    } catch {
      display.clear()
      cancel(transfer, error, cancellable.connection)
      receiver.drop(cancellable.connection)
      throw error
    }
    let moved: MoveReceiver.Moved
    do throws(Failure) {
      moved = try receiver.finish(
        on: cancellable.connection, deadline: cancellable.deadline, avoiding: used)
    } catch {
      display.clear()
      throw error
    }
    display.finish()
    try report(accepted, bytes: bytes, moved)
  }

  private func report(
    _ accepted: AcceptedPart, bytes: UInt64, _ moved: MoveReceiver.Moved
  ) throws(Failure) {
    let path = place.path(of: moved.name)
    let text = Argument(path).text
    if case .file(_, let wanted) = place, wanted != moved.name {
      Console.note(
        translated(
          "{wanted} was taken meanwhile: it is {path} now",
          ["wanted": Argument(wanted).text, "path": text]))
    }
    if printsPaths { Console.note("\(text): \(moved.words)") }
    try report(
      accepted, bytes: bytes, path: path,
      more: [
        .init("operation", .string("move")),
        .init("source_deleted", moved.sourceHasDeleted.map { .bool($0) } ?? .null),
      ])
  }
}

extension MoveReceiver.Moved {
  /// For people: what happened to it.
  var words: String {
    switch sourceHasDeleted {
    case true?: translated("moved here, and deleted at its source")
    case false?: translated("moved here, and its source has yet to delete it")
    case nil: translated("moved here, and whether its source has deleted it is not known")
    }
  }
}
