import CLinux
import Foundation
import Harness
import Synchronization

/// Programs that move, drop, paste and copy the same files at random, several at a time, while others kill, stop and
/// start them again, and dragd too. In the end all come back and settle; then each file must exist exactly once.
final class Storm: Sendable {
  static let places = ["one", "other", "third", "inbox"]
  private static let count = 24
  private static let workers = 3
  /// The timeout of every wait.
  static let limit: Duration = .seconds(60)

  let folder: TemporaryFolder
  let environment: [String: String]
  private let seed: UInt64
  private let state = Mutex(State())

  private struct State {
    /// How often each step succeeded.
    var done: [String: Int] = [:]
    var faults: [String] = []
  }

  struct Report {
    var done: [String: Int]
    /// What is wrong in the end.
    var faults: [String]
  }

  static func run(
    _ kind: PrivateBus.Kind, for duration: Duration, seed: UInt64
  ) throws -> Report {
    try Fixture.run { fixture in
      try Storm(fixture, kind, seed).run(for: duration)
    }
  }

  private init(_ fixture: Fixture, _ kind: PrivateBus.Kind, _ seed: UInt64) throws {
    self.seed = seed
    folder = fixture.folder
    for name in Self.places + ["dragds", "copies"] { try folder.makeFolder(name) }
    for number in 0..<Self.count {
      let name = Self.name(number)
      try folder.write("one/\(name)", Self.content(name))
    }
    // Each dragd has a file that is named after its process.
    let script = try folder.write(
      "dragd", text: "true > '\(folder.path("dragds"))/'$$\nexec '\(Built.dragd)'\n")
    let bus = try fixture.bus(
      kind, services: [PrivateBus.Service("org.dragd.Broker1", ["/bin/sh", script])])
    let screen = try XServer(fixture, size: (640, 480))
    environment = fixture.environment.merging([
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": screen.display, "WAYLAND_DISPLAY": "",
    ]) { $1 }
    let clipboard = try fixture.start(Built.dragclip, on: bus, environment: environment)
    try eventually("dragclip serves") {
      guard clipboard.isRunning else { throw HarnessFailure(clipboard.standardError) }
      return try dragctl("paste", "--list").exit != .exited(7)
    }
  }

  private static func name(_ number: Int) -> String { "file-\(number)" }

  /// The name on the first line, then more or less.
  static func content(_ name: String) -> Data {
    let length = name.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 150_000 }
    return Data("\(name)\n".utf8) + Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
  }

  private func run(for duration: Duration) throws -> Report {
    let end = ContinuousClock.now + duration
    // Threads of their own: Dispatch would run only as many at a time as there are processors.
    let works = DispatchGroup()
    for index in 0..<Self.workers + 2 {
      works.enter()
      Thread.detachNewThread { [self] in
        work(index, until: end)
        works.leave()
      }
    }
    works.wait()
    try settle()
    return state.withLock { Report(done: $0.done, faults: $0.faults) }
  }

  // MARK: Programs

  func dragctl(_ arguments: String...) throws -> Program.Result {
    try Program.run(
      Built.dragctl, arguments, environment: environment, workingFolder: folder.path,
      within: Self.limit)
  }

  func start(_ arguments: [String]) throws -> Program {
    try Program(
      Built.dragctl, arguments, environment: environment, workingFolder: folder.path)
  }

  private func work(_ index: Int, until end: ContinuousClock.Instant) {
    var generator = SeededGenerator(seed: seed &+ UInt64(index) &* 1_000)
    do {
      while ContinuousClock.now < end || waitsForMove(until: end + Self.limit) {
        switch index {
        case 0 where ContinuousClock.now < end: disturbDragd(&generator)
        case 0: usleep(50_000)
        case 1: try keepTarget(&generator)
        default: try step(&generator)
        }
      }
    } catch {
      add(fault: "\(error)")
    }
  }

  /// Whether nothing has moved yet, as on a machine that is busy.
  private func waitsForMove(until end: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.done["move"] == nil && $0.faults.isEmpty } && ContinuousClock.now < end
  }

  func count(_ step: String) { state.withLock { $0.done[step, default: 0] += 1 } }
  func add(fault: String) { state.withLock { $0.faults.append(fault) } }

  /// The names in a place, without hidden ones.
  func names(_ place: String) -> [String] {
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path(place))
    return (all ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Kills dragd, or stops it for a moment, now and then. Between that it has to serve, on a busy machine too.
  private func disturbDragd(_ generator: inout SeededGenerator) {
    usleep(UInt32(generator.random(below: 3_000_000)))
    let dragds = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("dragds"))) ?? []
    for dragd in dragds.compactMap({ Int32($0) }) where isDragd(dragd) {
      if generator.random(below: 2) == 0 {
        kill(dragd, SIGKILL)
      } else {
        kill(dragd, SIGSTOP)
        usleep(UInt32(generator.random(below: 200_000)))
        kill(dragd, SIGCONT)
      }
    }
  }

  /// Whether the process is one of this storm's: its number may be used again.
  private func isDragd(_ identifier: Int32) -> Bool {
    let path = "/proc/\(identifier)"
    let variables = FileManager.default.contents(atPath: "\(path)/environ") ?? Data()
    return variables.range(of: Data(folder.path.utf8)) != nil
  }

  // MARK: The end

  /// Settles all that killed programs have left, and counts.
  private func settle() throws {
    _ = try dragctl("withdraw", "--all")
    var last = ""
    do {
      try eventually(within: Self.limit, "all is settled") {
        let result = try dragctl("recover")
        last = result.error
        return result.exit == .success && left().isEmpty
      }
    } catch {
      add(fault: "\(error): \(last)\(left())")
    }
    for number in 0..<Self.count {
      let name = Self.name(number)
      let found = Self.places.flatMap { place in
        names(place).filter { $0 == name || $0.hasPrefix("\(name) ") }.map { "\(place)/\($0)" }
      }
      if found.count != 1 { add(fault: "\(name): \(found)") }
      for path in found {
        let content = FileManager.default.contents(atPath: folder.path(path))
        if content != Self.content(name) { add(fault: "\(path) is not what it was") }
      }
    }
  }

  /// What no program should have left.
  private func left() -> [String] {
    let manager = FileManager.default
    let hidden = Self.places.flatMap { place in
      ((try? manager.contentsOfDirectory(atPath: folder.path(place))) ?? [])
        .filter { $0.hasPrefix(".") }.map { "\(place)/\($0)" }
    }
    return hidden
      + ["state/dragctl", "state/dragd/holds"].flatMap { place in
        ((try? manager.contentsOfDirectory(atPath: folder.path(place))) ?? [])
          .map { "\(place)/\($0)" }
      }
  }
}
