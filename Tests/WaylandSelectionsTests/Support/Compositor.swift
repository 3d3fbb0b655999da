import Foundation
import Harness
import Testing

/// A kind of compositor, without a screen.
enum Compositor: String, CaseIterable, CustomTestStringConvertible {
  /// wlroots, with wlr-data-control-unstable-v1.
  case sway
  /// wlr-data-control-unstable-v1 too, but it says nothing of a selection without an owner.
  case kwin
  /// `data-control-compositor.py`, with ext-data-control-v1: no compositor of Debian 12 has that.
  case ext

  private static let kwinProgram = "/usr/bin/kwin_wayland"

  /// Those that can run here. KWin brings 140 packages, and is tested where it is installed.
  static let here = allCases.filter {
    $0 != .kwin || FileManager.default.isExecutableFile(atPath: kwinProgram)
  }

  var testDescription: String { rawValue }

  func start(_ fixture: Fixture) throws -> RunningCompositor {
    switch self {
    case .sway:
      let sway = try Sway(fixture, size: (width: 640, height: 480))
      return RunningCompositor(fixture, socket: sway.socket, process: sway.process)
    case .kwin: return try Self.startKWin(fixture)
    case .ext: return try .stub(fixture)
    }
  }

  private static func startKWin(_ fixture: Fixture) throws -> RunningCompositor {
    // A copy is without the capability (CAP_SYS_NICE) that keeps the original from starting in a container.
    let program = fixture.folder.path("kwin_wayland")
    try FileManager.default.copyItem(atPath: kwinProgram, toPath: program)
    let socket = fixture.folder.path("runtime/kwin-0")
    let process = try fixture.start(
      program, ["--virtual", "--no-lockscreen", "--socket", "kwin-0"], on: fixture.bus(.dbusDaemon),
      environment: ["WAYLAND_DISPLAY": "", "DISPLAY": "", "QT_LOGGING_RULES": "*=false"])
    try eventually(within: Timeout.long, "KWin listens") {
      guard process.isRunning else { throw HarnessFailure("KWin: \(process.standardError)") }
      return FileManager.default.fileExists(atPath: socket)
    }
    return RunningCompositor(fixture, socket: socket, process: process)
  }
}

/// A compositor that runs until the test ends.
struct RunningCompositor {
  let fixture: Fixture
  let socket: String
  let process: Program

  init(_ fixture: Fixture, socket: String, process: Program) {
    self.fixture = fixture
    self.socket = socket
    self.process = process
  }

  /// One of our own: see `data-control-compositor.py` for what it can be told.
  static func stub(_ fixture: Fixture, _ arguments: String...) throws -> RunningCompositor {
    let stub = try DataControlStub(fixture, arguments)
    return RunningCompositor(fixture, socket: stub.socket, process: stub.process)
  }

  /// Tells the compositor of our own to do something, and waits until it has.
  func tell(_ command: String) throws {
    let before = process.standardOutput.count
    try process.write(command + "\n")
    try process.waitForOutput(command) { $0.dropFirst(before).contains("done") }
  }

  /// Starts a program that copies, and goes on until something else is copied.
  func copy(_ bytes: [UInt8], as type: String? = nil, _ more: String...) throws -> Program {
    try fixture.start(
      "/usr/bin/wl-copy", ["--foreground"] + more + (type.map { ["--type", $0] } ?? []),
      environment: ["WAYLAND_DISPLAY": socket], input: .bytes(bytes))
  }

  func start(_ program: String, _ arguments: String...) throws -> Program {
    try fixture.start(
      "/usr/bin/\(program)", arguments, environment: ["WAYLAND_DISPLAY": socket])
  }
}
