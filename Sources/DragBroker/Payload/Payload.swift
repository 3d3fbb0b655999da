internal import DragModel
internal import DragSystem

/// Content that dragd holds while an offer or a transfer uses it.
final class Payload: Sendable {
  enum Place: Sendable {
    /// Small content that came in a message.
    case bytes([UInt8])
    /// Complete and immutable: sealed memory, or dragd's own unlinked file.
    case content(Content)
    /// The source's file, and its identity when it was offered.
    case reference(PeerDescriptor, FileIdentity)
  }

  let place: Place
  let size: UInt64
  /// Whether the service manager may keep the source's file (`isOnLocalFileSystem`).
  private let isKeepable: Bool
  /// The memory of `bytes`; other content has its own charge.
  private let charge: MemoryCharge?

  init(_ place: Place, size: UInt64, isKeepable: Bool = false) {
    self.place = place
    self.size = size
    self.isKeepable = isKeepable
    charge = nil
  }

  /// Keeps bytes in memory; nil if the allowance has too little left.
  init?(_ bytes: [UInt8], of allowance: MemoryAllowance) {
    guard let charge = MemoryCharge(UInt64(bytes.count), of: allowance) else { return nil }
    place = .bytes(bytes)
    size = UInt64(bytes.count)
    isKeepable = false
    self.charge = consume charge
  }

  /// The place as the model knows it.
  var modelPlace: HeldContent.Place {
    switch place {
    case .bytes: .memory
    case .content(let content): content.isInMemory ? .memory : .spool
    case .reference: .reference
    }
  }

  /// The bytes; nil for content in a file.
  var bytes: [UInt8]? {
    switch place {
    case .bytes(let bytes): bytes
    case .content, .reference: nil
    }
  }

  /// The file with the content, for workers of its lane.
  var file: PeerDescriptor? {
    switch place {
    case .bytes: nil
    case .content(let content): content.descriptor
    case .reference(let file, _): file
    }
  }

  /// The descriptor that the service manager keeps while dragd restarts; nil if there is none that it may keep. Each
  /// has an open file description of its own, because the manager refuses a second descriptor of one.
  func fileToKeep(pool: WorkerPool) -> PeerDescriptor? {
    switch place {
    case .bytes: return nil
    case .content(let content):
      guard content.isInMemory else { return content.descriptor }
      do throws(SystemError) {
        return PeerDescriptor(try content.reopenReadOnly(), lane: .memory, pool: pool)
      } catch {
        return content.descriptor
      }
    case .reference(let file, _): return isKeepable ? file : nil
    }
  }

  /// The identity of the source's file when it was offered.
  var identity: FileIdentity? {
    switch place {
    case .bytes, .content: nil
    case .reference(_, let identity): identity
    }
  }

  /// The file from which a stream is read; for bytes in memory it is made now.
  func fileToStream(pool: WorkerPool) throws(SystemError) -> PeerDescriptor? {
    guard let bytes else { return file }
    return PeerDescriptor(
      try Memfd.create("dragd", containing: bytes), lane: .memory, pool: pool)
  }

  /// A destination's own descriptor of content in memory: read-only, at offset 0, sealed.
  func reopen() throws(SystemError) -> OwnedFileDescriptor {
    switch place {
    case .bytes(let bytes):
      try Memfd.create("dragd", containing: bytes).reopenReadOnly()
    case .content(let content):
      try content.reopenReadOnly()
    case .reference:
      preconditionFailure("a source's file is never handed out")
    }
  }
}

/// All held content, by the model's numbers.
final class PayloadStore {
  private var payloads: [UInt64: Payload] = [:]
  private var lastNumber: UInt64 = 0

  /// Adds content and returns its description for the model.
  func add(_ payload: Payload) -> HeldContent {
    lastNumber += 1
    payloads[lastNumber] = payload
    return HeldContent(id: lastNumber, size: payload.size, place: payload.modelPlace)
  }

  var all: [UInt64: Payload] { payloads }

  subscript(content: HeldContent) -> Payload? { payloads[content.id] }

  func remove(_ content: HeldContent) { payloads[content.id] = nil }
}
