internal import CLinux
internal import Foundation
internal import Synchronization

/// A Python interpreter that has loaded a script's modules and forks for each start of the script: see
/// Tests/Tools/warm-python. Each process of tests has one for each script, which ends with it.
final class WarmPython: Sendable {
  /// By their scripts.
  private static let all = Mutex<[String: WarmPython]>([:])

  private struct Request: Encodable {
    let arguments: [String]
    let environment: [String: String]
    let folder: String
  }

  private let program: Program
  private let socket: Int32

  private init(_ script: String) throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    try checked("socketpair", socketpair(AF_UNIX, type, 0, &ends))
    defer { close(ends[1]) }
    socket = ends[0]
    program = try Program(
      "/usr/bin/python3", [Built.tool("warm-python"), script], descriptors: [ends[1]])
  }

  /// Starts a script in a process group of its own, as a child of this process, and returns its id.
  ///
  /// - Parameter streams: its standard streams.
  static func start(
    _ script: String, _ arguments: [String], environment: [String: String], workingFolder: String,
    streams: [Int32]
  ) throws -> pid_t {
    try all.withLock { all in
      let python = try all[script] ?? WarmPython(script)
      all[script] = python
      let request = Request(
        arguments: arguments, environment: environment, folder: workingFolder)
      return try python.start(request, streams)
    }
  }

  private func start(_ request: Request, _ streams: [Int32]) throws -> pid_t {
    try sendMessage([UInt8](try JSONEncoder().encode(request)), with: streams, on: socket)
    var answer = [UInt8](repeating: 0, count: 32)
    let count = recv(socket, &answer, answer.count, 0)
    guard count > 0, let process = pid_t(String(decoding: answer[..<count], as: UTF8.self)) else {
      throw HarnessFailure("warm-python has ended: \(program.standardError)")
    }
    // The child does the same, but this process may have to end the group before that.
    setpgid(process, process)
    return process
  }
}
