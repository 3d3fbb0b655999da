internal import DragModel
internal import DragSystem

/// Content that the broker holds, until the last offer and transfer have let go of it.
final class Payload: Sendable {
  enum Place: Sendable {
    /// Small content that came in a message.
    case bytes([UInt8])
    /// Complete and immutable: sealed memory, or an unlinked file of our own.
    case content(Content)
    /// The source's file, and what it was when it was offered.
    case reference(PeerDescriptor, FileIdentity)
  }

  let place: Place
  let size: UInt64
  /// Whether the service manager may keep the source's file: see `isOnLocalFileSystem`.
  private let isKeepable: Bool
  /// For bytes; other content has its own.
  private let charge: MemoryCharge?

  init(_ place: Place, size: UInt64, isKeepable: Bool = false) {
    self.place = place
    self.size = size
    self.isKeepable = isKeepable
    charge = nil
  }

  /// Keeps bytes in memory; nil when the allowance has not so much left.
  init?(_ bytes: [UInt8], of allowance: MemoryAllowance) {
    guard let charge = MemoryCharge(UInt64(bytes.count), of: allowance) else { return nil }
    place = .bytes(bytes)
    size = UInt64(bytes.count)
    isKeepable = false
    self.charge = consume charge
  }

  /// What the model calls the place.
  var modelPlace: HeldContent.Place {
    switch place {
    case .bytes: .memory
    case .content(let content): content.isInMemory ? .memory : .spool
    case .reference: .reference
    }
  }

  /// The bytes, where they are at hand without reading a file.
  var bytes: [UInt8]? {
    switch place {
    case .bytes(let bytes): bytes
    case .content, .reference: nil
    }
  }

  /// The file to read it from; for workers of its lane.
  var file: PeerDescriptor? {
    switch place {
    case .bytes: nil
    case .content(let content): content.descriptor
    case .reference(let file, _): file
    }
  }

  /// The descriptor that the service manager keeps while dragd is started anew; nil where there is none, or none that it
  /// may have. Each is an open file description of its own, for the manager takes no second of one.
  func fileToKeep(pool: WorkerPool) -> PeerDescriptor? {
    switch place {
    case .bytes: return nil
    case .content(let content):
      guard content.isInMemory else { return content.descriptor }
      do throws(SystemError) {
        return PeerDescriptor(try content.reopenReadOnly(), lane: "memory", pool: pool)
      } catch {
        return content.descriptor
      }
    case .reference(let file, _): return isKeepable ? file : nil
    }
  }

  /// What the source's file was.
  var identity: FileIdentity? {
    switch place {
    case .bytes, .content: nil
    case .reference(_, let identity): identity
    }
  }

  /// The file that a stream is read from, made now for bytes that are in no file.
  func feed(pool: WorkerPool) throws(SystemError) -> PeerDescriptor? {
    guard let bytes else { return file }
    return PeerDescriptor(
      try Memfd.create("dragd", containing: bytes), lane: "memory", pool: pool)
  }

  /// A recipient's own descriptor: read-only, at offset 0, sealed. For what is in memory.
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

/// The held contents by the model's number.
final class PayloadStore {
  private var payloads: [UInt64: Payload] = [:]
  private var lastNumber: UInt64 = 0

  /// Takes content in and returns what the model knows it by.
  func add(_ payload: Payload) -> HeldContent {
    lastNumber += 1
    payloads[lastNumber] = payload
    return HeldContent(id: lastNumber, size: payload.size, place: payload.modelPlace)
  }

  var all: [UInt64: Payload] { payloads }

  subscript(content: HeldContent) -> Payload? { payloads[content.id] }

  func remove(_ content: HeldContent) { payloads[content.id] = nil }
}
