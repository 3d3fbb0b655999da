internal import CLinux
internal import Foundation
internal import Synchronization

/// A Python interpreter that has loaded the scripts' modules and forks for each script: see Tests/Tools/warm-python.
/// Each process of tests has one, which ends with it.
final class WarmPython: Sendable {
  static let shared = Mutex<WarmPython?>(nil)
  /// The scripts that it can start.
  static let scripts = [Built.tool("peer.py")]

  private struct Request: Encodable {
    let script: String
    let environment: [String: String]
    let folder: String
  }

  private let program: Program
  private let socket: Int32

  private init() throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    try checked("socketpair", socketpair(AF_UNIX, type, 0, &ends))
    defer { close(ends[1]) }
    socket = ends[0]
    program = try Program(
      "/usr/bin/python3", [Built.tool("warm-python")] + Self.scripts, descriptors: [ends[1]])
  }

  /// Starts a script in a process group of its own, as a child of this process, and returns its id.
  ///
  /// - Parameter streams: its standard streams.
  static func start(
    _ script: String, environment: [String: String], workingFolder: String, streams: [Int32]
  ) throws -> pid_t {
    try shared.withLock { shared in
      let python = try shared ?? WarmPython()
      shared = python
      let request = Request(script: script, environment: environment, folder: workingFolder)
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
