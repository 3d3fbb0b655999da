internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Several moves at their destination whose content has come with dragd's replies: noted, stored, finished and named
/// together, so that they wait for the disk together. Each passes the steps of a move alone, in the same order.
final class MoveGroup {
  /// The most moves of a group: enough to share the waiting, and few enough to have their content in memory.
  static let most = 128

  /// One of the moves.
  private struct Item {
    let part: AcceptedPart
    let move: ReceivedMove
    let file: SharedDescriptor
  }

  private let place: OutputPlace
  private let folder: Folder
  private let items: [Item]
  private let connection: BrokerConnection
  private var completions: [MoveCompletion] = []
  private var placements: [PendingFile.Placement?] = []
  private var failures: [Failure?] = []
  /// The replies that are still to come.
  private var left = 0
  private var used = UsedNames()
  private var then: (([Result<ReceivedMove.Moved, Failure>]) -> Void)?
  /// From then on only dragd knows which side has the items.
  private(set) var isFinishing = false

  var transfers: [Identifier] { items.map(\.move.transfer) }

  /// Whether the content of a part came with the reply, and is no list of addresses, which is looked at first.
  static func takes(_ part: AcceptedPart) -> Bool {
    guard case .data = part.content, part.transfer != nil else { return false }
    return part.type.essence != MIMEType.uriList.essence && !part.type.isFolder
  }

  /// Writes the note about the moves, durably, and creates the hidden files.
  ///
  /// - Parameters:
  ///   - parts: of moves of this connection, all of which `takes` admits.
  ///   - names: the name of each in a folder.
  init(
    _ parts: [AcceptedPart], _ names: [GivenName], on connection: BrokerConnection,
    _ place: OutputPlace, force: Bool
  ) throws(Failure) {
    self.place = place
    self.connection = connection
    // Each has a file.
    ProcessLimits.raiseDescriptors()
    let pending = try MoveReceiver.pendingFiles(
      zip(parts, names).compactMap { part, name in part.transfer.map { ($0, name.bytes) } },
      on: connection, place, force: force)
    let records = try MoveReceiver.note(pending)
    let moves = zip(pending, records).map { ReceivedMove(pending: $0, record: $1) }
    var made: [Item] = []
    do throws(SystemError) {
      folder = try Folder(path: pending[0].note.place.folder)
      for (part, move) in zip(parts, moves) {
        let file = try folder.create(move.pending.note.temporaryName, mode: 0o666)
        FailPoint.pass("destination: the hidden file is there")
        made.append(Item(part: part, move: move, file: SharedDescriptor(file)))
      }
      items = made
    } catch {
      for item in made { try? item.move.pending.drop() }
      for record in records { record.remove() }
      throw Output.failure(place, error)
    }
  }

  /// Writes the content, and waits until all of it is on the disk, with the modes and times that the files keep.
  func store(_ preservation: Preservation) throws(Failure) {
    for item in items {
      guard case .data(let bytes) = item.part.content else { continue }
      let copy = StreamCopy(size: item.part.size, isCautious: false)
      var output = try mapError { () throws(SystemError) in
        Output(place, pending: try item.file.descriptor.duplicate())
      } to: {
        Output.failure(place, $0)
      }
      _ = try copy.write(bytes, to: output)
      output.keep(item.part.file, .move, preservation)
      item.move.pending.keepReplacedMode(item.file.descriptor, in: folder)
    }
    try mapError { () throws(SystemError) in
      FailPoint.pass("destination: sync the data")
      let files = items.map(\.file)
      try ParallelWork.forEach(below: files.count) { index throws(SystemError) in
        try files[index].descriptor.synchronize()
      }
      try folder.synchronize()
      FailPoint.pass("destination: the data is on the disk")
    } to: {
      Output.failure(place, $0)
    }
  }

