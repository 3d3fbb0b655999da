import CLinux
import Foundation
import Harness

/// What a worker of the storm does, step by step.
extension Storm {
  func step(_ generator: inout SeededGenerator) throws {
    switch generator.random(below: 8) {
    case 0: try copy(&generator)
    case 1, 2: try drop(&generator)
    case 3: try paste(&generator)
    default: try move(&generator)
    }
  }

  /// Some files of a place, as paths.
  private func choose(_ generator: inout SeededGenerator, atMost count: Int) -> [String] {
    let place = Self.places.randomElement(using: &generator)!
    return names(place).shuffled(using: &generator).prefix(1 + generator.random(below: count))
      .map { "\(place)/\($0)" }
  }

  /// One or two programs offer the same files, one or two others accept each offer, and any of them may be killed.
  private func move(_ generator: inout SeededGenerator) throws {
    let paths = choose(&generator, atMost: 4)
    guard !paths.isEmpty else { return }
    var programs: [Program] = []
    defer { for program in programs { program.close() } }
    for _ in 0...generator.random(below: 2) {
      programs.append(try start(["offer", "--private", "--operations", "move"] + paths))
    }
    let sources = programs
    var destinations: [Program] = []
    for source in sources {
      // None where a file has just moved away, or dragd was killed.
      guard let offer = try? source.firstLine(within: Self.limit) else { continue }
      for _ in 0...generator.random(below: 2) {
        let place = Self.places.randomElement(using: &generator)!
        let accepted = try start(["accept", "--move", "--all", "-o", place, offer])
        destinations.append(accepted)
        programs.append(accepted)
      }
    }
    for program in programs { disturb(program, &generator) }
    for program in destinations {
      let result = try program.wait(within: Self.limit)
      if result.exit == .success { count("move") }
    }
    for source in sources {
      source.send(SIGTERM)
      try source.wait(within: Self.limit)
    }
  }

  /// Files that are dropped on the target are moved there.
  private func drop(_ generator: inout SeededGenerator) throws {
    let paths = choose(&generator, atMost: 3)
    guard !paths.isEmpty else { return }
    let program = try start(["drop"] + paths + ["--on", "Inbox", "--operation", "move"])
    defer { program.close() }
    disturb(program, &generator)
    if try program.wait(within: Self.limit).exit == .success { count("drop") }
  }

  /// Two programs paste what was cut. They are never killed: only a move through dragd survives that.
  private func paste(_ generator: inout SeededGenerator) throws {
    let paths = choose(&generator, atMost: 2)
    guard !paths.isEmpty else { return }
    guard try dragctlEnds(["copy", "--cut"] + paths) else { return }
    var pastes: [Program] = []
    defer { for paste in pastes { paste.close() } }
    for _ in 0..<2 {
      let place = Self.places.randomElement(using: &generator)!
      pastes.append(try start(["paste", "--move", "-o", place]))
    }
    if generator.random(below: 4) == 0 { stop(pastes[0], &generator) }
    for paste in pastes {
      let result = try paste.wait(within: Self.limit)
      if result.exit == .success { count("paste") }
    }
  }

  /// What a copy gets is whole.
  private func copy(_ generator: inout SeededGenerator) throws {
    guard let path = choose(&generator, atMost: 1).first else { return }
    let source = try start(["offer", "--private", "--linger", "1s", path])
    defer { source.close() }
    guard let offer = try? source.firstLine(within: Self.limit) else { return }
    let place = "copies/\(generator.next())"
    let program = try start(["accept", "-o", place, offer])
    defer { program.close() }
    disturb(program, &generator)
    guard try program.wait(within: Self.limit).exit == .success else { return }
    count("copy")
    let content = FileManager.default.contents(atPath: folder.path(place))
    let name = path.split(separator: "/").last?.split(separator: " ").first.map(String.init) ?? ""
    if content != Self.content(name) { add(fault: "a copy of \(path) is not what it was") }
    try? FileManager.default.removeItem(atPath: folder.path(place))
  }

  /// A drop target that keeps what is moved there, for a moment.
  func keepTarget(_ generator: inout SeededGenerator) throws {
    let target = try start(["target", "Inbox", "--operations", "move", "-o", "inbox"])
    defer { target.close() }
    usleep(UInt32(300_000 + generator.random(below: 1_500_000)))
    target.send(generator.random(below: 2) == 0 ? SIGKILL : SIGTERM)
    try target.wait(within: Self.limit)
  }

  private func dragctlEnds(_ arguments: [String]) throws -> Bool {
    let program = try start(arguments)
    defer { program.close() }
    return try program.wait(within: Self.limit).exit == .success
  }

  // MARK: Disturbing

  /// Kills, ends or stops a program at a random moment, or lets it be.
  private func disturb(_ program: Program, _ generator: inout SeededGenerator) {
    guard generator.random(below: 3) == 0 else { return }
    usleep(UInt32(generator.random(below: 60_000)))
    switch generator.random(below: 4) {
    case 0: stop(program, &generator)
    case 1: program.send([SIGTERM, SIGINT, SIGHUP].randomElement(using: &generator)!)
    default: program.send(SIGKILL)
    }
  }

  private func stop(_ program: Program, _ generator: inout SeededGenerator) {
    program.send(SIGSTOP)
    usleep(UInt32(generator.random(below: 200_000)))
    program.send(SIGCONT)
  }
}
