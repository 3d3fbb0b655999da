internal import CommandLineArguments
internal import Translations

/// `dragctl target`
enum TargetVerb {
  static let type = Flag(
    "type", short: "t", value: .required("TYPE"), completes: .types,
    help: "a type to take, such as image/png or image/*, best first (repeatable; default: any)")
  static let label = Flag(
    "label", formerShort: "l", value: .required("LABEL"), help: "what the place is, for people")
  static let operations = Flag(
    "operations", value: .required("LIST"),
    completes: .words(["copy", "move", "link", "copy,move", "copy,link"]),
    help: "what can be done here: copy, move (into a folder), link, or several (default: copy)")
  static let once = Flag("once", help: "end after the first drop that succeeds")
  static let exec = Flag(
    "exec", short: "x", value: .required("COMMAND"),
    help: "the shell command that gets each item on its standard input")

  static let output = Flag(
    "output", short: "o", value: .required("FOLDER"), completes: .files,
    help: "a folder in which each item becomes a file or folder, under its suggested name")

  static let verb = Verb(
    "target", summary: "be a place to drop on: a folder, or a command that gets each item",
    operands: .init("NAME", least: 1, most: 1, completes: .nothing),
    description: """
      With --output each item becomes a file or folder in that folder, and replaces none; what is moved is here or
      at its source, never at both and never lost, whatever is killed on the way.

      The command of --exec starts when an item is there as a whole; one that fails ends the drop, with the last
      lines of its standard error for the dropping program. Its environment has DRAGD_TYPE, DRAGD_NAME,
      DRAGD_INDEX, DRAGD_SIZE, DRAGD_OPERATION, DRAGD_DROPPER and, in a list, DRAGD_AT. Stays until it is
      interrupted.
      """,
    flags: [
      type, label, operations, once, exec, output, AcceptVerb.preserve, AcceptVerb.noPreserve,
      AcceptVerb.archive, FolderFlags.takeLinks,
    ],
    examples: [
      .init(
        "dragctl target printer -t application/pdf --exec lpr", "whatever is dropped is printed"),
      .init(
        "dragctl target Inbox --operations copy,move -o ~/Inbox", "a folder, also for moves"),
      .init(
        "dragctl target photos -t 'image/*' --exec 'set -C; cat > \"$DRAGD_NAME\"'",
        "pictures, into new files"),
    ]
  ) { invocation throws(Failure) in
    try CommandTarget(TargetPlan(invocation)).run()
  }
}
