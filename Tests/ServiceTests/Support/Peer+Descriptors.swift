import CLinux
import Harness

/// The error of a peer's system call: an errno(3) by its name.
struct Refused: Error, Hashable {
  let errno: String
}

extension Peer {
  /// Performs a command on a descriptor; throws an error of the system as `Refused`.
  @discardableResult
  func attempt(_ command: String, _ arguments: [String: Value]) throws -> Value {
    try checked(try perform(command, arguments))
  }

  private func checked(_ answer: Value) throws -> Value {
    if let errno = answer["errno"].string { throw Refused(errno: errno) }
    return answer
  }

  func open(_ path: String, _ access: String = "read") throws -> Int {
    try descriptor(attempt("open", ["path": .string(path), "access": .string(access)]))
  }

  /// Makes a memfd, sealed against every change unless told otherwise.
  func memory(
    _ content: Content, seals: [String] = ["shrink", "grow", "write", "seal"]
  ) throws -> Int {
    try descriptor(attempt("memory", ["content": content.value, "seals": .list(seals)]))
  }

  func pipe() throws -> (reader: Int, writer: Int) {
    let answer = try attempt("pipe", [:])
    guard let reader = answer["reader"].int, let writer = answer["writer"].int else {
      throw HarnessFailure("no pipe: \(answer)")
    }
    return (reader, writer)
  }

  /// Takes a pipe's lock as soon as the pipe has room, and holds it until the returned descriptor is closed.
  func hold(_ pipe: Int) throws -> Int {
    try descriptor(attempt("hold", ["fd": .integer(Int64(pipe))]))
  }

  func socket() throws -> Int { try descriptor(attempt("socket", [:])) }

  func close(_ descriptor: Int, within limit: Duration = Timeout.usual) throws {
    let command = try start("close", ["fd": .integer(Int64(descriptor))])
    _ = try checked(answer(to: command, within: limit))
  }

  /// The description of these bytes, as after a peer has read them.
  func digest(_ content: Content) throws -> Bytes {
    try bytes(attempt("digest", ["content": content.value]))
  }

  /// Reads to the end of file, or a number of bytes.
  func read(
    _ descriptor: Int, count: Int? = nil, within limit: Duration = Timeout.usual
  ) throws -> Bytes {
    try startReading(descriptor, count: count).bytes(within: limit)
  }

  func startReading(_ descriptor: Int, count: Int? = nil) throws -> PendingRead {
    var arguments: [String: Value] = ["fd": .integer(Int64(descriptor))]
    if let count { arguments["count"] = .integer(Int64(count)) }
    return PendingRead(peer: self, command: try start("read", arguments))
  }

  /// The results of fstat(2) and fcntl(2) for a descriptor.
  func examine(_ descriptor: Int) throws -> Value {
    try attempt("examine", ["fd": .integer(Int64(descriptor))])
  }

  fileprivate func bytes(_ answer: Value) throws -> Bytes {
    guard let bytes = Bytes(try checked(answer)) else {
      throw HarnessFailure("no bytes: \(answer)")
    }
    return bytes
  }

  private func descriptor(_ answer: Value) throws -> Int {
    guard let descriptor = answer["fd"].int else {
      throw HarnessFailure("no descriptor: \(answer)")
    }
    return descriptor
  }
}

/// A read that has not been waited for.
struct PendingRead {
  fileprivate let peer: Peer
  fileprivate let command: Int

  func bytes(within limit: Duration = Timeout.usual) throws -> Bytes {
    try peer.bytes(try peer.answer(to: command, within: limit))
  }
}
