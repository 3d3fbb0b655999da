import Foundation
import Harness

/// sway without a screen, with a virtual pointer and keyboard.
final class WaylandDisplay: Display {
  let server = DisplayServer.wayland
  let variables: [String: String]
  /// The coordinates do not include the shadow.
  let border = 0
  /// sway 1.7 does not support this.
  let looksAtKeysDuringDrags = false
  private let fixture: Fixture
  private let sway: Sway
  private let input: Coprocess

  init(_ fixture: Fixture, scale: Int) throws {
    self.fixture = fixture
    sway = try Sway(fixture, size: screenSize, scale: scale)
    variables = [
      "WAYLAND_DISPLAY": sway.socket, "DISPLAY": "", "GDK_BACKEND": "wayland", "GDK_SCALE": "",
    ]
    input = Coprocess(
      try fixture.startWarm(
        Built.tool("wayland-input"), ["\(screenSize.width)", "\(screenSize.height)"],
        environment: variables, input: .pipe))
    // Programs look for a pointer and a keyboard when they start.
    try tell("move 0 0")
  }

  func move(to place: (x: Int, y: Int)) throws { try tell("move \(place.x) \(place.y)") }
  func pressButton() throws { try tell("down") }
  func releaseButton() throws { try tell("up") }
  func turnWheel(_ steps: Int) throws { try tell("wheel \(steps)") }

  func hold(_ key: String) throws { try tell("press \(key)") }
  func letGo(_ key: String) throws { try tell("release \(key)") }

  func strike(_ keys: String) throws {
    let keys = keys.split(separator: "+").map { String($0) }
    for key in keys { try hold(key) }
    for key in keys.reversed() { try letGo(key) }
  }

  func type(_ text: String) throws { try tell("type \(text)") }

  func windows(of process: Int32) throws -> [String] {
    try sway.windows(of: process).map { "\($0.id)" }
  }

  func title(of window: String) throws -> String? { try find(window).name }

  func rectangle(of window: String) throws -> Rectangle {
    let place = try find(window).rect
    return Rectangle(x: place.x, y: place.y, width: place.width, height: place.height)
  }

  private func find(_ window: String) throws -> Sway.Window {
    guard let found = try sway.windows(where: { "\($0.id)" == window }).first else {
      throw HarnessFailure("sway has no window \(window)")
    }
    return found
  }

  func place(
    _ window: String, at place: (x: Int, y: Int), size: (width: Int, height: Int)?
  ) throws {
    if let size { try sway.run("[con_id=\(window)] resize set \(size.width) \(size.height)") }
    try sway.run("[con_id=\(window)] move absolute position \(place.x) \(place.y)")
  }

  func hasFocus(_ window: String) throws -> Bool { try find(window).isFocused }

  func focus(_ window: String) throws { try sway.run("[con_id=\(window)] focus") }

  func pixels(of part: Rectangle) throws -> [UInt8] {
    let place = "\(part.x),\(part.y) \(part.width)x\(part.height)"
    let result = try fixture.run(
      "/usr/bin/grim", ["-g", place, "-t", "ppm", "-"], environment: variables)
    guard result.exit == .success else { throw HarnessFailure("grim: \(result.error)") }
    return result.outputBytes
  }

  func copiedTypes() throws -> [String] {
    // wl-paste fails while the clipboard is empty.
    try paste(["--list-types"]).output.split(separator: "\n").map { String($0) }
  }

  func paste(_ type: String) throws -> [UInt8] {
    let result = try paste(["--no-newline", "--type", type])
    guard result.exit == .exited(0) else { throw HarnessFailure("wl-paste: \(result.error)") }
    return result.outputBytes
  }

  private func paste(_ arguments: [String]) throws -> Program.Result {
    try fixture.run("/usr/bin/wl-paste", arguments, environment: variables)
  }

  @discardableResult
  func copy(_ bytes: [UInt8], as type: String) throws -> Program {
    let source = try fixture.start(
      "/usr/bin/wl-copy", ["--foreground", "--type", type], environment: variables,
      input: .bytes(bytes))
    // wl-copy offers any text as plain text too: the type alone may be that of what was copied before.
    try eventually(within: Timeout.long, "\(type) is on the clipboard") {
      try copiedTypes().contains(type) && paste(type) == bytes
    }
    return source
  }

  private func tell(_ command: String) throws {
    _ = try input.ask(command)
  }
}
