internal import CommandLineArguments
internal import Translations

/// `dragctl offer`
enum OfferVerb {
  static let type = Flag(
    "type", short: "t", value: .required("TYPE"), completes: .types,
    help: "the MIME type of FILE, standard input or text")
  static let text = Flag("text", value: .required("TEXT"), help: "offer a text (repeatable)")
  static let rep = Flag(
    "rep", short: "r", value: .required("TYPE=FILE"), completes: .files,
    help: "a representation of the one item, from a file (repeatable)")
  static let exec = Flag(
    "exec", short: "x", value: .required("TYPE=COMMAND"),
    help: "a representation that a shell command makes when a program accepts it (repeatable)")
  static let size = Flag(
    "size", value: .required("SIZE"), help: "the exact number of bytes that the command writes")
  static let name = Flag(
    "name", formerShort: "n", value: .required("NAME"), help: "the suggested file name")
  static let label = Flag(
    "label", formerShort: "l", value: .required("LABEL"), help: "what it is, for people")
  static let operations = Flag(
    "operations", value: .required("LIST"),
    completes: .words(["copy", "move", "link", "copy,move", "copy,link"]),
    help: "what is allowed: copy, move, link, or several, such as copy,move (default: copy)")
  static let isPrivate = Flag("private", help: "list it nowhere; it can be accepted by its id only")
  static let sensitive = Flag("sensitive", help: "never on disk, never logged, gone with dragctl")
  static let once = Flag("once", help: "the same as --uses 1")
  static let uses = Flag(
    "uses", value: .required("N"), help: "each item can be accepted that often")
  static let expires = Flag(
    "expires", value: .required("DURATION"), help: "end after that time, such as 10m")
  static let linger = Flag(
    "linger", value: .required("DURATION"), help: "how long held content stays (default: 1d)")
  static let detach = Flag("detach", help: "go to the background once the offer stands")

  static let verb = Verb(
    "offer", summary: "put files, text, input or commands on offer",
    operands: .init("[FILE…]", most: nil, completes: .files),
    description: """
      Prints the offer's id. Files are offered by reference, each as an item; - or no FILE is standard
      input. A folder, what a command makes (--exec), what is sensitive and what can be moved lives as
      long as dragctl, which stays until the offer ends; all else stays on offer when dragctl has
      returned.
      When a FILE has moved away, dragctl deletes it here.
      """,
    flags: [
      type, text, rep, exec, size, name, label, operations, isPrivate, sensitive, once, uses,
      expires, linger, detach, FolderFlags.dereference, FolderFlags.links,
      FolderFlags.skipUnreadable, .progress, .json,
    ],
    examples: [
      .init("dragctl offer photo.png", "a file"),
      .init("ps aux | dragctl offer --type text/plain", "what a pipeline prints"),
      .init(
        "dragctl offer drawing.svg --exec image/png='rsvg-convert drawing.svg'",
        "a file, and another form of it that is made on request"),
      .init(
        "dragctl offer photos --once --detach", "a folder with everything in it, once"),
      .init("dragctl offer --operations move report.pdf", "a file, to be moved away"),
    ]
  ) { invocation throws(Failure) in
    try OfferCommand(invocation).run()
  }
}
