import Harness

/// A program with one window beside that of dragboard.
final class OtherProgram {
  let program: Program
  private let desktop: Desktop
  private let origin: (x: Int, y: Int)
  private let border: Int
  private var window = ""

  /// Starts the program and places its window.
  ///
  /// - Parameters:
  ///   - size: the size of the window; nil for its own.
  ///   - border: the width of the border that GTK 4 draws around the window.
  init(
    _ executable: String, _ arguments: [String], on desktop: Desktop, at place: (x: Int, y: Int),
    size: (width: Int, height: Int)?, border: Int = 0
  ) throws {
    self.desktop = desktop
    origin = place
    self.border = border
    program = try desktop.fixture.start(
      executable, arguments, on: desktop.bus, environment: desktop.variables)
    let display = desktop.display
    window = try eventually(within: Timeout.long, "a window of \(executable)") { [program] in
      guard program.isRunning else {
        throw HarnessFailure("\(executable) has ended: \(program.standardError)")
      }
      // Only the display server uses a window without a title.
      return try display.windows(of: program.processIdentifier).first {
        try display.title(of: $0) != nil
      }
    }
    try display.place(window, at: place, size: size)
    try eventually(within: Timeout.long, "the window of \(executable) is in its place") {
      [window] in
      let now = try display.rectangle(of: window)
      return now.x == place.x && now.y == place.y
        && (size.map { $0.width == now.width && $0.height == now.height } ?? true)
    }
    try focus()
  }

  /// Gives its window the keyboard focus.
  func focus() throws { try desktop.display.focus(window) }

  func title() throws -> String {
    try desktop.display.title(of: window) ?? ""
  }

  /// Waits until assistive technology sees something, and returns its place on the screen.
  func find(_ role: String, _ name: String) throws -> Rectangle {
    var all: [Seen] = []
    do {
      return try eventually(within: Timeout.long) {
        all = try look()
        return all.first { $0.role == role && $0.name == name && $0.isShown && $0.x >= 0 }
          .map { rectangle(of: $0) }
      }
    } catch {
      let names = all.map { "\($0.role) “\($0.name)”" }.joined(separator: ", ")
      throw HarnessFailure("there is no \(role) “\(name)” among \(names)")
    }
  }

  func look() throws -> [Seen] { try desktop.look(at: program.processIdentifier) }

  private func rectangle(of seen: Seen) -> Rectangle {
    Rectangle(
      x: origin.x + border + seen.x, y: origin.y + border + seen.y, width: seen.width,
      height: seen.height)
  }
}
