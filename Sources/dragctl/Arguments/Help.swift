internal import CommandLineArguments
internal import Translations

/// The text that `dragctl --help` prints.
enum Help {
  private static var flags: [(String, String)] {
    [
      (
        "-H, --host \(translated("HOST"))",
        translated("for the session on another machine, over ssh")
      ),
      ("-h, --help", translated("show this help; after a verb, help on the verb")),
      ("--version", translated("show the version")),
    ]
  }

  private static var about: String {
    translated("Offers data to every program of the session, and accepts what others offer.")
  }

  static func overall(_ verbs: [Verb]) -> String {
    """
    \(translated("Usage: {words}", ["words": "dragctl \(translated("[-H HOST] VERB [FLAG…] [ARGUMENT…]"))"]))

    \(HelpText.paragraph(about))

    \(translated("Verbs:"))
    \(HelpText.columns(verbs.map { ($0.name, $0.summary.translated) }))
    \(translated("Flags:"))
    \(HelpText.columns(flags))
    \(translated("Exit status:"))
    \(HelpText.columns(ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) }))
    \(HelpText.more(about: "dragctl"))

    """
  }
}
