internal import CommandLineArguments
internal import Translations

/// `dragctl paste`
enum PasteVerb {
  static let type = Flag(
    "type", short: "t", value: .required("TYPE"), completes: .pastable,
    help:
      "a type, such as image/png or image/*, or another name; the first one there wins (repeatable)"
  )
  static let listTypes = Flag(
    "list-types", short: "l", help: "print the types, best first, and paste nothing")
  static let history = Flag(
    "history", value: .required("ENTRY"), completes: .history,
    help: "what was copied before: 1 is the newest, 2 the one before it; or an entry's id")
  static let noNewline = Flag(
    "no-newline", short: "n", help: "add no newline, which is the default")
  static let watch = Flag(
    "watch", short: "w", value: .required("COMMAND"), completes: .nothing,
    help: "run a shell command whenever something is copied, which reads it on standard input")

  static let verb = Verb(
    "paste", summary: "take what is on the clipboard",
    description: """
      Without --type: text where there is text, else the best type. What a file manager has copied
      goes to -o as files, and to standard output as their paths. The bytes come as they are; nothing
      is added to them.
      """,
    flags: [
      type, AcceptVerb.output, AcceptVerb.force, AcceptVerb.move, AcceptVerb.preserve,
      AcceptVerb.noPreserve, FolderFlags.dereference, FolderFlags.links, FolderFlags.skipUnreadable,
      CopyVerb.primary, listTypes, history, watch, noNewline,
      AcceptVerb.timeout, .progress, .json,
    ],
    examples: [
      .init("dragctl paste | wc -w", "text"),
      .init("dragctl paste -t image/png -o picture.png", "a picture"),
      .init("dragctl paste -o ~/Downloads", "files that a file manager has copied"),
      .init("dragctl paste --history 2", "what was copied before the last"),
      .init("dragctl paste --watch 'cat >> clippings.txt'", "all that is copied from now on"),
    ]
  ) { invocation throws(Failure) in
    try PasteCommand(invocation).run()
  }
}
