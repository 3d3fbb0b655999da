internal import CommandLineArguments

/// The text that `dragctl --help` prints.
enum Help {
  private static let flags = [
    ("-h, --help", "show this help; after a verb, help on the verb"),
    ("--version", "show the version"),
  ]

  static func overall(_ verbs: [Verb]) -> String {
    """
    Usage: dragctl VERB [FLAG…] [ARGUMENT…]

    Offers data to every program of the session, and accepts what others offer.

    Verbs:
    \(HelpText.columns(verbs.map { ($0.name, $0.summary) }))
    Flags:
    \(HelpText.columns(flags))
    Exit status:
    \(HelpText.columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))
    “dragctl VERB --help” says more, and so does dragctl(1).

    """
  }
}
