import Testing

/// A language with its library, and its programs: two pairs, or one.
enum Party: String, CaseIterable, CustomTestStringConvertible {
  case swift = "Swift, DragClient"
  case pyGObject = "Python, PyGObject"
  case dbusPython = "Python, dbus-python"
  case dbusFast = "Python, dbus-fast"
  case gdbus = "C, GDBus"
  case libdbus = "C, libdbus"
  case gjs = "JavaScript, gjs"

  /// The languages with programs of the whole scenario.
  static let complete: [Party] = [.swift, .pyGObject, .gdbus, .gjs]

  var testDescription: String { rawValue }

  var page: Page {
    switch self {
    case .swift: .scenario
    case .pyGObject, .dbusPython, .dbusFast: .python
    case .gdbus, .libdbus: .c
    case .gjs: .javaScript
    }
  }

  /// The files of the short source and the short destination.
  var squares: (source: String, destination: String) {
    switch self {
    case .swift: ("SquaresSource/main.swift", "SquaresDestination/main.swift")
    case .pyGObject: ("source.py", "destination.py")
    case .dbusPython: ("source_dbus.py", "destination_dbus.py")
    case .dbusFast: ("source_fast.py", "destination_fast.py")
    case .gdbus: ("source.c", "destination.c")
    case .libdbus: ("source_libdbus.c", "destination_libdbus.c")
    case .gjs: ("source.js", "destination.js")
    }
  }

  /// The files of the source and the destination of the whole scenario.
  var numbers: (source: String, destination: String)? {
    switch self {
    case .swift: ("NumbersSource/main.swift", "NumbersDestination/main.swift")
    case .pyGObject: ("numbers_source.py", "numbers_destination.py")
    case .gdbus: ("numbers_source.c", "numbers_destination.c")
    case .gjs: ("numbers_source.js", "numbers_destination.js")
    case .dbusPython, .dbusFast, .libdbus: nil
    }
  }
}
