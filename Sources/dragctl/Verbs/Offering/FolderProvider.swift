internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive

/// Makes the archives of the folders that are offered, each on a worker when a destination accepts it.
final class FolderProvider {
  /// By item.
  private let folders: [UInt32: FolderSnapshot]
  private let workers: WorkerPool
  private var running = 0
  /// Called when the last one is done.
  var onIdle: () -> Void = {}

  /// The most archives that are made at once.
  private static let mostThreads = 16

  init(_ folders: [UInt32: FolderSnapshot], _ loop: EventLoop) {
    self.folders = folders
    workers = WorkerPool(remote: loop.remote, threads: Self.mostThreads, perLane: 1)
  }

  var isIdle: Bool { running == 0 }

  /// The folder that a request is for; nil when it is for something else.
  ///
  /// - Parameter place: that of its item in the first publication.
  func folder(_ request: ProvideRequest, at place: UInt32) -> FolderSnapshot? {
    request.type.isFolder ? folders[place] : nil
  }

  func provide(_ request: ProvideRequest, _ folder: FolderSnapshot) {
    guard let pipe = request.pipe else { return request.fail("there is no pipe to write to") }
    running += 1
    request.closePipe()
    // The worker alone has the pipe then; when the transfer ends early, writing fails.
    workers.run(lane: .transfer(request.transfer)) {
      Result { () throws(FolderError) in try folder.write(to: pipe.descriptor) }
    } then: { [self] (result: Result<Void, FolderError>) in
      running -= 1
      switch result {
      case .success: request.succeed(bytes: folder.archiveSize)
      case .failure(let error): request.fail(error.message)
      }
      if isIdle { onIdle() }
    }
  }
}
