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
    let identifier = "\(program.processIdentifier)"
    window = try eventually(within: calm, "a window of \(executable)") { [program] in
      guard program.isRunning else {
        throw HarnessFailure("\(executable) has ended: \(program.standardError)")
      }
      // It fails while there is none. What has no name is there for the display server only.
      let found = try? desktop.xdotool([
        "search", "--all", "--onlyvisible", "--pid", identifier, "--name", ".",
      ])
      return found?.split(separator: "\n").first.map { String($0) }
    }
    try desktop.xdotool(["windowmove", window, "\(place.x)", "\(place.y)"])
    if let size { try desktop.xdotool(["windowsize", window, "\(size.width)", "\(size.height)"]) }
    let wanted =
      ["X=\(place.x)", "Y=\(place.y)"]
      + (size.map { ["WIDTH=\($0.width)", "HEIGHT=\($0.height)"] } ?? [])
    try eventually(within: calm, "the window of \(executable) is in its place") {
      let lines = try desktop.xdotool(["getwindowgeometry", "--shell", window])
        .split(separator: "\n").map { String($0) }
      return wanted.allSatisfy { lines.contains($0) }
    }
    try focus()
  }

  /// Gives its window the keyboard.
  func focus() throws { try desktop.display.focus(window) }

  func title() throws -> String {
    String(try desktop.xdotool(["getwindowname", window]).dropLast())
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

/// A part of the screen.
struct Rectangle {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var middle: (x: Int, y: Int) { (x + width / 2, y + height / 2) }
}
