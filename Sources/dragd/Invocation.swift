internal import DragBroker
internal import DragModel
internal import DragProtocol

/// What the command line asks dragd to do.
enum Invocation {
  case serve(Configuration)
  case showHelp
  case showVersion
  case printInterface(InterfaceName)
}

/// An invalid command line: the message says what is wrong and what would be right.
struct UsageError: Error {
  let message: String
}

extension Invocation {
  /// Parses the arguments after the name of the program.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var configuration = Configuration()
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
      case "--print-interface":
        self = .printInterface(try Self.interface(try value("the name of an interface")))
        return
      case "--idle-exit":
        configuration.idleExit = try Self.idleExit(try value("a number of seconds, or “never”"))
      case "--verbose":
        configuration.isVerbose = true
      case "--limit":
        try Self.setLimit(try value("NAME=VALUE"), in: &configuration.limits)
      default:
        throw UsageError(
          message: "unknown argument “\(argument)”; `dragd --help` lists those there are")
      }
    }
    self = .serve(configuration)
  }

  private static func split(_ argument: String) -> (flag: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private static func interface(_ name: String) throws(UsageError) -> InterfaceName {
    let full = name.contains(".") ? name : "org.dragd.\(name)"
    guard let interface = InterfaceName(rawValue: full) else {
      let names = InterfaceName.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(message: "there is no interface “\(name)”; there are \(names)")
    }
    return interface
  }

  /// Parses seconds and returns microseconds.
  private static func idleExit(_ text: String) throws(UsageError) -> UInt64? {
    if text == "never" { return nil }
    guard let seconds = UInt64(text), seconds > 0, seconds <= 31_536_000 else {
      throw UsageError(
        message: "--idle-exit takes whole seconds from 1 to 31536000, or “never”, not “\(text)”")
    }
    return seconds * 1_000_000
  }

  private static func setLimit(_ text: String, in limits: inout Limits) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let value = UInt64(parts[1]) else {
      throw UsageError(message: "--limit takes NAME=VALUE with a whole number, not “\(text)”")
    }
    guard let key = LimitKey(name: parts[0]), key.isAdjustable else {
      throw UsageError(
        message: "there is no limit “\(parts[0])” to set; there are "
          + LimitKey.allCases.filter(\.isAdjustable).map(\.name).joined(separator: ", "))
    }
    limits[key] = value
  }
}
