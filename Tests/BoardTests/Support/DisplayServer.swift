import Harness
import Testing

/// The kinds of display servers that a desktop may have. With `make test-all` all that a person does is tested on each.
enum DisplayServer: String, CaseIterable, CustomTestStringConvertible {
  case x = "X"
  case wayland = "Wayland"

  var testDescription: String { rawValue }

  /// Starts one that shows nothing to anybody; it ends with the test.
  ///
  /// - Parameter scale: how many of its pixels are as long as one of a program's.
  func start(_ fixture: Fixture, scale: Int) throws -> any Display {
    switch self {
    case .x: try XDisplay(fixture, scale: scale)
    case .wayland: try WaylandDisplay(fixture, scale: scale)
    }
  }
}

/// Each display server, for the drags that everything else builds on.
let everyDisplay = Extent.part(of: DisplayServer.allCases) { _ in true }

/// The display server of `make test`, for what dragboard does by itself; with `make test-all` each. The two take turns
/// in a file.
func usually(_ server: DisplayServer) -> [DisplayServer] {
  Extent.part(of: DisplayServer.allCases) { $0 == server }
}

/// A display server that runs, with a pointer and a keyboard. All places and sizes are in a program's pixels.
protocol Display: AnyObject {
  var server: DisplayServer { get }
  /// What its programs need in their environment.
  var variables: [String: String] { get }
  /// What GTK draws around a window by itself.
  var border: Int { get }
  /// Whether keys that are pressed during a drag count; else those count that are held when it begins.
  var looksAtKeysDuringDrags: Bool { get }

  func move(to place: (x: Int, y: Int)) throws
  func pressButton() throws
  func releaseButton() throws
  /// Turns the wheel, faster than frames are drawn.
  ///
  /// - Parameter steps: how many; less than 0 for upwards.
  func turnWheel(_ steps: Int) throws

  /// Presses a modifier key, “ctrl” or “shift”, and holds it.
  func hold(_ key: String) throws
  func letGo(_ key: String) throws
  /// Presses and releases keys together: “ctrl+z”.
  func strike(_ keys: String) throws
  func type(_ text: String) throws

  /// The windows of a process that are on the screen.
  func windows(of process: Int32) throws -> [String]
  /// The title of a window; nil where it has none.
  func title(of window: String) throws -> String?
  /// Where a window is, with what it draws around itself.
  func rectangle(of window: String) throws -> Rectangle
  /// Moves and resizes a window; no size is the one that it has.
  func place(_ window: String, at place: (x: Int, y: Int), size: (width: Int, height: Int)?) throws
  /// Raises a window and gives it the keyboard.
  func focus(_ window: String) throws

  /// The colors of a part of the screen, as ppm(5) of three bytes a pixel.
  func pixels(of part: Rectangle) throws -> [UInt8]

  /// The types on the clipboard, as the shell sees them.
  func copiedTypes() throws -> [String]
  /// What is on the clipboard, as the shell gets it.
  func paste(_ type: String) throws -> [UInt8]
  /// Copies something in the shell, and returns when it is there.
  func copy(_ bytes: [UInt8], as type: String) throws
}

extension Display {
  func click(times: Int = 1) throws {
    for _ in 0..<times {
      try pressButton()
      try releaseButton()
    }
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

/// The size of a screen, in a program's pixels.
let screenSize = (width: 1280, height: 720)
