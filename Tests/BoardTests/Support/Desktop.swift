import BoardModel
import CGtk
import Foundation
import Harness

/// A display, a session bus with dragd, and access to assistive technology, for one test.
final class Desktop {
  let fixture: Fixture
  let bus: PrivateBus
  let display: any Display
  let hasDragd: Bool
  private var accessible: Coprocess?
  /// The last answer to each question.
  private var seen: [String: [Seen]] = [:]

  /// Runs a test on a new desktop.
  ///
  /// - Parameters:
  ///   - server: the display server.
  ///   - scale: the scale of the screen; 2 is 200 %.
  ///   - hasDragd: whether the bus can start dragd.
  static func run(
    on server: DisplayServer = .x11, scale: Int = 1, dragd hasDragd: Bool = true,
    startsBoard: Bool = false, _ body: (Desktop) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      let desktop = try Desktop(fixture, server.start(fixture, scale: scale), hasDragd, startsBoard)
      try body(desktop)
      for app in desktop.apps { try app.expectNoWarnings() }
    }
  }

  private init(
    _ fixture: Fixture, _ display: any Display, _ hasDragd: Bool, _ startsBoard: Bool
  ) throws {
    self.fixture = fixture
    self.display = display
    self.hasDragd = hasDragd
    bus = try fixture.bus(
      .dbusDaemon,
      services: [
        PrivateBus.Service("org.a11y.Bus", ["/usr/libexec/at-spi-bus-launcher"]),
        ShelfService.service(display),
      ] + (startsBoard ? [BoardService.service(display)] : [])
        + (hasDragd ? [PrivateBus.Service("org.dragd.Broker1", [Built.dragd])] : []))
  }

  private(set) var apps: [App] = []

  /// Starts dragboard and waits until its window is visible.
  ///
  /// - Parameters:
  ///   - locale: gives GTK's words and the direction of the layout, such as “he_IL”.
  ///   - bytes: the size of the disk with its data folder; nil for the disk of the test.
  func start(
    _ arguments: [String] = ["--new-instance"], data: String = "data",
    at place: (x: Int, y: Int) = (0, 0), width: Int? = nil, locale: String? = nil,
    disk bytes: Int? = nil, style: [String: String] = [:]
  ) throws -> App {
    let folder = try fixture.folder.makeFolder(data)
    let disk = bytes.map { SmallDisk(bytes: $0, at: folder) }
    let dragboard = "\(Built.folder)/dragboard"
    let command =
      disk?.command(dragboard, arguments) ?? (executable: dragboard, arguments: arguments)
    let program = try fixture.start(
      command.executable, command.arguments, on: bus,
      environment: variables.merging(locale.map(fixture.locale) ?? ["LANGUAGE": ""]) { $1 }
        .merging(["XDG_DATA_HOME": folder]) { $1 }.merging(style) { $1 })
    let app = App(program, self, data: disk?.folder(seenBy: program) ?? folder)
    apps.append(app)
    try eventually(within: Timeout.long, "the window is there") {
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

  /// The variables that programs need.
  var variables: [String: String] { Self.variables(display) }

  static func variables(_ display: any Display) -> [String: String] {
    display.variables.merging([
      withoutGL.variable: withoutGL.value, "GSK_RENDERER": "cairo", "GSETTINGS_BACKEND": "memory",
      "G_DEBUG": "",
    ]) { $1 }
  }

  /// Without this GTK spends a third of its start on the detection of GL, which no test uses. GTK 4.14 has renamed it.
  private static let withoutGL =
    gtk_get_minor_version() < 14
    ? (variable: "GDK_DEBUG", value: "gl-disable") : (variable: "GDK_DISABLE", value: "gl")

  /// Runs xdotool, for tests that need X11.
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

  /// What assistive technology sees of a process; nothing where it has failed itself, as it sometimes does while its
  /// bus is being started.
  ///
  /// - Parameter places: the things whose places are needed; all others have none.
  func look(at process: Int32, places: Places = .all) throws -> [Seen] {
    do {
      let question = "\(process)\(places.words)"
      let answer = try startAccessible().ask(question)
      if answer == Array("same".utf8), let seen = seen[question] { return seen }
      let new = try JSONDecoder().decode([Seen]?.self, from: Data(answer)) ?? []
      seen[question] = new
      return new
    } catch {
      accessible?.end()
      accessible = nil
      seen = [:]
      return []
    }
  }

  private func startAccessible() throws -> Coprocess {
    if let accessible { return accessible }
    let new = Coprocess(
      try fixture.startWarm(
        Built.tool("accessible"), on: bus, environment: variables, input: .pipe))
    accessible = new
    return new
  }
}
