internal import DragModel
internal import DragSystem

/// A look at held files when they are accepted: whether the source's file is still what was offered,
/// and the bytes of those that go into the reply. It runs on a worker of the source's lane.
struct SourceFileCheck: Sendable {
  struct Request: Sendable {
    let payload: Payload
    let type: MIMEType
    /// Whether the bytes are wanted, or only whether the file is unchanged.
    let wantsBytes: Bool
  }

  /// Which file it is about, and how many.
  let wishes: [Request]

  /// The bytes for each wish; empty for one that wanted none.
  func look() -> Result<[[UInt8]], Rejection> {
    do throws(Rejection) {
      var all: [[UInt8]] = []
      for wish in wishes { all.append(try look(wish)) }
      return .success(all)
    } catch {
      return .failure(error)
    }
  }

  private func look(_ wish: Request) throws(Rejection) -> [UInt8] {
    switch wish.payload.place {
    case .bytes(let bytes):
      return bytes
    case .content(let content):
      return try read(wish, content.descriptor)
    case .reference(let file, let identity):
      try Self.check(file, is: identity, type: wish.type)
      guard wish.wantsBytes else { return [] }
      let bytes = try read(wish, file)
      try Self.check(file, is: identity, type: wish.type)
      return bytes
    }
  }

  private func read(_ wish: Request, _ file: PeerDescriptor) throws(Rejection) -> [UInt8] {
    guard wish.wantsBytes else { return [] }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try file.withDescriptor { file throws(SystemError) in
        try file.read(upTo: Int(clamping: wish.payload.size), at: 0)
      }
    } catch {
      throw Rejection(.sourceFailed, "\(wish.type): reading the source's file failed: \(error)")
    }
    guard bytes.count == wish.payload.size else { throw Self.changed(wish.type) }
    return bytes
  }

  /// Says Changed when the file is not what was offered any more.
  static func check(
    _ file: PeerDescriptor, is identity: FileIdentity, type: MIMEType
  ) throws(Rejection) {
    let facts: FileStatus
    do throws(SystemError) {
      facts = try file.withDescriptor { file throws(SystemError) in try FileStatus(of: file) }
    } catch {
      throw Rejection(.sourceFailed, "\(type): looking at the source's file failed: \(error)")
    }
    guard facts.identity == identity else { throw changed(type) }
  }

  static func changed(_ type: MIMEType) -> Rejection {
    Rejection(
      .changed,
      "\(type): the source's file was written after it had been offered; it has to be offered anew")
  }
}
