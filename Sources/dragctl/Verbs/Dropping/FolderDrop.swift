internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive

/// A drop of folders: this program makes their archives while the target takes them.
final class FolderDrop {
  private let connection: BrokerConnection
  private let loop: EventLoop
  private let folders: FolderProvider
  private var answer: Result<DropResult, RequestError>?

  init(_ folders: [UInt32: FolderSnapshot], _ connection: BrokerConnection) throws(Failure) {
    self.connection = connection
    loop = try VerbSession.makeLoop()
    self.folders = FolderProvider(folders, loop)
  }

  func run(
    _ publication: RemainingOffer, on target: Identifier, _ context: DropContext
  ) throws(Failure) -> DropResult {
    connection.attach(to: loop)
    connection.serveSource(
      at: CommandSource.path,
      SourceHandlers(
        provide: { [folders] request in
          guard let folder = folders.folder(request, at: request.item) else {
            return request.fail("this dragctl does not offer \(request.type)")
          }
          folders.provide(request, folder)
        },
        prepare: { _ in Refusal("this dragctl offers copies only") },
        ended: { _ in nil }))
    var publication = publication
    let offer = try publication.publish(on: connection, source: CommandSource.path)
    try mapError { () throws(RequestError) in
      connection.perform(try .drop(offer, on: target, context)) { [unowned self] in answer = $0 }
    } to: {
      Failure($0)
    }
    while answer == nil { loop.turn(timeout: nil) }
    if let request = try? BrokerCall<Void>.withdraw(offer) { connection.post(request) }
    connection.bus.flush()
    switch answer {
    case .success(let result): return result
    case .failure(let error): throw error.code == .noReply ? .lostDrop : Failure(error)
    case nil: preconditionFailure("waited for the answer")
    }
  }
}