  /// Finishes the moves. The loop calls `then` with what became of each.
  func finish(
    timeout milliseconds: Int = ReceivedMove.finishTimeout, avoiding used: UsedNames,
    then: @escaping ([Result<ReceivedMove.Moved, Failure>]) -> Void
  ) {
    isFinishing = true
    self.then = then
    self.used = used
    completions = items.map(\.move.completion)
    placements = items.map { _ in nil }
    failures = items.map { _ in nil }
    FailPoint.pass("destination: send Finish")
    ask(Array(items.indices), milliseconds) { transfer throws(RequestError) in
      try BrokerCall.finish(transfer)
    } answer: { [self] index, answer in
      let event =
        switch answer {
        case .success(let result): MoveCompletion.Event.finished(result)
        case .failure(let error): MoveCompletion.Event.failed(error)
        }
      ReceivedMove.passFailPoint(.finish, event)
      completions[index].follow(event, at: Clock.monotonic)
    } then: { [self] in
      makePermanent()
    }
  }

  /// Gives the data of the moves that were committed their names.
  private func makePermanent() {
    var placed: [Int] = []
    for (index, item) in items.enumerated() where completions[index].step == .keep {
      do throws(Refusal) {
        let placement = try item.move.pending.place(avoiding: used)
        if case .placed(let name) = placement { used.insert(name) }
        placements[index] = placement
        placed.append(index)
      } catch {
        failures[index] = ReceivedMove.unplaced(error)
      }
    }
    if !placed.isEmpty {
      do throws(SystemError) {
        try folder.synchronize()
        FailPoint.pass("destination: the name is on the disk")
      } catch {
        for index in placed { failures[index] = Output.failure(place, error) }
        placed = []
      }
    }
    for index in placed { completions[index].follow(.performed, at: Clock.monotonic) }
    acknowledge(placed)
  }

  private func acknowledge(_ placed: [Int]) {
    guard !placed.isEmpty else { return conclude() }
    FailPoint.pass("destination: send AcknowledgeOutcome")
    ask(placed, ReceivedMove.timeout) { transfer throws(RequestError) in
      try BrokerCall<Void>.acknowledgeOutcome(transfer)
    } answer: { [self] index, answer in
      // Without it “dragctl recover” repeats it.
      guard case .success = answer else { return }
      FailPoint.pass("destination: AcknowledgeOutcome answered")
      items[index].move.forget()
    } then: { [self] in
      conclude()
    }
  }

  /// Reports the result of each; settles those that dragd has not committed, or of which that is unknown.
  private func conclude() {
    var unknown: Failure?
    var results: [Result<ReceivedMove.Moved, Failure>] = []
    for (index, item) in items.enumerated() {
      results.append(
        Result { () throws(Failure) in
          if let failure = failures[index] { throw failure }
          if let placement = placements[index] {
            return try item.move.moved(completions[index], placement)
          }
          // Where dragd cannot tell of one, it cannot tell of the others: “dragctl recover” settles them.
          if let unknown { throw unknown }
          do throws(Failure) {
            return try item.move.complete(
              &completions[index], on: connection, finishing: 0, avoiding: used)
          } catch {
            if case .undecided = completions[index].conclusion { unknown = error }
            throw error
          }
        })
    }
    let work = then
    then = nil
    work?(results)
  }

  /// Calls dragd about each of the moves at once.
  private func ask<Reply>(
    _ indices: [Int], _ milliseconds: Int,
    _ make: (Identifier) throws(RequestError) -> BrokerCall<Reply>,
    answer: @escaping (Int, Result<Reply, RequestError>) -> Void, then: @escaping () -> Void
  ) {
    left = indices.count
    let answered = { [self] (index: Int, result: Result<Reply, RequestError>) in
      answer(index, result)
      left -= 1
      if left == 0 { then() }
    }
    for index in indices {
      do throws(RequestError) {
        connection.perform(try make(items[index].move.transfer), timeout: milliseconds) {
          answered(index, $0)
        }
      } catch {
        answered(index, .failure(error))
      }
    }
  }

  /// Drops the data, unless the items may already belong to this side.
  func drop() {
    guard !isFinishing else { return }
    for item in items { item.move.drop(connection) }
  }
}
