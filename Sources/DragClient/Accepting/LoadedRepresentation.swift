internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The complete content of one representation. No other program can change it.
public struct LoadedRepresentation: Sendable {
  /// Its MIME type.
  public let type: String
  /// The file name that its source suggests; nil if it does not. Another program chose it: to create a file, use
  /// ``fileName``.
  public let suggestedName: String?
  /// The number of bytes.
  public let size: UInt64

  private let content: Content
  private let session: Session
  private let lane: Lane

  enum Content: Sendable {
    case bytes([UInt8])
    case file(SharedDescriptor)
  }

  init(
    _ part: AcceptedPart, _ content: Content, _ session: Session, lane: Lane
  ) async throws(DragError) {
    type = part.type.description
    suggestedName = part.name
    self.content = content
    self.session = session
    self.lane = lane
    switch content {
    case .bytes(let bytes): size = UInt64(bytes.count)
    case .file(let file):
      size = try await session.onWorker(lane: lane) { () throws(SystemError) in
        try FileStatus(of: file.descriptor).size
      }
    }
  }

  /// The suggested name made safe to create a file by, in any folder: one component that is neither hidden nor a flag
  /// to other tools, has nothing that cannot be seen, and leaves room for a number. Nil where none was suggested.
  public var fileName: String? { suggestedName.flatMap(FileName.safe) }

  /// The content, in memory.
  ///
  /// - Throws: `system` when it cannot be read, or is more than the machine's memory (ENOMEM).
  public func bytes() async throws(DragError) -> [UInt8] {
    switch content {
    case .bytes(let bytes): return bytes
    case .file(let file):
      let size = size
      return try await session.onWorker(lane: lane) { () throws(SystemError) in
        try file.descriptor.read(claimed: size)
      }
    }
  }

  /// Writes the content into a file, which appears whole, and on the disk, or not at all.
  ///
  /// - Parameters:
  ///   - path: the file's path; its folder must exist.
  ///   - isReplacing: whether a file of that name is replaced.
  /// - Throws: `system` when it cannot be written, or is there already and may not be replaced (EEXIST); `cancelled`
  ///   when the task was before the file appeared.
  public func save(
    to path: String, replacing isReplacing: Bool = false
  ) async throws(DragError) {
    let (content, size) = (content, size)
    let cancelled = CancellationFlag()
    let isThere: Bool
    do throws(DragError) {
      isThere = try await cancelled.whileRunning { () async throws(DragError) in
        try await session.onWorker(lane: lane) { () throws(SystemError) -> Bool in
          var file = try UnfinishedFile(at: path)
          switch content {
          case .bytes(let bytes): try file.write(bytes)
          case .file(let source):
            try file.copy(size, from: source.descriptor) { !cancelled.isRaised }
          }
          guard !cancelled.isRaised else { return false }
          try file.commit(replacing: isReplacing)
          return true
        }
      }
    } catch {
      var error = error
      error.message = "\(path): \(error.message)"
      throw error
    }
    // Once the file exists it is too late to cancel: a second try would find it in the way.
    if !isThere { throw .cancelledTask }
  }
}
