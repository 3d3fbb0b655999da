import BoardModel
import Foundation
import Harness

/// A screen, a session bus with dragd, and eyes and hands for one test.
final class Desktop {
  let fixture: Fixture
  let bus: PrivateBus
  private var eyes: Program?
  private let display: String
  private var seenBytes = 0

  /// Starts it all; it ends with the test.
  ///
  /// - Parameter hasDragd: whether the bus can start dragd.
  static func run(
    dragd hasDragd: Bool = true, _ body: (Desktop) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      let desktop = try Desktop(fixture, hasDragd)
      try body(desktop)
      for app in desktop.apps { try app.expectNoWarnings() }
    }
  }

  private init(_ fixture: Fixture, _ hasDragd: Bool) throws {
    self.fixture = fixture
    let screen = try fixture.start(
      "/usr/bin/Xvfb",
      ["-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"])
    display = ":" + (try screen.firstLine())
    bus = try fixture.bus(
      .dbusDaemon,
      services: [
        PrivateBus.Service("org.a11y.Bus", ["/usr/libexec/at-spi-bus-launcher"])
      ] + (hasDragd ? [PrivateBus.Service("org.dragd.Broker1", [Built.dragd])] : []))
  }

  private(set) var apps: [App] = []

  /// Starts dragboard, and waits until its window is seen.
  func start(
    _ arguments: [String] = ["--new-instance"], data: String = "data",
    at place: (x: Int, y: Int) = (0, 0), width: Int? = nil
  ) throws -> App {
    let folder = try fixture.folder.makeFolder(data)
    let program = try fixture.start(
      "\(Built.folder)/dragboard", arguments, on: bus,
      environment: variables.merging(["XDG_DATA_HOME": folder]) { $1 })
    let app = App(program, self, data: folder)
    apps.append(app)
    try eventually(within: calm, "the window is there") {
      guard program.isRunning else {
        throw HarnessFailure("dragboard has ended: \(program.standardError)")
      }
      return try !app.look().isEmpty
    }
    try app.place(at: place, width: width)
    return app
  }

  private var variables: [String: String] {
    [
      "DISPLAY": display, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
      "GSETTINGS_BACKEND": "memory", "G_DEBUG": "",
    ]
  }

  /// Runs dragctl to its end.
  func dragctl(_ arguments: String...) throws -> Program.Result {
    try fixture.run(Built.dragctl, arguments, on: bus)
  }

  /// What is seen of a process; nothing where assistive technology itself has failed, as it does now and then while its
  /// bus is being started.
  func look(at process: Int32) throws -> [Seen] {
    do {
      return try look(at: process, through: try openEyes())
    } catch {
      eyes?.close()
      eyes = nil
      return []
    }
  }

  private func openEyes() throws -> Program {
    if let eyes { return eyes }
    let new = try fixture.start(
      "/usr/bin/python3", [Built.tool("accessible")], on: bus,
      environment: ["DISPLAY": display, "GDK_BACKEND": "x11"], input: .pipe)
    eyes = new
    seenBytes = 0
    return new
  }

  private func look(at process: Int32, through eyes: Program) throws -> [Seen] {
    try eyes.write("\(process)\n")
    let start = seenBytes
    var line: [UInt8] = []
    while true {
      guard let more = try eyes.waitForOutput(after: start + line.count), !more.isEmpty else {
        throw HarnessFailure("the accessibility tool says nothing: \(eyes.standardError)")
      }
      line += more
      guard let end = line.firstIndex(of: 0x0A) else { continue }
      seenBytes = start + end + 1
      return try JSONDecoder().decode([Seen]?.self, from: Data(line[..<end])) ?? []
    }
  }

  /// Moves, presses, types.
  @discardableResult
  func xdotool(_ arguments: [String]) throws -> String {
    let result = try fixture.run("/usr/bin/xdotool", arguments, environment: variables)
    guard result.exit == .exited(0) else {
      throw HarnessFailure("xdotool \(arguments.joined(separator: " ")): \(result.error)")
    }
    return result.output
  }
}
