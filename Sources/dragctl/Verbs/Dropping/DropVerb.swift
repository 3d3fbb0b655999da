internal import CommandLineArguments
internal import Translations

/// `dragctl drop`
enum DropVerb {
  static let on = Flag(
    "on", value: .required("TARGET"), completes: .targets,
    help: "where to: the name of a target, or its id")
  static let at = Flag(
    "at", value: .required("N"), help: "the place in a target that is a list, counted from 0")
  static let operation = Flag(
    "operation", value: .required("OPERATION"), completes: .words(["copy", "move", "link"]),
    help: "copy, move or link, and nothing else (files move only with this)")

  static let verb = Verb(
    "drop", summary: "drop files, text, input or an offer on a target",
    operands: .init("[FILE…|OFFER]", most: nil, completes: .files),
    description: """
      Files are offered to that target only, and for as long as the drop takes; - or no FILE is
      standard input. OFFER is the id or the path of something that is on offer already. Prints what
      was done when the target has it. What moves is at the target or here, never at both and never
      lost, whatever is killed on the way.
      """,
    flags: [on, at, operation, OfferVerb.text, OfferVerb.type, OfferVerb.name]
      + FolderFlags.all + [.json],
    examples: [
      .init("dragctl drop photo.png --on Inbox", "a file"),
      .init("ps aux | dragctl drop --on notes --type text/plain", "what a pipeline prints"),
      .init("dragctl drop report.pdf --on Inbox --operation move", "a file, which is deleted here"),
    ]
  ) { invocation throws(Failure) in
    try DropCommand(invocation).run()
  }
}
