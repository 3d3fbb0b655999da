internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// One dropped item on its way to a file in a folder, under its suggested name or that with a number.
final class DroppedFile {
  private let part: AcceptedPart
  private let place: OutputPlace
  private let connection: BrokerConnection
  private let workers: WorkerPool
  private var output: Output?
  /// What is written down of a move.
  private let reception: MoveReception?
  /// From then on only dragd knows whose the item is.
  private var isFinishing = false
  private var then: ((Result<Kept, Failure>) -> Void)?

  /// An item that is here for good.
  struct Kept {
    let path: [UInt8]
    let size: UInt64
    /// For people: what became of it.
    let words: String
  }

  /// Begins a file that nobody sees yet; for a move it is written down, durably.
  init(
    _ part: AcceptedPart, _ operation: Operation, in place: OutputPlace,
    _ connection: BrokerConnection, _ workers: WorkerPool
  ) throws(Failure) {
    self.part = part
    self.place = place
    self.connection = connection
    self.workers = workers
    switch operation {
    case .move:
      guard let transfer = part.transfer else {
        throw Failure(.other, "dragd's reply to Accept has no transfer, which a move needs")
      }
      let reception = try MoveReception(
        transfer, place, suggestion: part.fileName, force: false)
      self.reception = reception
      do throws(Failure) {
        output = try reception.output(place)
      } catch {
        reception.drop(connection)
        throw error
      }
    case .copy, .link:
      reception = nil
      output = try Output(place, suggestion: part.fileName, force: false)
    }
  }

  /// Stores the content, which is complete; `then` is called on the loop when the item is here for good, or
  /// when it is not to be.
  func keep(
    _ content: SharedDescriptor, then: @escaping (Result<Kept, Failure>) -> Void
  ) {
    self.then = then
    let writer: SharedDescriptor
    do throws(Failure) {
      guard let file = try output?.writer() else {
        preconditionFailure("an item was stored that had been given up")
      }
      writer = SharedDescriptor(file)
    } catch {
      return end(.failure(error))
    }
    let isMove = reception != nil
    // Other drops and questions are answered while the disk works.
    workers.run(lane: "files") {
      Result { () throws(SystemError) in
        let size = try FileStatus(of: content.descriptor).size
        try Copy.bytes(size, from: content.descriptor, to: writer.descriptor)
        if isMove { try writer.descriptor.synchronizeContent() }
        return size
      }
    } then: { [self] (result: Result<UInt64, SystemError>) in
      stored(result)
    }
  }

  /// Whether nothing of it is seen yet.
  var canBeGivenUp: Bool { output != nil && !isFinishing }

  /// It is not to be kept: nothing of it stays, unless it is this side's already.
  func giveUp() {
    then = nil
    output = nil
    if !isFinishing { reception?.drop(connection) }
  }

  private func stored(_ result: Result<UInt64, SystemError>) {
    guard then != nil else { return }
    do throws(Failure) {
      switch result {
      case .success(let size): try finish(size)
      case .failure(let error): throw Output.failure(place, error)
      }
    } catch {
      end(.failure(error))
    }
  }

  private func finish(_ size: UInt64) throws(Failure) {
    if let reception {
      try reception.store(place)
      output = nil
      isFinishing = true
      reception.finish(on: connection) { [self] result in
        end(
          result.map {
            Kept(path: place.path(of: $0.name), size: size, words: $0.words)
          })
      }
    } else if let path = try output?.commit(sparing: TakenNames()) {
      output = nil
      confirm { [self] in
        end(.success(Kept(path: path, size: size, words: "copied here")))
      }
    }
  }

  /// Says that it is kept. dragd has counted what came as a file already: no answer changes that.
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
