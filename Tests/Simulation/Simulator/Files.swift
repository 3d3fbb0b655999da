internal import CLinux
internal import CSimulation
internal import Simulation

/// The files of a run, what the command lines do with them, and what must hold of them.
final class Files {
  private let world: World
  let folder: String
  /// The contents of those that were there at the start, by name.
  private var contents: [String: [UInt8]] = [:]
  private var moves: [String: [UInt8]] = [:]
  private var commands: [Command] = []
  private let null: Int32
  private let log: Int32

  private struct Command {
    let name: String
    let process: Int32
    let words: [String]
    let began: UInt64
    /// In nanoseconds; nil for one that may stay.
    let limit: UInt64?
  }

  init(_ world: World) {
    self.world = world
    folder = world.folder
    null = linux_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
    log = linux_open("\(folder)/log", O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    for name in ["out", "from"] { mkdir("\(folder)/\(name)", 0o700) }
    for (name, size) in [("small.txt", 20), ("large.bin", 150_000)] {
      contents[name] = content(size, name)
      Self.write(content(size, name), to: "\(folder)/\(name)")
    }
    mkfifo("\(folder)/fifo", 0o600)
    mkdir("\(folder)/tree", 0o700)
    Self.write(content(30, "leaf"), to: "\(folder)/tree/leaf.txt")
    mkdir("\(folder)/readonly", 0o500)
  }

  /// A word of a plan as a word of a command line.
  func replace(_ word: String, for command: String) -> String {
    switch word {
    case "{small}": return "\(folder)/small.txt"
    case "{large}": return "\(folder)/large.bin"
    case "{tree}": return "\(folder)/tree"
    case "{out}": return "\(folder)/out/"
    case "{readonly}": return "\(folder)/readonly/"
    case "{fifo}": return "\(folder)/fifo"
    case "{missing}": return "\(folder)/missing"
    case "{full}": return "/dev/full"
    case "{move}":
      let name = "\(command.replacing(" ", with: "-")).dat"
      moves[name] = content(40_000, name)
      Self.write(moves[name] ?? [], to: "\(folder)/from/\(name)")
      return "\(folder)/from/\(name)"
    default: return word
    }
  }

  /// A process has its streams before it does anything.
  func setStreams(of process: Int32) { sim_streams(process, null, log, log) }

  // MARK: Commands

  func began(_ name: String, _ process: Int32, _ words: [String], at time: UInt64) {
    commands.append(
      Command(
        name: name, process: process, words: words, began: time, limit: Self.limit(of: words)))
  }

  func words(of name: String) -> [String]? { commands.first { $0.name == name }?.words }

  /// What the documentation promises.
  private static func limit(of words: [String]) -> UInt64? {
    // Its time limit is for each paste.
    if words.contains(where: { $0.hasPrefix("--watch") }) { return nil }
    if let index = words.firstIndex(of: "--timeout"), index + 1 < words.count,
      let seconds = UInt64(words[index + 1].dropLast())
    {
      return (seconds + 2) * VirtualTime.second
    }
    switch words.first {
    case "list", "status", "types", "targets", "show", "withdraw", "cancel", "recover",
      "completion", "clipboard":
      return 120 * VirtualTime.second
    default: return nil
    }
  }

  /// Looks at those that have a limit. A process that stood still has as much more time, and so has one that waits for
  /// the outcome of a move from a dragd that stood still.
  func checkCommands() {
    for command in commands {
      let mayMove = command.words.contains { $0 == "--move" || $0 == "move" }
      guard let limit = command.limit, !stoodStill(command.name),
        !(mayMove && world.plan.pauses("dragd"))
      else { continue }
      // Each message of a slow bus takes its time.
      let slack = 20 * (world.plan.bus.delayedOneOf > 0 ? world.plan.bus.longestDelay : 0)
      let took = min(sim_ended(command.process), VirtualTime.now) - command.began
      if took > limit + slack, sim_is_detached(command.process) == 0 {
        world.violate(
          "dragctl \(command.words.joined(separator: " ")) takes \(took / VirtualTime.second) s")
      }
    }
  }

  private func stoodStill(_ name: String) -> Bool {
    world.plan.schedule.delayedOneOf > 0 && world.plan.schedule.longestDelay > 20_000_000
      || world.plan.pauses(name)
  }

  /// Ends those that stay, as a person does at the end of the day.
  func endCommands() {
    for command in commands where sim_is_dead(command.process) == 0 { sim_kill(command.process) }
  }

  // MARK: At rest

  /// Each moved file is there once, whole; nothing unfinished is left.
  func check() {
    var places: [String: Int] = [:]
    for place in ["from", "out"] {
      for name in Self.names(in: "\(folder)/\(place)") {
        let path = "\(folder)/\(place)/\(name)"
        if name.hasPrefix(".") {
          world.violate("\(place) has an unfinished file")
          continue
        }
        if let known = moves[name] {
          places[name, default: 0] += 1
          if Self.bytes(of: path) != known { world.violate("\(name) in \(place) is not whole") }
        } else if let known = contents[name], Self.bytes(of: path) != known {
          world.violate("\(name) in \(place) is not whole")
        }
      }
    }
    for name in moves.keys.sorted() where places[name] != 1 {
      world.violate("\(name) is there \(places[name] ?? 0) times")
    }
    checkLog()
  }

  private func checkLog() {
    let log = String(decoding: Self.bytes(of: "\(folder)/log") ?? [], as: UTF8.self)
    for line in log.split(separator: "\n") {
      let isWrong = ["the model refused an event", "Fatal error", "please report this"].contains {
        line.contains($0)
      }
      if isWrong { world.violate(String(line)) }
    }
  }

  static func write(_ bytes: [UInt8], to path: String) {
    let file = linux_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    defer { close(file) }
    write(bytes, into: file)
  }

  /// False when they cannot be written.
  @discardableResult
  static func write(_ bytes: [UInt8], into file: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { CLinux.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  static func bytes(of path: String) -> [UInt8]? {
    let file = linux_open(path, O_RDONLY, 0)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return all(of: file)
  }

  static func all(of file: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &buffer, buffer.count)
      guard count > 0 else { return all }
      all += buffer[..<count]
    }
  }

  static func names(in folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var found: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { found.append(name) }
    }
    return found.sorted()
  }

  static func remove(_ path: String) {
    for name in names(in: path) {
      let inner = "\(path)/\(name)"
      if unlink(inner) != 0 { remove(inner) }
    }
    rmdir(path)
  }
}
