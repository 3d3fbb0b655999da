import Harness

/// Xvfb without a window manager, controlled with xdotool.
final class XDisplay: Display {
  let server = DisplayServer.x11
  let variables: [String: String]
  /// Without a compositor GTK draws a border in place of the shadow.
  let border = 5
  let looksAtKeysDuringDrags = true
  private let fixture: Fixture
  private let scale: Int

  init(_ fixture: Fixture, scale: Int) throws {
    self.fixture = fixture
    self.scale = scale
    let server = try XServer(
      fixture, size: (screenSize.width * scale, screenSize.height * scale))
    variables = [
      "DISPLAY": server.display, "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11",
      "GDK_SCALE": "\(scale)",
    ]
  }

  func isFree() throws -> Bool {
    let question = try fixture.start(
      "/usr/bin/xdotool", ["getmouselocation"], environment: variables)
    defer { question.kill() }
    return (try? question.wait(within: .seconds(2))) != nil
  }

  func move(to place: (x: Int, y: Int)) throws {
    try xdotool(["mousemove"] + pixels(place.x, place.y))
  }

  func pressButton() throws { try xdotool(["mousedown", "1"]) }
  func releaseButton() throws { try xdotool(["mouseup", "1"]) }

  func turnWheel(_ steps: Int) throws {
    try xdotool(
      ["click", "--repeat", "\(abs(steps))", "--delay", "2", steps > 0 ? "5" : "4"])
  }

  func hold(_ key: String) throws { try xdotool(["keydown", key]) }
  func letGo(_ key: String) throws { try xdotool(["keyup", key]) }
  func strike(_ keys: String) throws {
    // With the keymaps of xkb-data 2.48, xdotool presses Alt for the name of a function key.
    let codes = keys.split(separator: "+").map { key in
      guard key.first == "F", let number = Int(key.dropFirst()), number <= 10 else {
        return String(key)
      }
      return String(66 + number)
    }
    try xdotool(["key", "--delay", "30", codes.joined(separator: "+")])
  }
  func type(_ text: String) throws { try xdotool(["type", "--delay", "15", text]) }

  func windows(of process: Int32) throws -> [String] {
    // xdotool fails if there are no windows.
    let result = try run(["search", "--onlyvisible", "--pid", "\(process)"])
    return result.output.split(separator: "\n").map { String($0) }
  }

  func title(of window: String) throws -> String? {
    // xdotool fails if the window has closed meanwhile.
    let result = try run(["getwindowname", window])
    return result.output.count > 1 ? String(result.output.dropLast()) : nil
  }

  func rectangle(of window: String) throws -> Rectangle {
    let lines = try xdotool(["getwindowgeometry", "--shell", window]).split(separator: "\n")
    let values = ["X=", "Y=", "WIDTH=", "HEIGHT="].compactMap { name in
      lines.first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
    }
    guard values.count == 4 else { throw HarnessFailure("xdotool says no place: \(lines)") }
    return Rectangle(
      x: values[0] / scale, y: values[1] / scale, width: values[2] / scale,
      height: values[3] / scale)
  }

  func place(
    _ window: String, at place: (x: Int, y: Int), size: (width: Int, height: Int)?
  ) throws {
    try xdotool(["windowmove", "--sync", window] + pixels(place.x, place.y))
    if let size {
      try xdotool(["windowsize", "--sync", window] + pixels(size.width, size.height))
    }
  }

  func hasFocus(_ window: String) throws -> Bool {
    // xdotool fails if no window has the focus.
    try run(["getwindowfocus", "-f"]).output == "\(window)\n"
  }

  func focus(_ window: String) throws {
    try xdotool(["windowraise", window, "windowfocus", "--sync", window])
  }

  func pixels(of part: Rectangle) throws -> [UInt8] {
    let place = "\(part.width)x\(part.height)+\(part.x)+\(part.y)"
    let result = try fixture.run(
      "/usr/bin/import", ["-window", "root", "-crop", place, "-depth", "8", "ppm:-"],
      environment: variables)
    guard result.exit == .success else { throw HarnessFailure("import: \(result.error)") }
    return result.outputBytes
  }

  func copiedTypes() throws -> [String] {
    let result = try xclip(["-t", "TARGETS", "-o"])
    return result.output.split(separator: "\n").map { String($0) }
  }

  func paste(_ type: String) throws -> [UInt8] {
    let result = try xclip(["-t", type, "-o"])
    guard result.exit == .exited(0) else { throw HarnessFailure("xclip: \(result.error)") }
    return result.outputBytes
  }

  @discardableResult
  func copy(_ bytes: [UInt8], as type: String) throws -> Program {
    let source = try fixture.start(
      "/usr/bin/xclip", ["-selection", "clipboard", "-quiet", "-t", type, "-i"],
      environment: variables, input: .bytes(bytes))
    try eventually(within: Timeout.long, "\(type) is on the clipboard") {
      try copiedTypes().contains(type) && paste(type) == bytes
    }
    return source
  }

  private func xclip(_ arguments: [String]) throws -> Program.Result {
    try fixture.run(
      "/usr/bin/xclip", ["-selection", "clipboard"] + arguments, environment: variables)
  }

  private func pixels(_ lengths: Int...) -> [String] { lengths.map { "\($0 * scale)" } }

  @discardableResult
  func xdotool(_ arguments: [String]) throws -> String {
    let result = try run(arguments)
    guard result.exit == .exited(0) else {
      throw HarnessFailure("xdotool \(arguments.joined(separator: " ")): \(result.error)")
    }
    return result.output
  }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try fixture.run("/usr/bin/xdotool", arguments, environment: variables)
  }
}
