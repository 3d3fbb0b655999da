internal import DragModel
internal import DragSystem

/// Checks the files of an Accept: whether the source's file is still what was offered. It also reads the files whose
/// bytes are in the reply. It runs on a worker of the source's lane.
struct SourceFileCheck: Sendable {
  struct Request: Sendable {
    let payload: Payload
    let type: MIMEType
    /// Whether the file is read as well.
    let wantsBytes: Bool
  }

  let requests: [Request]

  /// The lane of the source, which has passed all the files.
  var lane: Lane? { requests.lazy.compactMap { $0.payload.file?.lane }.first }

  /// The bytes for each request; none for one that does not want them.
  func run() -> Result<[[UInt8]], Rejection> {
    do throws(Rejection) {
      var all: [[UInt8]] = []
      for request in requests { all.append(try run(request)) }
      return .success(all)
    } catch {
      return .failure(error)
    }
  }

  private func run(_ request: Request) throws(Rejection) -> [UInt8] {
    switch request.payload.place {
    case .bytes(let bytes):
      return bytes
    case .content(let content):
      return try read(request, content.descriptor)
    case .reference(let file, let identity):
      try Self.check(file, is: identity, type: request.type)
      guard request.wantsBytes else { return [] }
      let bytes = try read(request, file)
      try Self.check(file, is: identity, type: request.type)
      return bytes
    }
  }

  private func read(_ request: Request, _ file: PeerDescriptor) throws(Rejection) -> [UInt8] {
    guard request.wantsBytes else { return [] }
    let bytes = try Self.withFile(file, "\(request.type): reading the source's file failed") {
      file throws(SystemError) in
      try file.read(upTo: Int(clamping: request.payload.size), at: 0)
    }
    guard bytes.count == request.payload.size else { throw Self.changed(request.type) }
    return bytes
  }

  /// - Throws: Changed, if the file is no longer what was offered.
  static func check(
    _ file: PeerDescriptor, is identity: FileIdentity, type: MIMEType
  ) throws(Rejection) {
    let facts = try withFile(file, "\(type): checking the source's file failed") {
      file throws(SystemError) in
      try FileStatus(of: file)
    }
    guard facts.identity == identity else { throw changed(type) }
  }

  private static func withFile<Value>(
    _ file: PeerDescriptor, _ failure: @autoclosure () -> String,
    _ body: (borrowing OwnedFileDescriptor) throws(SystemError) -> Value
  ) throws(Rejection) -> Value {
    return try mapError { () throws(SystemError) in
      try file.withDescriptor(body)
    } to: {
      Rejection(.sourceFailed, "\(failure()): \($0)")
    }
  }

  static func changed(_ type: MIMEType) -> Rejection {
    Rejection(
      .changed,
      "\(type): the source's file has changed since it was offered; the source must offer it again")
  }
}
