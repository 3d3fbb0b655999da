internal import CLinux
internal import DragConnection
internal import DragProtocol
internal import Foundation
internal import Harness

extension Row {
  /// Compares programs that keep what was copied. Each has one text and has been idle for `quiet` seconds.
  static let clipboardMemory = Row(
    name: "clipboard-memory", title: "Memory of an idle clipboard manager"
  ) { bench in
    try BenchBus.run { bus in
      let dragclip = try ClipboardManager.dragclip(bus)
      guard let dragclip else { return [.missing("all of it", "xclip or Xvfb is not installed")] }
      let dragd = Double(try bus.dragd.facts.proportionalMemory()) / 1_024
      let own = [
        Finding(
          "anonymous memory, with a text", .kibibytes, ours: Samples([dragclip.anonymous]),
          wanted: .atMost(1_024)),
        Finding(
          "its share of all memory (PSS), beside dragd", .kibibytes,
          Comparison(ours: Samples([dragclip.proportional]), peer: Samples([dragd])),
          wanted: .ratioAtMost(1.2)),
      ]
      let beside = try ClipboardManager.peers.flatMap { peer in
        guard Command.exists(peer.program) else {
          return [Finding.missing("beside \(peer.name)", "\(peer.program) is not installed")]
        }
        guard let theirs = try peer.start(bus) else { return [] }
        let wanted = peer.most.map { Finding.Wanted.ratioAtMost($0) } ?? .nothing
        return [
          Finding(
            "anonymous memory, beside \(peer.name)", .kibibytes,
            Comparison(
              ours: Samples([dragclip.anonymous]), peer: Samples([theirs.anonymous])),
            wanted: .nothing),
          Finding(
            "its share of all memory (PSS), beside \(peer.name)", .kibibytes,
            Comparison(
              ours: Samples([dragclip.proportional]), peer: Samples([theirs.proportional])),
            wanted: wanted),
        ]
      }
      return own + beside
    }
  }
}

/// A program that keeps the clipboard.
private struct ClipboardManager {
  let name: String
  let program: String
  /// The largest ratio of dragclip's memory to its memory; nil without a limit.
  let most: Double?

  static let peers = [
    ClipboardManager(name: "CopyQ", program: "copyq", most: 0.1),
    ClipboardManager(name: "xfce4-clipman", program: "xfce4-clipman", most: nil),
  ]

  /// Seconds until such a program is idle.
  private static let quiet: UInt32 = 15

  /// In KiB, of a program and all that it has started.
  struct Memory {
    let anonymous: Double
    let proportional: Double
  }

  /// What dragclip's unit sets (systemd/dragclip.service.in).
  private static let unitVariables = ["GLIBC_TUNABLES": "glibc.pthread.stack_cache_size=0"]

  /// Nil without a display.
  static func dragclip(_ bus: BenchBus) throws -> Memory? {
    guard let display = try Desktop(bus.fixture).x else { return nil }
    let program = try bus.fixture.start(
      Built.dragclip, ["--display", "x11"], on: bus.server,
      environment: display.merging(unitVariables) { $1 })
    let client = bus.client
    try eventually("dragclip is there") {
      (try? client.perform(.clipboardStatus().startingNothing(), timeout: 20_000)) != nil
    }
    return try rest(program, display, bus)
  }

  /// The memory of the program, on a display of its own; nil without a display.
  func start(_ bus: BenchBus) throws -> Memory? {
    guard let display = try Desktop(bus.fixture).x else { return nil }
    let home = try bus.fixture.folder.makeFolder("home-\(program)")
    let environment = display.merging([
      "HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home,
      "XDG_RUNTIME_DIR": home,
    ]) { $1 }
    let started = try bus.fixture.start(program, on: bus.server, environment: environment)
    return try Self.rest(started, display, bus)
  }

  private static func rest(
    _ program: Program, _ display: [String: String], _ bus: BenchBus
  ) throws -> Memory {
    sleep(2)
    let text = try bus.fixture.folder.write("copied", text: "two words")
    _ = try Command(
      ["xclip", "-selection", "clipboard", "-i"], environment: display, input: text
    ).time()
    sleep(quiet)
    guard program.isRunning else { throw BenchFailure("a clipboard manager has ended") }
    let processes = processTree(program.processIdentifier).map { ProcessFacts($0) }
    let anonymous = try processes.map { try $0.anonymousMemory() }.reduce(0, +)
    let proportional = try processes.map { try $0.proportionalMemory() }.reduce(0, +)
    return Memory(anonymous: Double(anonymous) / 1_024, proportional: Double(proportional) / 1_024)
  }

  /// A process and all that it has started.
  private static func processTree(_ process: Int32) -> [Int32] {
    let path = "/proc/\(process)/task/\(process)/children"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return [process] + text.split(separator: " ").compactMap { Int32($0) }.flatMap(processTree)
  }
}
