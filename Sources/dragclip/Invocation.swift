internal import DragModel

/// What the command line asks for.
enum Invocation {
  case serve(Options)
  case showHelp
  case showVersion
}

struct Options {
  /// Bytes that are read ahead of one content; 0 for nothing.
  var readAheadBytes: UInt64 = 128 << 20
  /// Nil for the first kind that works.
  var display: DisplayKind?
  var isVerbose = false
}

enum DisplayKind: String, CaseIterable {
  case wayland
  /// GNOME's, over D-Bus.
  case mutter
  case x11
}

/// A command line that cannot be followed: the sentence says what is wrong and what would be right.
struct UsageError: Error {
  let message: String
}

extension Invocation {
  /// Reads the arguments after the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var options = Options()
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      let (flag, attached) = Self.split(argument)
      func value(_ what: String) throws(UsageError) -> String {
        guard let value = attached ?? rest.popFirst() else {
          throw UsageError(message: "\(flag) needs \(what)")
        }
        return value
      }
      switch flag {
      case "--help", "-h":
        self = .showHelp
        return
      case "--version", "-V":
        self = .showVersion
        return
      case "--persist": options.readAheadBytes = try Self.bytes(try value("a size, or “off”"))
      case "--display":
        options.display = try Self.display(try value("“wayland”, “mutter” or “x11”"))
      case "--verbose": options.isVerbose = true
      default:
        throw UsageError(
          message: "unknown argument “\(argument)”; `dragclip --help` lists those there are")
      }
    }
    self = .serve(options)
  }

  private static func split(_ argument: String) -> (flag: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private static func display(_ text: String) throws(UsageError) -> DisplayKind {
    guard let kind = DisplayKind(rawValue: text) else {
      throw UsageError(message: "--display takes “wayland”, “mutter” or “x11”, not “\(text)”")
    }
    return kind
  }

  /// The most that may be read ahead: dragd keeps so much for one connection.
  private static let mostBytes: UInt64 = 256 << 20

  private static func bytes(_ text: String) throws(UsageError) -> UInt64 {
    if text == "off" { return 0 }
    let units: [Character: UInt64] = ["K": 1 << 10, "M": 1 << 20]
    let unit = text.last.flatMap { units[Character($0.uppercased())] }
    guard let number = UInt64(unit == nil ? text : String(text.dropLast())), number > 0,
      number <= mostBytes, number * (unit ?? 1) <= mostBytes
    else {
      throw UsageError(
        message: "--persist takes a size from 1 to 256M, with K or M, or “off”, not “\(text)”")
    }
    return number * (unit ?? 1)
  }
}
