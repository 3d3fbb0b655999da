internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// One dropped item that becomes a file or folder in a folder, under its suggested name or that with a number.
final class DroppedFile {
  private let part: AcceptedPart
  private let place: OutputPlace
  private let operation: Operation
  private let preservation: Preservation
  private let rules: TreeRules
  /// The name that the item gets here.
  private let name: GivenName
  private let connection: BrokerConnection
  private let workers: WorkerPool
  private var output: Output?
  /// Of a folder, which has no output.
  private let unpacking: StoppableWork?
  /// Whether a list of addresses is what the target wants.
  private let wantsAddresses: Bool
  /// The note about a move.
  private let receiver: MoveReceiver?
  /// From then on only dragd knows which side has the item.
  private var isFinishing = false
  private var then: ((Result<Kept, Failure>) -> Void)?

  /// An item that is stored for good.
  struct Kept {
    let path: [UInt8]
    let size: UInt64
    /// For people: what happened to it.
    let words: String
    /// For people: what is otherwise than at the source.
    var notes: [String] = []
  }

  /// Creates the hidden file; writes the note about a move, durably.
  init(
    _ part: AcceptedPart, _ operation: Operation, _ plan: TargetPlan, _ rules: TreeRules,
    in place: OutputPlace, _ connection: BrokerConnection, _ workers: WorkerPool
  ) throws(Failure) {
    let isFolder = part.type.isFolder && !plan.keepsArchives
    unpacking = isFolder ? StoppableWork() : nil
    wantsAddresses = OfferedAddress.isWanted(plan.types)
    self.part = part
    self.rules = rules
    name = isFolder ? part.folderName(rules.names) : part.fileName(rules.names)
    self.place = place
    self.operation = operation
    preservation = plan.preservation.following(rules.names)
    self.connection = connection
    self.workers = workers
    switch operation {
    case .move:
      guard !isFolder else { throw Failure.folderMove(part.name ?? translated("what was dropped")) }
      guard let transfer = part.transfer else {
        throw Failure(
          .other, translated("dragd's reply to Accept has no transfer, which a move needs"))
      }
      let receiver = try MoveReceiver(
        transfer, on: connection, place, suggestion: name.bytes, force: false)
      self.receiver = receiver
      do throws(Failure) {
        output = try receiver.output(place)
      } catch {
        receiver.drop(connection)
        throw error
      }
    case .copy, .link:
      receiver = nil
      if !isFolder { output = try Output(place, suggestion: name.bytes, force: false) }
    }
  }

  /// Stores the content, which is complete. The loop calls `then` when the item is stored for good, or cannot be
  /// stored.
  func keep(
    _ content: SharedDescriptor, then: @escaping (Result<Kept, Failure>) -> Void
  ) {
    self.then = then
    if let unpacking { return unpack(content, unpacking) }
    let writer: SharedDescriptor
    do throws(Failure) {
      guard let file = try output?.writer() else {
        preconditionFailure("an item was stored that had been given up")
      }
      writer = SharedDescriptor(file)
    } catch {
      return end(.failure(error))
    }
    let isMove = receiver != nil
    let mayBeAddress = !wantsAddresses && part.type.essence == MIMEType.uriList.essence
    // The loop handles other drops and calls while the disk works.
    workers.run(lane: .files) { [place] in
      Result { () throws(Failure) in
        if mayBeAddress { try OfferedAddress.check(content) }
        return try mapError { () throws(SystemError) in
          let size = try FileStatus(of: content.descriptor).size
          try Copy.bytes(size, from: content.descriptor, to: writer.descriptor)
          if isMove { try writer.descriptor.synchronizeContent() }
          return size
        } to: {
          Output.failure(place, $0)
        }
      }
    } then: { [self] (result: Result<UInt64, Failure>) in
      stored(result)
    }
  }

  /// Stores content that came with dragd's reply, of a copy.
  func keep(_ data: [UInt8], then: @escaping (Result<Kept, Failure>) -> Void) {
    guard unpacking == nil else {
      do throws(SystemError) {
        keep(SharedDescriptor(try Memfd.create("dragctl", containing: data)), then: then)
      } catch {
        then(.failure(Output.failure(place, error)))
      }
      return
    }
    self.then = then
    do throws(Failure) {
      if !wantsAddresses, part.type.essence == MIMEType.uriList.essence {
        let address = OfferedAddress()
        guard address.admits(data) else { throw address.failure }
      }
      guard let writer = try output?.writer() else {
        preconditionFailure("an item was stored that had been given up")
      }
      try mapError { () throws(SystemError) in
        try writer.write(sparsely: data)
        try writer.endAtPosition()
      } to: {
        Output.failure(place, $0)
      }
      try storeFile(UInt64(data.count))
    } catch {
      end(.failure(error))
    }
  }

  private func unpack(_ content: SharedDescriptor, _ work: StoppableWork) {
    let unpacking = FolderUnpacking(
      archive: content, place: place, name: name.bytes,
      preservation: part.allowed(preservation), rules: rules, work: work)
    workers.run(lane: .files) {
      Result { () throws(Failure) in try unpacking.run() }
    } then: { [self] (result: Result<Kept, Failure>) in
      guard then != nil else { return }
      switch result {
      case .success(var kept):
        kept.notes = namingNotes + kept.notes
        confirm { [self] in end(.success(kept)) }
      case .failure(let failure): end(.failure(failure))
      }
    }
  }

  /// Whether the file is still hidden.
  var canBeGivenUp: Bool {
    if let unpacking { return unpacking.canBeStopped }
    return output != nil && !isFinishing
  }

  /// Whether a worker still has to remove what it has made of a folder.
  var isUnpacking: Bool { unpacking?.isRunning ?? false }

  /// Drops the data, unless the item already belongs to this side.
  func giveUp() {
    then = nil
    output = nil
    unpacking?.stop()
    if !isFinishing { receiver?.drop(connection) }
  }

  private func stored(_ result: Result<UInt64, Failure>) {
    guard then != nil else { return }
    do throws(Failure) {
      try storeFile(try result.get())
    } catch {
      end(.failure(error))
    }
  }

  private func storeFile(_ size: UInt64) throws(Failure) {
    output?.keep(part.file, operation, preservation)
    if let receiver {
      try receiver.store(place)
      output = nil
      isFinishing = true
      receiver.finish(on: connection) { [self] result in
        end(
          result.map {
            Kept(
              path: place.path(of: $0.name), size: size, words: $0.words, notes: namingNotes)
          })
      }
    } else if let path = try output?.commit(avoiding: UsedNames()) {
      output = nil
      confirm { [self] in
        end(
          .success(
            Kept(path: path, size: size, words: translated("copied here"), notes: fileNotes)))
      }
    }
  }

  private var namingNotes: [String] { name.words.map { [$0] } ?? [] }

  private var fileNotes: [String] {
    guard preservation.removesExecutable(part.file, operation) else { return namingNotes }
    return namingNotes + [translated("without the right to be run, which --preserve keeps")]
  }

  /// States that the item is kept. dragd has already counted what came as a file, so no reply changes that.
  private func confirm(then: @escaping () -> Void) {
    guard let transfer = part.transfer, let request = try? BrokerCall.finish(transfer) else {
      return then()
    }
    connection.perform(request) { _ in then() }
  }

  private func end(_ result: Result<Kept, Failure>) {
    let work = then
    then = nil
    work?(result)
  }
}
