internal import DragConnection
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
  private let file: FileAttributes
  private let operation: DragOperation

  enum Content: Sendable {
    case bytes([UInt8])
    case file(SharedDescriptor)
  }

  /// Content of your own, to call your own code with in a test.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - type: its MIME type.
  ///   - suggestedName: the file name that its source suggests.
  ///   - operation: `move` for content that is moved here.
  public init(
    _ bytes: some Collection<UInt8>, type: String, suggestedName: String? = nil,
    operation: DragOperation = .copy
  ) {
    let bytes = Array(bytes)
    self.type = type
    self.suggestedName = suggestedName
    self.operation = operation
    size = UInt64(bytes.count)
    content = .bytes(bytes)
    file = FileAttributes()
    session = .none
    lane = .pipe(session.number())
  }

  init(
    _ part: AcceptedPart, _ content: Content, _ operation: DragOperation, _ session: Session,
    lane: Lane
  ) async throws(DragError) {
    file = part.file
    self.operation = operation
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

  /// The content as a file that is open for reading, from its beginning on. Content that came within a message is put
  /// into a sealed file in memory.
  ///
  /// - Throws: `system` when there are no descriptors or no memory left.
  public func descriptor() async throws(DragError) -> OwnedDescriptor {
    let content = content
    let shared = try await session.onWorker(lane: lane) { () throws(SystemError) in
      switch content {
      case .bytes(let bytes):
        return SharedDescriptor(
          try Memfd.create("dragd-client", containing: bytes).reopenReadOnly())
      case .file(let file):
        return SharedDescriptor(try file.descriptor.reopenReadOnly())
      }
    }
    return try mapError { () throws(SystemError) in
      OwnedDescriptor(try shared.descriptor.duplicate())
    } to: {
      DragError($0)
    }
  }

  /// Writes the content into a file, which appears whole, and on the disk, or not at all.
  ///
  /// Where the source offered a file, the saved one has its permissions, as far as this program's umask allows, and its
  /// time. Only a file that is moved here stays executable.
  ///
  /// - Parameters:
  ///   - path: the file's path; its folder must exist.
  ///   - isReplacing: whether a file of that name is replaced.
  /// - Throws: `fileExists` when a file of that name is there and may not be replaced; `system` when it cannot be
  ///   written; `cancelled` when the task was cancelled before the file appeared.
  public func save(
    to path: String, replacing isReplacing: Bool = false
  ) async throws(DragError) {
    do throws(DragError) {
      try await write(to: path) { file throws(SystemError) in try file.commit(isReplacing) }
    } catch {
      guard !isReplacing, error.isAboutAnExistingFile else { throw error.about(path) }
      throw DragError(
        .fileExists,
        "\(path) is there already: choose another path, or set replacing",
        cause: error.cause)
    }
  }

  /// Writes the content into a file in a folder, under the suggested name made safe, with the ending of its type where
  /// no name was suggested, and with a number where a file of that name is there: of two items with one name both stay.
  ///
  /// - Parameter folder: the folder's path.
  /// - Returns: the path of the new file.
  /// - Throws: `system` when it cannot be written; `cancelled` when the task was cancelled before the file appeared.
  @discardableResult
  public func save(into folder: String) async throws(DragError) -> String {
    let wanted = FileName.forFile(suggestion: suggestedName, type: type)
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    do throws(DragError) {
      let name = try await write(to: start + wanted) { file throws(SystemError) in
        try NumberedName.firstFree(Array(wanted.utf8)) { name throws(SystemError) in
          if name.elementsEqual(wanted.utf8) {
            try file.commit(false)
          } else {
            try file.commit(as: name)
          }
        }
      }
      return start + String(decoding: name, as: UTF8.self)
    } catch {
      throw error.about(folder)
    }
  }

  /// A complete file that has no name yet.
  private struct NamelessFile: ~Copyable {
    var file: UnfinishedFile
    let attributes: FileAttributes

    mutating func commit(_ isReplacing: Bool) throws(SystemError) {
      let attributes = attributes
      try file.commit(replacing: isReplacing) { attributes.set(on: $0) }
    }

    /// After `commit` has failed.
    mutating func commit(as name: [UInt8]) throws(SystemError) {
      try file.commit(as: name, replacing: false)
    }
  }

  private func write<Answer: Sendable>(
    to path: String,
    _ commit: @escaping @Sendable (inout NamelessFile) throws(SystemError) -> Answer
  ) async throws(DragError) -> Answer {
    let (content, size, original, isMoved) = (content, size, file, operation == .move)
    let cancelled = CancellationFlag()
    let answer = try await cancelled.whileRunning { () async throws(DragError) in
      try await session.onWorker(lane: lane) { () throws(SystemError) -> Answer? in
        let file = try UnfinishedFile(at: path)
        switch content {
        case .bytes(let bytes): try file.write(bytes)
        case .file(let source):
          try file.copy(size, from: source.descriptor) { !cancelled.isRaised }
        }
        guard !cancelled.isRaised else { return nil }
        var nameless = NamelessFile(
          file: file, attributes: original.saved(isExecutable: isMoved, denied: FileMode.denied))
        return try commit(&nameless)
      }
    }
    // Once the file exists it is too late to cancel: a second try would find it in the way.
    guard let answer else { throw .cancelledTask }
    return answer
  }
}
