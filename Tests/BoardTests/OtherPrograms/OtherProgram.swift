import Harness

/// A program with one window beside dragboard's.
final class OtherProgram {
  let program: Program
  private let desktop: Desktop
  private let origin: (x: Int, y: Int)
  private let border: Int
  private var window = ""

  /// Starts it and puts its window somewhere.
  ///
  /// - Parameters:
  ///   - size: of the window; nil for what it has by itself.
  ///   - border: what it draws around its window, where GTK 4 does that.
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
    window = try eventually(within: calm, "a window of \(executable)") { [program] in
      guard program.isRunning else {
        throw HarnessFailure("\(executable) has ended: \(program.standardError)")
      }
      // What has no title is there for the display server only.
      return try display.windows(of: program.processIdentifier).first {
        try display.title(of: $0) != nil
      }
    }
    try display.place(window, at: place, size: size)
    try eventually(within: calm, "the window of \(executable) is in its place") { [window] in
      let now = try display.rectangle(of: window)
      return now.x == place.x && now.y == place.y
        && (size.map { $0.width == now.width && $0.height == now.height } ?? true)
    }
    try focus()
  }

  /// Gives its window the keyboard.
  func focus() throws { try desktop.display.focus(window) }

  func title() throws -> String {
    try desktop.display.title(of: window) ?? ""
  }

  /// Where something is on the screen that assistive technology sees, once it does.
  func find(_ role: String, _ name: String) throws -> Rectangle {
    var all: [Seen] = []
    do {
      return try eventually(within: calm) {
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
