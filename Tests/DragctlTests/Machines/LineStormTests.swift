import Foundation
import Harness
import Testing

/// Moves over a line while its programs are killed. `LINE_STORM_ROUNDS` says how many for each seed, and
/// `LINE_STORM_SEED` from which seed on.
@Suite struct LineStormTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let first = variables["LINE_STORM_SEED"].flatMap { UInt64($0) } ?? 1
  private static let rounds = variables["LINE_STORM_ROUNDS"].flatMap { Int($0) } ?? 12

  @Test(arguments: Extent.part(of: first..<first + 5) { $0 == first })
  func `whatever is killed while files move over a line each exists once`(_ seed: UInt64) throws {
    try Machines.run { machines in
      // In the place of ssh and its server stand processes that can be killed too, and end with what they have started.
      try machines.setCommand(#"cat | (sh -c "$1"; kill $$) | cat"#)
      for shell in [machines.here, machines.there] { try shell.makeFolders() }
      var storm = LineStorm(machines, seed)
      for number in 0..<Self.rounds { try storm.move("file-\(number)") }
      if Self.variables["LINE_STORM_ROUNDS"] != nil {
        print("seed \(seed): \(storm.moved) of \(Self.rounds) moved, killed: \(storm.killed)")
      }
      // Not each round may end before anything has moved.
      #expect(storm.moved > 0)
    }
  }
}

private struct LineStorm {
  private let machines: Machines
  private let seed: UInt64
  private var generator: SeededGenerator
  private(set) var moved = 0
  /// How often each was killed.
  private(set) var killed: [String: Int] = [:]

  init(_ machines: Machines, _ seed: UInt64) {
    self.machines = machines
    self.seed = seed
    generator = SeededGenerator(seed: seed)
  }

  /// Moves a file here or there, and kills one of those who take part, or lets all be.
  mutating func move(_ name: String) throws {
    let isFromHere = generator.random(below: 2) == 0
    let (from, to) = isFromHere ? (machines.here, machines.there) : (machines.there, machines.here)
    let content = [UInt8](repeating: UInt8(ascii: "x"), count: generator.random(below: 400_000))
    try from.folder.write("from/\(name)", content)
    let offer = ["offer", "--operations", "move", "from/\(name)"]
    let source = try isFromHere ? machines.start(offer) : start(offer, on: from)
    defer { source.close() }
    let accept = ["accept", try source.firstLine(), "--move", "-o", "to"]
    let destination = try isFromHere ? start(accept, on: to) : machines.start(accept)
    defer { destination.close() }
    usleep(UInt32(generator.random(below: 250_000)))
    kill(source, destination, isFromHere ? source : destination)
    _ = try destination.wait(within: .seconds(60))
    source.send(SIGTERM)
    _ = try source.wait(within: .seconds(60))
    try settle()
    let places = [(from, "from/\(name)"), (to, "to/\(name)")].filter { $0.exists($1) }
    #expect(places.count == 1, "\(name) of seed \(seed)")
    for (shell, path) in places {
      #expect(try shell.bytes(path) == content, "\(name) of seed \(seed)")
      if path.hasPrefix("to") { moved += 1 }
    }
    for shell in [machines.here, machines.there] {
      #expect(try shell.notes() == [], "\(name) of seed \(seed)")
      #expect(try shell.files("from", "to").filter { $0.contains("/.") } == [])
    }
  }

  private func start(_ arguments: [String], on shell: Shell) throws -> Program {
    try shell.fixture.start(Built.dragctl, arguments, on: shell.bus)
  }

  private mutating func kill(_ source: Program, _ destination: Program, _ caller: Program) {
    let line = Self.descendants(of: caller.processIdentifier)
    switch generator.random(below: 8) {
    case 0: break
    case 1: end(source.processIdentifier, "source")
    case 2: end(destination.processIdentifier, "destination")
    case 3: if let dragd { end(dragd, "dragd") }
    default:
      guard let victim = line.randomElement(using: &generator) else { return }
      let words = Self.arguments(of: victim)
      let name =
        words.contains("dragctl serve") && !words.hasPrefix("sh")
        ? "serve" : words.hasPrefix(Built.dragctl) ? "line" : String(words.prefix { $0 != " " })
      end(victim, name)
    }
  }

  private mutating func end(_ process: Int32, _ name: String) {
    guard Foundation.kill(process, SIGKILL) == 0 else { return }
    killed[name, default: 0] += 1
  }

  /// What no program has settled by itself, the next ones settle.
  private func settle() throws {
    try eventually("all is settled") {
      let there = try machines.there.dragctl("recover")
      return try machines.dragctl("recover").exit == .success && there.exit == .success
    }
  }

  /// The dragd there. Its bus has let go of it.
  private var dragd: Int32? {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.lazy.compactMap { Int32($0) }.first { process in
      guard Self.arguments(of: process).hasPrefix(Built.dragd) else { return false }
      let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
      return variables.range(of: Data(machines.there.folder.path.utf8)) != nil
    }
  }

  private static func descendants(of process: Int32) -> [Int32] {
    let list = try? String(
      contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    let children = (list ?? "").split(separator: " ").compactMap { Int32($0) }
    return children + children.flatMap { descendants(of: $0) }
  }

  private static func arguments(of process: Int32) -> String {
    let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return String(decoding: bytes, as: UTF8.self).replacing("\0", with: " ")
  }
}
