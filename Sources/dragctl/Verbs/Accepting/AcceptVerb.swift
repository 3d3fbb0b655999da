internal import CommandLineArguments
internal import Translations

/// `dragctl accept`
enum AcceptVerb {
  static let type = Flag(
    "type", short: "t", value: .required("TYPE"), completes: .types,
    help: "a type, such as image/png or image/*; the first that is there wins (repeatable)")
  static let item = Flag(
    "item", short: "i", value: .required("ITEM"),
    help: "a number, from 0, or a file name (default: the first that fits, or all into a folder)")
  static let all = Flag(
    "all", short: "a", help: "every item, and fail if one has no acceptable type")
  static let move = Flag(
    "move", short: "m", help: "move it here: its source deletes it; needs --output")
  static let output = Flag(
    "output", short: "o", value: .required("FILE"), completes: .files,
    help: "a file, a folder for the suggested names, or - for standard output")
  static let force = Flag("force", short: "f", help: "replace a file that exists")
  static let preserve = Flag(
    "preserve", help: "keep a file's whole mode, whoever offers it and whatever it replaces")
  static let noPreserve = Flag(
    "no-preserve", help: "give a file neither the mode nor the time that it had")
  static let archive = Flag("archive", help: "keep a folder as the tar archive that it comes in")
  static let wait = Flag(
    "wait", formerShort: "w", value: .optional("DURATION"),
    help: "wait until something fits, or that long")
  static let next = Flag(
    "next", value: .optional("DURATION"),
    help: "wait for the next offer, whatever is there already, or that long")
  static let timeout = Flag(
    "timeout", value: .required("DURATION"), help: "give up after that time, such as 30s")

  static let verb = Verb(
    "accept", summary: "take what is on offer, to standard output or to files",
    operands: .init("[OFFER]", most: 1, completes: .offers),
    description: """
      OFFER is an id or its beginning; default is the newest offer that fits. A file or folder appears
      whole or not at all; a file replaces another only with --force, and a folder replaces nothing.
      What is moved is here or at its source, never at both and never lost, whatever is killed on the
      way.
      """,
    flags: [
      type, item, all, move, output, force, preserve, noPreserve, archive, FolderFlags.takeLinks,
      wait, next, timeout, .progress, .json,
    ],
    examples: [
      .init("dragctl accept | wc", "the newest offer, to a pipeline"),
      .init(
        "dragctl accept -t image/png -t 'image/*' -o .", "a picture, to a file with its own name"),
      .init("dragctl accept --move -o ~/Documents", "a file, which its source deletes then"),
      .init(
        "dragctl accept --wait --all -o ~/Downloads", "all of what is on offer, or is offered next"),
    ]
  ) { invocation throws(Failure) in
    try AcceptCommand(invocation).run()
  }
}
