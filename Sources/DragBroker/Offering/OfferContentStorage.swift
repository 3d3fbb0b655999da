internal import DesktopTypes
internal import DragModel
internal import DragSystem

/// Stores the content of an offer: it checks the descriptors that a source has passed, and puts bytes on a disk if
/// memory has no room. It runs on a worker of the source's lane, because on a dead mount each of these calls may
/// hang.
struct OfferContentStorage: Sendable {
  /// Content to store, and its description.
  struct Candidate: Sendable {
    enum Content: Sendable {
      case descriptor(PeerDescriptor)
      /// Bytes of the message that go into a file.
      case bytes([UInt8])
      /// Bytes of the message that stay in memory.
      case inMemory(Payload, [UInt8])
    }

    let content: Content
    /// The index of its item.
    let item: Int
    let type: MIMEType?
    /// The name of the item, from which dragd may infer a type.
    let name: String?

    /// The representation, for a message.
    var label: String { "item \(item)" + (type.map { " (\($0))" } ?? "") }

    fileprivate var isInMemory: Bool {
      switch content {
      case .descriptor, .bytes: false
      case .inMemory: true
      }
    }
  }

  /// The most types that are inferred without a worker: each takes about 0.1 ms.
  private static let mostInferred = 16

  static func needsWorker(_ candidates: [Candidate]) -> Bool {
    !candidates.allSatisfy(\.isInMemory)
      || candidates.count { $0.type == nil } > mostInferred
  }

  struct Stored: Sendable {
    let payload: Payload
    let type: MIMEType
  }

  /// The source's lane.
  let lane: Lane
  let pool: WorkerPool
  let isSensitive: Bool
  /// The place for copies.
  let placement: ContentPlacement
  /// Bytes that may still be stored.
  var quotaLeft: UInt64
  let limits: Limits
  /// Whether the content has to outlive this process.
  let survives: Bool

  mutating func store(_ candidates: [Candidate]) -> Result<[Stored], Rejection> {
    do throws(Rejection) {
      var stored: [Stored] = []
      for candidate in candidates { stored.append(try store(candidate)) }
      return .success(stored)
    } catch {
      return .failure(error)
    }
  }

  /// Why content cannot be stored.
  private enum Obstacle: Error {
    case system(SystemError)
    case notRegular
    case notReadable
    case overQuota
    case noRoom(for: UInt64, SystemError)
    case noDescriptors

    init(_ error: SystemError) { self = .system(error) }
  }

  private mutating func store(_ candidate: Candidate) throws(Rejection) -> Stored {
    do throws(Obstacle) {
      switch candidate.content {
      case .descriptor(let source):
        let payload = try storeFile(of: source)
        if let type = candidate.type { return Stored(payload: payload, type: type) }
        let bytes = try Self.withFile(source) { file throws(SystemError) in
          try file.read(upTo: TypeDatabase.firstBytesWanted, at: 0)
        }
        return Stored(payload: payload, type: candidate.inferType(bytes[...], of: payload.size))
      case .bytes(let bytes):
        return Stored(payload: try spool(bytes), type: candidate.type(of: bytes))
      case .inMemory(let payload, let bytes):
        return Stored(payload: payload, type: candidate.type(of: bytes))
      }
    } catch {
      throw refusal(error, candidate)
    }
  }

  private func refusal(_ obstacle: Obstacle, _ candidate: Candidate) -> Rejection {
    switch obstacle {
    case .notRegular:
      Rejection(
        .invalidDescriptor,
        "\(candidate.label): “fd” is a pipe, socket, device or directory; it must be a regular "
          + "file or a memfd, open for reading")
    case .notReadable:
      Rejection(
        .invalidDescriptor,
        "\(candidate.label): “fd” was opened write-only or with O_PATH; it must be open for reading"
      )
    case .overQuota:
      Rejection(
        .quotaExceeded,
        "\(candidate.label): its copy would exceed what may be held; limits are "
          + "held_bytes_per_connection \(limits[.heldBytesPerConnection]), held_bytes_per_user "
          + "\(limits[.heldBytesPerUser])"
          + (isSensitive
            ? " and, for sensitive content, held_memory_per_connection "
              + "\(limits[.heldMemoryPerConnection]), held_memory \(limits[.heldMemory])" : ""))
    case .noRoom(let size, let error):
      Rejection(
        .storageFull, "\(candidate.label): no room to keep a copy of \(size) bytes: \(error)")
    case .noDescriptors: Self.noDescriptors
    case .system(let error):
      Rejection(.invalidDescriptor, "\(candidate.label): “fd” cannot be read: \(error)")
    }
  }

