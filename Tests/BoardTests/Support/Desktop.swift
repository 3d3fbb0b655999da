import BoardModel
import Foundation
import Harness

/// A display, a session bus with dragd, and eyes for one test.
final class Desktop {
  let fixture: Fixture
  let bus: PrivateBus
  let display: any Display
  let hasDragd: Bool
  private var eyes: Conversation?

  /// Starts it all; it ends with the test.
  ///
  /// - Parameters:
  ///   - server: what it is shown by.
  ///   - scale: 2 is for 200 %.
  ///   - hasDragd: whether the bus can start dragd.
  static func run(
    on server: DisplayServer = .x, scale: Int = 1, dragd hasDragd: Bool = true,
    _ body: (Desktop) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      let desktop = try Desktop(fixture, server.start(fixture, scale: scale), hasDragd)
      try body(desktop)
      for app in desktop.apps { try app.expectNoWarnings() }
    }
  }

  private init(_ fixture: Fixture, _ display: any Display, _ hasDragd: Bool) throws {
    self.fixture = fixture
    self.display = display
    self.hasDragd = hasDragd
    bus = try fixture.bus(
      .dbusDaemon,
      services: [
        PrivateBus.Service("org.a11y.Bus", ["/usr/libexec/at-spi-bus-launcher"]),
        ShelfService.service(display, fixture),
      ] + (hasDragd ? [PrivateBus.Service("org.dragd.Broker1", [Built.dragd])] : []))
  }

  private(set) var apps: [App] = []

  /// Starts dragboard, and waits until its window is seen.
  ///
  /// - Parameter bytes: how large the disk is that its data folder is on; nil for that of the test.
  func start(
    _ arguments: [String] = ["--new-instance"], data: String = "data",
    at place: (x: Int, y: Int) = (0, 0), width: Int? = nil, disk bytes: Int? = nil
  ) throws -> App {
    let folder = try fixture.folder.makeFolder(data)
    let disk = bytes.map { SmallDisk(bytes: $0, at: folder) }
    let dragboard = "\(Built.folder)/dragboard"
    let command =
      disk?.command(dragboard, arguments) ?? (executable: dragboard, arguments: arguments)
    let program = try fixture.start(
      command.executable, command.arguments, on: bus,
      environment: variables.merging(["XDG_DATA_HOME": folder]) { $1 })
    let app = App(program, self, data: disk?.folder(seenBy: program) ?? folder)
    apps.append(app)
    try eventually(within: calm, "the window is there") {
      guard program.isRunning else {
        throw HarnessFailure("dragboard has ended: \(program.standardError)")
      }
      return try !look(at: program.processIdentifier, places: .none).isEmpty
    }
    try app.place(at: place, width: width)
    return app
  }

  /// Starts another program that has a window.
  func startWindow(_ executable: String, _ arguments: [String]) throws -> Program {
    try fixture.start(executable, arguments, on: bus, environment: variables)
  }

  /// What programs need in their environment.
  var variables: [String: String] { Self.variables(display) }

  static func variables(_ display: any Display) -> [String: String] {
    display.variables.merging([
      // Nothing is drawn with GL, which takes a third of the time of a start to find out about.
      "GDK_DEBUG": "gl-disable", "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory",
      "G_DEBUG": "",
    ]) { $1 }
  }

  /// For what only X has a word for.
  @discardableResult
  func xdotool(_ arguments: [String]) throws -> String {
    guard let display = display as? XDisplay else {
      throw HarnessFailure("xdotool works with X alone")
    }
    return try display.xdotool(arguments)
  }

  /// Runs dragctl to its end.
  func dragctl(_ arguments: String...) throws -> Program.Result {
    try fixture.run(Built.dragctl, arguments, on: bus)
  }

  /// What is seen of a process; nothing where assistive technology itself has failed, as it does now and then while its
  /// bus is being started.
  ///
  /// - Parameter places: of what it matters where it is; all others are nowhere.
  func look(at process: Int32, places: Places = .all) throws -> [Seen] {
    do {
      let answer = try openEyes().ask("\(process)\(places.words)")
      return try JSONDecoder().decode([Seen]?.self, from: Data(answer)) ?? []
    } catch {
      eyes?.end()
      eyes = nil
      return []
    }
  }

  private func openEyes() throws -> Conversation {
    if let eyes { return eyes }
    let new = Conversation(
      try fixture.start(
        "/usr/bin/python3", [Built.tool("accessible")], on: bus, environment: variables,
        input: .pipe))
    eyes = new
    return new
  }
}
