internal import CommandLineArguments
internal import DragModel
internal import Translations

/// What the command line asks dragclip to do.
enum Invocation {
  case serve(Options)
  case showHelp
  case showVersion
}

struct Options {
  /// What the command line sets; it counts before the file of settings.
  var preferences: [Preferences.Key: String] = [:]
  /// Nil for the first kind that works.
  var display: DisplayKind?
  /// How long dragclip stays without a display once it has no content.
  var linger = Milliseconds(600_000)
  var isVerbose = false
}

enum DisplayKind: String, CaseIterable {
  case wayland
  /// GNOME's, over D-Bus.
  case mutter
  case x11
  /// None: the clipboard is that of the programs that call dragclip.
  case memory
}

extension Invocation {
  static let syntax = CommandSyntax(
    "dragclip", summary: "connects the clipboard of a display with dragd",
    description: """
      The display is a Wayland compositor, GNOME or an X server. What a program copies can be accepted as an
      offer, an offer can be pasted, and a copy outlasts the program that it was copied from. Without a display,
      as on a server, the clipboard is that of dragctl. The bus starts dragclip when a program calls
      org.dragd.Clipboard1; there is no need to start it by hand.
      """,
    flags: [
      Flag(
        "persist", value: .required("SIZE"),
        help: """
          read at most so many bytes of each copy ahead, so that the copy outlasts its program \
          (128M); “off” reads nothing ahead
          """),
      Flag(
        "history", value: .required("N"),
        help: "keep the last N contents (20), and at most as many pinned ones"),
      Flag(
        "history-size", value: .required("SIZE"),
        help: "keep at most so many bytes of them (256M)"),
      Flag(
        "keep-history", value: .required("WHEN"), completes: .words(["on", "off"]),
        help: "“on” keeps the history on the disk, where it outlives the session (off)"),
      Flag(
        "display", value: .required("KIND"),
        completes: .words(DisplayKind.allCases.map(\.rawValue)),
        help: "use this kind of display and no other: wayland, mutter, x11 or memory"),
      Flag(
        "linger", value: .required("DURATION"),
        help: "without a display: stay so long after the last content has gone (10m)"),
      Flag("verbose", help: "log each change of the clipboard, without its content"),
      Flag("version", short: "V", help: "print the version"),
    ])

  static var help: String {
    """
    \(syntax.help)
    \(HelpText.paragraph(statuses))
    \(HelpText.see(["dragclip(1)", "dragctl(1)", "dragd(8)"]))

    """
  }

  private static var statuses: String {
    translated(
      """
      Exit status: 0 when the display ends, another dragclip runs or nothing is left to keep, 1 if the \
      display cannot be used or there is no session bus, 2 for a wrong command line, 75 when there is a \
      display since: start dragclip again.
      """)
  }

  /// Reads all words of a command line. Not in `Main`, which is on the main actor: a closure there would check that,
  /// and link a release with the runtime of tasks and its thread pools, a tenth of the memory of the idle program.
  init(program words: [[UInt8]]) throws(UsageError) {
    try self.init(words.dropFirst().map { Argument($0) })
  }

  /// Reads the arguments after the program's name. `--help` overrides `--version`, and `--version` the other flags.
  init(_ words: [Argument]) throws(UsageError) {
    let arguments = try Self.syntax.parse(words, failingWith: UsageError.self)
    if arguments.has(Flag.help) {
      self = .showHelp
    } else if arguments.has("version") {
      self = .showVersion
    } else {
      try Self.syntax.checkOperands(of: arguments)
      var options = Options()
      var preferences = Preferences()
      for key in Preferences.Key.allCases {
        guard let text = try arguments.text(of: key.rawValue) else { continue }
        try preferences.set(key, text, called: "--\(key.rawValue)")
        options.preferences[key] = text
      }
      if let text = try arguments.text(of: "display") { options.display = try Self.display(text) }
      if let text = try arguments.text(of: "linger") { options.linger = try Self.duration(text) }
      options.isVerbose = arguments.has("verbose")
      self = .serve(options)
    }
  }

  private static func display(_ text: String) throws(UsageError) -> DisplayKind {
    guard let kind = DisplayKind(rawValue: text) else {
      throw UsageError(
        translated(
          "{flag} takes “wayland”, “mutter”, “x11” or “memory”, not “{text}”",
          ["flag": "--display", "text": text]))
    }
    return kind
  }

  private static func duration(_ text: String) throws(UsageError) -> Milliseconds {
    guard let duration = Milliseconds(text) else {
      throw UsageError(
        translated(
          "{flag} takes a duration such as 90, 10m or 1h30m, not “{text}”",
          ["flag": "--linger", "text": text]))
    }
    return duration
  }
}
