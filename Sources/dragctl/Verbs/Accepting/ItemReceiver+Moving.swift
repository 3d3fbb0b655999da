internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
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
    let name = accepted.fileName(rules.names)
    let receiver: MoveReceiver
    do throws(Failure) {
      receiver = try MoveReceiver(
        transfer, on: cancellable.connection, place, suggestion: name.bytes, force: force)
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
    tell(name, place.path(of: moved.name))
    try report(accepted, bytes: bytes, moved)
  }

  /// Receives items whose content has come with the replies, and which move here together.
  func receiveMoves(
    _ parts: [AcceptedPart], _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    let connection = cancellable.connection
    let loop = try cancellable.loop()
    let names = parts.map { $0.fileName(rules.names) }
    var group: MoveGroup?
    do throws(Failure) {
      // Until dragd decides, an interruption waits: it would leave the hidden files to the next dragctl.
      let interruptions = HeldSignals(MovingSource.interruptions)
      defer { interruptions.release() }
      let made = try MoveGroup(parts, names, on: connection, place, force: force)
      group = made
      try made.store(preservation)
    } catch {
      for part in parts { if let id = part.transfer { cancel(id, error, connection) } }
      group?.drop()
      throw error
    }
    var results: [Result<MoveReceiver.Moved, Failure>]?
    group?.finish(
      timeout: cancellable.deadline.remaining(atMost: ReceivedMove.finishTimeout), avoiding: used
    ) { results = $0 }
    while results == nil { loop.turn(timeout: nil) }
    var failure: Failure?
    for (index, result) in (results ?? []).enumerated() {
      switch result {
      case .success(let moved):
        tell(names[index], place.path(of: moved.name))
        guard case .data(let bytes) = parts[index].content else { continue }
        try report(parts[index], bytes: UInt64(bytes.count), moved)
      case .failure(let error): failure = failure ?? error
      }
    }
    if let failure { throw failure }
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
