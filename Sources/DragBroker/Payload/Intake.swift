internal import DragModel
internal import DragSystem

/// Looks at the descriptors that a source has passed and takes their content in. It runs on a worker of
/// the source's lane: on a dead mount each of these calls may hang.
struct Intake: Sendable {
  /// A descriptor, and what the offer says of it.
  struct Candidate: Sendable {
    let descriptor: PeerDescriptor
    /// For messages: which representation it is.
    let label: String
    let type: MIMEType?
    /// The item's name, from which a type may be inferred.
    let name: String?
  }

  struct Taken: Sendable {
    let payload: Payload
    let type: MIMEType
  }

  let pool: WorkerPool
  let isSensitive: Bool
  /// Where copies go.
  let placement: ContentPlacement
  /// Bytes that copies may take at all.
  var quotaLeft: UInt64
  let limits: DragModel.Limits

  mutating func take(_ candidates: [Candidate]) -> Result<[Taken], Rejection> {
    do throws(Rejection) {
      var taken: [Taken] = []
      for candidate in candidates { taken.append(try take(candidate)) }
      return .success(taken)
    } catch {
      return .failure(error)
    }
  }

  /// Why content is not taken in.
  private enum Obstacle: Error {
    case system(SystemError)
    case notRegular
    case overQuota

    init(_ error: SystemError) { self = .system(error) }
  }

  private mutating func take(_ candidate: Candidate) throws(Rejection) -> Taken {
    do throws(Obstacle) {
      let payload = try takeContent(candidate)
      if let type = candidate.type { return Taken(payload: payload, type: type) }
      return Taken(payload: payload, type: try inferType(candidate, payload.size))
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
    case .overQuota:
      Rejection(
        .quotaExceeded,
        "\(candidate.label): its copy would exceed what may be held; limits are "
          + "held_bytes_per_connection \(limits.heldBytesPerConnection), held_bytes_per_user "
          + "\(limits.heldBytesPerUser)"
          + (isSensitive ? " and, for sensitive content, held_memory \(limits.heldMemory)" : ""))
    case .system(let error) where error.isNoSpace:
      Rejection(.storageFull, "\(candidate.label): no room for a copy: \(error)")
    case .system(let error):
      Rejection(.invalidDescriptor, "\(candidate.label): “fd” cannot be read: \(error)")
    }
  }

  private mutating func takeContent(_ candidate: Candidate) throws(Obstacle) -> Payload {
    let source = candidate.descriptor
    let facts = try Self.reading(source) { file throws(SystemError) in try FileFacts(of: file) }
    guard facts.kind == .regular else { throw .notRegular }
    let size = facts.identity.size
    let (isSealed, isInMemory) = source.withDescriptor { file in
      (Memfd.isFullySealed(file), Memfd.isInMemory(file))
    }
    if isSealed {
      try charge(size)
      let charge = MemoryCharge(size, of: placement.allowance)
      return Payload(.content(Content(sealed: source, size: size, charge: charge)), size: size)
    }
    // A file with a name is held by reference; a memfd that its maker can still write is copied.
    guard isInMemory, facts.isUnnamed else {
      return Payload(.reference(source, facts.identity), size: size)
    }
    try charge(size)
    return try copy(source, size)
  }

  private mutating func charge(_ bytes: UInt64) throws(Obstacle) {
    guard bytes <= quotaLeft else { throw .overQuota }
    quotaLeft -= bytes
  }

  /// Copies memory that its maker can still write.
  private func copy(_ source: PeerDescriptor, _ size: UInt64) throws(Obstacle) -> Payload {
    do throws(SystemError) {
      let content = try Content.copying(source, size: size, placement: placement, pool: pool)
      return Payload(.content(content), size: content.size)
    } catch {
      throw isSensitive && error.isNoSpace ? .overQuota : .system(error)
    }
  }

  private func inferType(_ candidate: Candidate, _ size: UInt64) throws(Obstacle) -> MIMEType {
    let wanted = TypeDatabase.firstBytesWanted
    let bytes = try Self.reading(candidate.descriptor) { file throws(SystemError) in
      try file.read(upTo: wanted, at: 0)
    }
    return TypeDatabase.infer(
      name: candidate.name, firstBytes: bytes, isWhole: size <= UInt64(wanted))
  }

  private static func reading<Result>(
    _ source: PeerDescriptor,
    _ body: (borrowing OwnedFileDescriptor) throws(SystemError) -> Result
  ) throws(Obstacle) -> Result {
    do throws(SystemError) {
      return try source.withDescriptor(body)
    } catch {
      throw .system(error)
    }
  }
}
