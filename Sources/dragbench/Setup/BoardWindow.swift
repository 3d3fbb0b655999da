internal import DragSystem
internal import Foundation
internal import Harness

/// A window on an X server without a screen; controls the pointer and reads the window's frame clock.
final class BoardWindow {
  private let fixture: Fixture
  private let screen: [String: String]
  private let program: Program
  private let log: String
  /// Milliseconds from the start of the process to the end of its first frame.
  let start: Double

  /// Opens dragboard's window and waits for its first frame.
  ///
  /// - Parameter data: its XDG_DATA_HOME.
  convenience init(_ bus: BenchBus, screen: [String: String], data: String) throws {
    try self.init(bus, screen) { log, environment in
      try bus.fixture.start(
        Built.dragboard, ["--new-instance"], on: bus.server,
        environment: environment.merging(["XDG_DATA_HOME": data, "DRAGBOARD_FRAMES": log]) { $1 })
    }
  }

  /// Opens an empty window.
  static func empty(_ bus: BenchBus, screen: [String: String]) throws -> BoardWindow {
    try BoardWindow(bus, screen) { log, environment in
      try bus.start(.emptyWindow, [log], environment: environment)
    }
  }

  private init(
    _ bus: BenchBus, _ screen: [String: String],
    starting program: (_ log: String, _ environment: [String: String]) throws -> Program
  ) throws {
    fixture = bus.fixture
    self.screen = screen
    log = try bus.fixture.folder.write("frames", text: "")
    let begin = Clock.monotonic
    self.program = try program(
      log,
      screen.merging([
        "GDK_BACKEND": "x11", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo",
      ]) { $1 })
    let log = log
    let first = try eventually("the first frame") { try Frames(log).all.first }
    start = (Double(first.end) - Double(begin)) / 1_000
  }

  func close() { program.kill() }

  /// Places the window in the corner of the screen, where the pointer will be.
  func place() throws {
    let found = try fixture.run(
      "xdotool", ["search", "--sync", "--onlyvisible", "--pid", "\(program.processIdentifier)"],
      environment: screen)
    guard let window = found.output.split(separator: "\n").last else {
      throw BenchFailure("dragboard shows no window")
    }
    try hand([
      "windowmove", "\(window)", "0", "0", "windowraise", "\(window)", "windowfocus", "\(window)",
    ])
  }

  /// The frames after the first, until the window draws no further frame.
  func opening() throws -> Frames {
    try hand(["sleep", "1.5"])
    return Frames(Array(try Frames(log).all.dropFirst()))
  }

  /// The frames that are drawn while the pointer is busy, without the first one, which follows a pause.
  func frames(while words: [String]) throws -> Frames {
    let before = try Frames(log).all.count
    try hand(words)
    return Frames(Array(try Frames(log).all.dropFirst(before + 1)))
  }

  /// Controls the pointer with xdotool's arguments.
  private func hand(_ words: [String]) throws {
    _ = try Command(["xdotool"] + words, environment: screen).time()
  }
}

/// One line of DRAGBOARD_FRAMES.
struct Frames {
  /// In microseconds of the monotonic clock.
  let all: [(begin: UInt64, end: UInt64)]

  init(_ all: [(begin: UInt64, end: UInt64)]) {
    self.all = all
  }

  init(_ path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    all = text.split(separator: "\n").compactMap { line in
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
  }

  /// The 99th percentile of the frames' times, in milliseconds.
  var work: Double {
    let sorted = all.map { Double($0.end - $0.begin) / 1_000 }.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
  }

  /// How many of a hundred sixtieths of a second have no frame of their own.
  var missing: Double {
    let sixtieth = 1_000_000.0 / 60
    var missing = 0.0
    var due = 0.0
    for (frame, next) in zip(all, all.dropFirst()) {
      let passed = (Double(next.begin - frame.begin) / sixtieth).rounded()
      due += max(passed, 1)
      missing += max(passed - 1, 0)
    }
    return due == 0 ? .nan : missing / due * 100
  }
}

extension Built {
  static var dragboard: String { "\(folder)/dragboard" }
}
