import Foundation
import Harness

/// A program on the bus without any of dragd's code: see Tests/Tools/peer.py. A test sends it commands and waits for
/// its answers and events. For one thread.
final class Peer {
  /// Its unique name on the bus.
  private(set) var name: String
  let program: Program
  /// Everything that the peer has reported, in order: answers to commands, and events.
  private(set) var told: [Value] = []
  private var answers: [Int: Value] = [:]
  private var callsByMember: [String: [Value]] = [:]
  private var rest: [UInt8] = []
  private var readBytes = 0
  private var lastCommand = 0

  init(_ program: Program) throws {
    self.program = program
    name = ""
    name = try event("start") { $0["event"] == "ready" }["name"].string ?? ""
  }

  convenience init(_ fixture: Fixture, on bus: PrivateBus) throws {
    try self.init(try fixture.startWarm(Built.tool("peer.py"), on: bus, input: .pipe))
  }

  // MARK: Commands

  /// Starts a command; `answer(to:)` waits for its answer.
  func start(_ command: String, _ arguments: [String: Value] = [:]) throws -> Int {
    lastCommand += 1
    var line = arguments
    line["id"] = .integer(Int64(lastCommand))
    line["do"] = .string(command)
    try program.write(Value.object(line).json + [UInt8(ascii: "\n")])
    return lastCommand
  }

  func answer(to command: Int, within limit: Duration = Timeout.usual) throws -> Value {
    try wait(within: limit, "answer command \(command)") { answers.removeValue(forKey: command) }
  }

  @discardableResult
  func perform(_ command: String, _ arguments: [String: Value] = [:]) throws -> Value {
    try answer(to: try start(command, arguments))
  }

  // MARK: Events

  /// Waits until `condition` returns a value; checks it whenever the peer reports something.
  func wait<R>(
    within limit: Duration = Timeout.usual, _ what: @autoclosure () -> String, _ condition: () -> R?
  ) throws -> R {
    let end = ContinuousClock.now + limit
    while true {
      if let found = condition() { return found }
      guard try read(within: end - .now) else {
        throw HarnessFailure("peer \(name) did not \(what()) within \(limit); it told \(tail)")
      }
    }
  }

  /// The first matching event since `start`.
  func event(
    _ what: @autoclosure () -> String, after start: Int = 0, within limit: Duration = Timeout.usual,
    _ fits: (Value) -> Bool
  ) throws -> Value {
    try wait(within: limit, what()) { told[start...].first(where: fits) }
  }

  private var tail: String {
    told.suffix(12).map { String(decoding: $0.json, as: UTF8.self) }
      .joined(separator: "\n")
  }

  /// Reads what comes next; false if nothing came.
  private func read(within limit: Duration) throws -> Bool {
    guard limit > .zero else { return false }
    guard let bytes = try program.waitForOutput(after: readBytes, within: limit) else {
      throw HarnessFailure("peer \(name) has ended; it told \(tail) \(program.standardError)")
    }
    guard !bytes.isEmpty else { return false }
    readBytes += bytes.count
    let searched = rest.count
    rest += bytes
    for line in try Self.removeLines(from: &rest, searched: searched) {
      told.append(line)
      if line["event"] == "call" {
        callsByMember[line["member"].string ?? "", default: []].append(line)
      }
      if let command = line["id"].int { answers[command] = line }
      if line["event"] == "defect" { throw HarnessFailure("peer \(name): \(line)") }
    }
    return true
  }

  /// All complete lines; the first `searched` bytes contain no newline.
  private static func removeLines(from bytes: inout [UInt8], searched: Int) throws -> [Value] {
    var (lines, start, from): ([Value], Int, Int) = ([], 0, searched)
    while let end = bytes.firstLineEnd(from: from) {
      lines.append(try Value(json: bytes[start..<end]))
      (start, from) = (end + 1, end + 1)
    }
    bytes.removeSubrange(..<start)
    return lines
  }

  /// The calls that dragd has made so far.
  func calls(_ member: String) -> [Value] { callsByMember[member] ?? [] }

  // MARK: Ends

  /// Sends SIGKILL.
  func kill() { program.kill() }

  /// Leaves the bus; the process stays, with all its descriptors.
  func leave() throws { try perform("leave") }
}

extension [UInt8] {
  fileprivate func firstLineEnd(from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count else { return nil }
      return memchr(base + start, 0x0A, bytes.count - start).map { UnsafeRawPointer($0) - base }
    }
  }
}