  private mutating func storeFile(of source: PeerDescriptor) throws(Obstacle) -> Payload {
    let mode = try Self.withFile(source) { file throws(SystemError) in try file.accessMode() }
    let facts = try Self.withFile(source) { file throws(SystemError) in try FileStatus(of: file) }
    guard facts.kind == .regular else { throw .notRegular }
    switch mode {
    case .readOnly, .readWrite: break
    case .writeOnly, .pathOnly: throw .notReadable
    }
    let size = facts.identity.size
    let (isSealed, isInMemory) = source.withDescriptor { file in
      (Memfd.isFullySealed(file), Memfd.isInMemory(file))
    }
    if isSealed {
      try charge(size)
      let charge = MemoryCharge(size, of: placement.allowance)
      return Payload(.content(Content(sealed: source, size: size, charge: charge)), size: size)
    }
    // A named file is held by reference. A memfd that its maker can still write is copied.
    guard isInMemory, facts.isUnnamed else {
      let file = survives ? try keepable(source) : nil
      return Payload(
        .reference(file ?? source, facts.identity), size: size, isKeepable: file != nil)
    }
    try charge(size)
    return try copy(source, size)
  }

  /// A descriptor of the same file that the service manager can keep; nil if there is none.
  private func keepable(_ source: PeerDescriptor) throws(Obstacle) -> PeerDescriptor? {
    guard
      try Self.withFile(source, { file throws(SystemError) in try file.isOnLocalFileSystem() })
    else { return nil }
    let own: PeerDescriptor
    do throws(SystemError) {
      // The manager refuses a second descriptor of one open file description.
      own = PeerDescriptor(
        try source.withDescriptor { file throws(SystemError) in try file.reopenReadOnly() },
        lane: source.lane, pool: pool)
    } catch {
      guard !error.isShortOfDescriptors else { throw .noDescriptors }
      // Only the source may open the file.
      return source
    }
    guard own.mayBeKept else { throw .noDescriptors }
    return own
  }

  private mutating func charge(_ bytes: UInt64) throws(Obstacle) {
    guard bytes <= quotaLeft else { throw .overQuota }
    quotaLeft -= bytes
  }

  /// Copies memory that its maker can still write.
  private func copy(_ source: PeerDescriptor, _ size: UInt64) throws(Obstacle) -> Payload {
    try makePayload(size) { () throws(SystemError) in
      try Content.copying(source, size: size, placement: placement, pool: pool)
    }
  }

  /// Puts bytes of a message into a file.
  private mutating func spool(_ bytes: [UInt8]) throws(Obstacle) -> Payload {
    try charge(UInt64(bytes.count))
    return try makePayload(UInt64(bytes.count)) { () throws(SystemError) in
      try Content.containing(bytes, placement: placement, lane: lane, pool: pool)
    }
  }

  private func makePayload(
    _ size: UInt64, _ content: () throws(SystemError) -> Content
  ) throws(Obstacle) -> Payload {
    let made: Content
    do throws(SystemError) {
      made = try content()
    } catch {
      guard !error.isShortOfDescriptors else { throw .noDescriptors }
      guard error.isNoSpace else { throw .system(error) }
      throw isSensitive ? .overQuota : .noRoom(for: size, error)
    }
    guard made.descriptor.mayBeKept else { throw .noDescriptors }
    return Payload(.content(made), size: made.size)
  }

  /// The same result as from a worker, for content that needs none.
  static func storedInMemory(_ candidates: [Candidate]) -> [Stored] {
    candidates.compactMap { candidate in
      guard case .inMemory(let payload, let bytes) = candidate.content else { return nil }
      return Stored(payload: payload, type: candidate.type(of: bytes))
    }
  }

  private static func withFile<Result>(
    _ source: PeerDescriptor,
    _ body: (borrowing OwnedFileDescriptor) throws(SystemError) -> Result
  ) throws(Obstacle) -> Result {
    return try mapError { () throws(SystemError) in
      try source.withDescriptor(body)
    } to: {
      Obstacle.system($0)
    }
  }
}

extension OfferContentStorage {
  /// Refuses descriptors that would leave too few for messages.
  static func checkRoom(for passed: [PeerDescriptor]) throws(Rejection) {
    guard passed.allSatisfy(\.mayBeKept) else { throw noDescriptors }
  }

  private static var noDescriptors: Rejection {
    let limit = ProcessLimits.descriptors
    return Rejection(
      .quotaExceeded,
      "\(ProcessLimits.keepable(of: limit)) of the \(limit) descriptors that dragd may open "
        + "(RLIMIT_NOFILE) can be kept for offers, and so many are open: withdraw some first")
  }
}

extension PeerDescriptor {
  fileprivate var mayBeKept: Bool { withDescriptor { file in ProcessLimits.mayKeep(file) } }
}

extension OfferContentStorage.Candidate {
  /// The stated type, or the one that is inferred from the bytes.
  fileprivate func type(of bytes: [UInt8]) -> MIMEType {
    type ?? inferType(bytes.prefix(TypeDatabase.firstBytesWanted), of: UInt64(bytes.count))
  }

  fileprivate func inferType(_ firstBytes: ArraySlice<UInt8>, of size: UInt64) -> MIMEType {
    TypeDatabase.infer(
      name: name, firstBytes: Array(firstBytes),
      isWhole: size <= UInt64(TypeDatabase.firstBytesWanted))
  }
}
