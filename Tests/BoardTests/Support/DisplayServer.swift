import Harness
import Testing

/// The display servers on which desktops run. `make test-all` tests all of a user's work on each.
enum DisplayServer: String, CaseIterable, CustomTestStringConvertible {
  case x11 = "X11"
  case wayland = "Wayland"

  var testDescription: String { rawValue }

  /// Starts a display server without a screen; it ends with the test.
  ///
  /// - Parameter scale: the scale of the screen.
  func start(_ fixture: Fixture, scale: Int) throws -> any Display {
    switch self {
    case .x11: try XDisplay(fixture, scale: scale)
    case .wayland: try WaylandDisplay(fixture, scale: scale)
    }
  }
}

/// Both display servers, in `make test-rest` only.
let onlyInTheRest = Extent.part(of: DisplayServer.allCases) { _ in false }

/// Each display server: for the drags on which all other tests depend.
let everyDisplay = Extent.part(of: DisplayServer.allCases) { _ in true }

/// The display server of `make test`, for what dragboard does by itself; each one with `make test-all`. The tests of a
/// file alternate between the two.
func usually(_ server: DisplayServer) -> [DisplayServer] {
  Extent.part(of: DisplayServer.allCases) { $0 == server }
}

/// For tests that take long and seldom find what others do not: each display server, and not with `make test`.
let seldom = Extent.part(of: DisplayServer.allCases) { _ in false }

/// A running display server with a pointer and a keyboard. All places and sizes are in logical pixels.
protocol Display: AnyObject {
  var server: DisplayServer { get }
  /// The variables that its programs need.
  var variables: [String: String] { get }
  /// The width of the border that GTK itself draws around a window.
  var border: Int { get }
  /// Whether modifier keys count that are pressed during a drag; otherwise only those count that are held when it
  /// starts.
  var looksAtKeysDuringDrags: Bool { get }

  /// Whether it answers others while a program is stopped: a client of an X server may have grabbed the server.
  func isFree() throws -> Bool

  func move(to place: (x: Int, y: Int)) throws
  func pressButton() throws
  func releaseButton() throws
  /// Turns the wheel, faster than frames are drawn.
  ///
  /// - Parameter steps: the number of steps; negative for upwards.
  func turnWheel(_ steps: Int) throws

  /// Presses a modifier key, “ctrl” or “shift”, and holds it.
  func hold(_ key: String) throws
  func letGo(_ key: String) throws
  /// Presses and releases keys together: “ctrl+z”.
  func strike(_ keys: String) throws
  func type(_ text: String) throws

  /// The windows of a process that are on the screen.
  func windows(of process: Int32) throws -> [String]
  /// The title of a window; nil for a window without one.
  func title(of window: String) throws -> String?
  /// The place of a window, with its border.
  func rectangle(of window: String) throws -> Rectangle
  /// Moves and resizes a window; without a size it keeps its own.
  func place(_ window: String, at place: (x: Int, y: Int), size: (width: Int, height: Int)?) throws
  func hasFocus(_ window: String) throws -> Bool
  /// Raises a window and gives it the keyboard focus.
  func focus(_ window: String) throws

  /// The colours of a part of the screen, as ppm(5) of three bytes a pixel.
  func pixels(of part: Rectangle) throws -> [UInt8]

  /// The types on the clipboard, as command-line tools see them.
  func copiedTypes() throws -> [String]
  /// The content of the clipboard, as command-line tools get it.
  func paste(_ type: String) throws -> [UInt8]
  /// Copies something with a command-line tool, and returns the tool when the clipboard has it.
  @discardableResult
  func copy(_ bytes: [UInt8], as type: String) throws -> Program
}

extension Display {
  func isFree() throws -> Bool { true }

  func click(times: Int = 1) throws {
    for _ in 0..<times {
      try pressButton()
      try releaseButton()
    }
  }
}

extension Display {
  /// Waits until the clipboard has a type.
  func waitUntilCopied(_ type: String) throws {
    try eventually(within: Timeout.long, "\(type) is on the clipboard") {
      try copiedTypes().contains(type)
    }
  }
}

/// A part of the screen.
struct Rectangle: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var middle: (x: Int, y: Int) { (x + width / 2, y + height / 2) }
}

/// The size of a screen, in logical pixels.
let screenSize = (width: 1280, height: 720)
