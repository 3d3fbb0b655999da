internal import CommandLineArguments

/// The text of `dragboard --help`.
enum Help {
  private static var flags: [(String, String)] {
    Options.syntax.flags.filter { !$0.isHidden }.map { flag in
      (
        flag.synopsis,
        flag.name == Flag.help.name ? "show this help; after a verb, help on the verb" : flag.help
      )
    }
  }

  static func overall(_ verbs: [Verb]) -> String {
    """
    Usage: dragboard [--demo | --editor] [--new-instance]
           dragboard [--demo] VERB [FLAG…] [ARGUMENT…]

    A Kanban board that takes and gives anything by drag and drop. Without a verb it
    opens a window; the verbs work beside one and without one.

    Verbs:
    \(HelpText.columns(verbs.map { ($0.name, $0.syntax.summary) }))
    Flags:
    \(HelpText.columns(flags))
    Exit status:
    \(HelpText.columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))
    “dragboard VERB --help” says more, and so does dragboard(1).

    """
  }
}

extension ExitStatus {
  /// One line for help and the manual.
  nonisolated var meaning: String {
    switch self {
    case .success: "success"
    case .other: "any other failure"
    case .usage: "wrong usage"
    case .notFound: "no such list, card or drop target"
    case .nothingAcceptable: "the card has nothing of an acceptable type"
    case .incomplete: "the offer could not be kept: dragd or the bus ended"
    case .refused: "refused: broken content, not allowed by dragd, or a file exists"
    case .unavailable: "no session bus, or no dragd on it"
    case .interrupted: "interrupted"
    case .brokenPipe: "the reader of the output left before it had everything"
    }
  }
}
