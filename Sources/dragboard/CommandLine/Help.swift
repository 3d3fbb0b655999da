internal import CommandLineArguments
internal import Translations

/// The text of `dragboard --help`.
enum Help {
  private static var flags: [(String, String)] {
    Options.syntax.flags.filter { !$0.isHidden }.map { flag in
      (
        flag.synopsis,
        flag.name == Flag.help.name
          ? translated("show this help; after a verb, help on the verb") : flag.help.translated
      )
    }
  }

  static func overall(_ verbs: [Verb]) -> String {
    """
    \(usage)

    \(HelpText.paragraph(about))

    \(translated("Verbs:"))
    \(HelpText.columns(verbs.map { ($0.name, $0.syntax.summary.translated) }))
    \(translated("Flags:"))
    \(HelpText.columns(flags))
    \(translated("Exit status:"))
    \(HelpText.columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))
    \(HelpText.more(about: "dragboard"))

    """
  }

  private static var usage: String {
    let first = "dragboard [--demo | --editor] [--new-instance]"
    let second = "dragboard [--demo] \(translated("VERB [FLAG…] [ARGUMENT…]"))"
    let line = translated("Usage: {words}", ["words": first])
    // The second line stands below the words of the first.
    return line + "\n" + String(repeating: " ", count: line.count - first.count) + second
  }

  private static var about: String {
    translated(
      """
      A Kanban board that takes and gives anything by drag and drop. Without a verb it \
      opens a window; the verbs work beside one and without one.
      """)
  }
}

extension ExitStatus {
  /// One line for help and the manual.
  nonisolated var meaning: String {
    switch self {
    case .success: translated("success")
    case .other: translated("any other failure")
    case .usage: translated("wrong usage")
    case .notFound: translated("no such board, list, card, attachment or drop target")
    case .nothingAcceptable: translated("the card has nothing of an acceptable type")
    case .incomplete: translated("the offer could not be kept: dragd or the bus ended")
    case .refused: translated("refused: broken content, not allowed by dragd, or a file exists")
    case .unavailable: translated("no session bus, or no dragd on it")
    case .interrupted: translated("interrupted")
    case .brokenPipe: translated("the reader of the output left before it had everything")
    }
  }
}
