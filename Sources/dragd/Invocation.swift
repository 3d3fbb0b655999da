internal import CommandLineArguments
internal import DragBroker
internal import DragModel
internal import DragProtocol
internal import Translations

/// What the command line asks dragd to do.
enum Invocation {
  case serve(Configuration)
  case showHelp
  case showVersion
  case printInterface(InterfaceName)
}

extension Invocation {
  static let syntax = CommandSyntax(
    "dragd", summary: "brokers drags, drops and pastes between the programs of a session",
    description: """
      The bus starts dragd when a program calls org.dragd.Broker1; there is no need to start it by hand.
      """,
    flags: [
      Flag(
        "idle-exit", value: .required("SECONDS"),
        help: "exit after so many idle seconds (60); “never” stays"),
      Flag(
        "limit", value: .required("NAME=VALUE"),
        help: "set a quota, as Broker1.Limits names it; may be repeated"),
      Flag("verbose", help: "log every offer, drop target and transfer too"),
      Flag(
        "print-interface", value: .required("NAME"),
        help: "print the introspection XML of an interface, for example Offer1"),
      Flag("version", short: "V", help: "print the version"),
    ])

  static var help: String {
    """
    \(syntax.help)
    \(HelpText.paragraph(statuses))
    \(HelpText.see(["dragd(8)", "dragctl(1)"]))

    """
  }

  private static var statuses: String {
    translated(
      """
      Exit status: 0 after a clean stop, 1 if dragd cannot serve the bus, 2 for a \
      wrong command line.
      """)
  }

  /// Reads all words of a command line. It is not in `Main`, which is on the main actor: a closure there would check
  /// that it runs on that actor, and the check links a release with Swift's concurrency runtime and its thread pools.
  /// These take a tenth of the memory of the idle program.
  init(program words: [[UInt8]]) throws(UsageError) {
    try self.init(words.dropFirst().map { Argument($0) })
  }

  /// Reads the arguments after the program's name. `--help` takes precedence over `--version`, and both over the rest.
  init(_ words: [Argument]) throws(UsageError) {
    let arguments = try Self.syntax.parse(words, failingWith: UsageError.self)
    if arguments.has("help") {
      self = .showHelp
    } else if arguments.has("version") {
      self = .showVersion
    } else if let name = try arguments.text(of: "print-interface") {
      self = .printInterface(try Self.interface(name))
    } else {
      try Self.syntax.checkOperands(of: arguments)
      var configuration = Configuration()
      if let text = try arguments.text(of: "idle-exit") {
        configuration.idleExit = try Self.idleExit(text)
      }
      configuration.isVerbose = arguments.has("verbose")
      for limit in arguments.values(of: "limit") {
        try Self.setLimit(limit.text, in: &configuration.limits)
      }
      self = .serve(configuration)
    }
  }

  private static func interface(_ name: String) throws(UsageError) -> InterfaceName {
    let full = name.contains(".") ? name : "org.dragd.\(name)"
    guard let interface = InterfaceName(rawValue: full) else {
      let names = InterfaceName.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        translated(
          "there is no interface “{name}”; there are {names}", ["name": name, "names": names]))
    }
    return interface
  }

  /// Parses seconds and returns microseconds.
  private static func idleExit(_ text: String) throws(UsageError) -> UInt64? {
    if text == "never" { return nil }
    guard let seconds = UInt64(text), seconds > 0, seconds <= 31_536_000 else {
      throw UsageError(
        translated(
          "{flag} takes whole seconds from 1 to 31536000, or “never”, not “{text}”",
          ["flag": "--idle-exit", "text": text]))
    }
    return seconds * 1_000_000
  }

  private static func setLimit(_ text: String, in limits: inout Limits) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let value = UInt64(parts[1]) else {
      throw UsageError(
        translated(
          "{flag} takes NAME=VALUE with a whole number, not “{text}”",
          ["flag": "--limit", "text": text]))
    }
    guard let key = LimitKey(name: parts[0]), key.isAdjustable else {
      let names = LimitKey.allCases.filter(\.isAdjustable).map(\.name).joined(separator: ", ")
      throw UsageError(
        translated(
          "there is no limit “{name}” to set; there are {names}",
          ["name": parts[0], "names": names]))
    }
    limits[key] = value
  }
}
