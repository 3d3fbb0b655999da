internal import CommandLineArguments
internal import Translations

/// `dragctl copy`
enum CopyVerb {
  static let primary = Flag(
    "primary", short: "p",
    help: "the selection that marking text fills, which the middle button pastes")
  static let cut = Flag("cut", help: "have the file manager that pastes the files move them")
  static let sensitive = Flag(
    "sensitive", help: "a password or the like: in no history, on no disk, gone when dragctl ends")
  static let once = Flag("once", short: "1", help: "can be pasted once")
  static let clearAfter = Flag(
    "clear-after", value: .required("DURATION"),
    help: "empty the clipboard after that time, such as 30s")
  /// Without the letter that it had for `offer`: that is `--trim-newline` here, as in wl-copy.
  static let name = Flag(
    "name", value: .required("NAME"), help: "the file name suggested to the program that pastes")
  static let trim = Flag(
    "trim-newline", short: "n", help: "leave out the newline that standard input ends with")
  static let foreground = Flag(
    "foreground", formerShort: "f", help: "stay until something else is copied")
  static let clear = Flag("clear", short: "c", help: "empty the clipboard instead")

  private static let flags =
    [
      OfferVerb.type, OfferVerb.text, OfferVerb.rep, OfferVerb.exec, OfferVerb.size, name,
      OfferVerb.label, primary, cut, sensitive, once, clearAfter, trim, foreground, clear,
    ] + FolderFlags.all
  /// The flags that say something of what is copied.
  static let contentFlags = flags.filter { ![primary.name, clear.name].contains($0.name) }

  static let verb = Verb(
    "copy", summary: "put files, text, input, commands or an offer on the clipboard",
    operands: .init("[FILE…|OFFER]", most: nil, completes: .files),
    description: """
      Every program can paste it. Of a file programs get the content, and file managers get the file;
      of a folder its address, or an archive that is made at each paste. A word is the name of a file:
      text needs --text. No FILE is standard input. A command of --exec runs at each paste. OFFER is
      the id of something on offer.
      dragctl returns at once; what needs it, as --exec does, is served from the background until
      something else is copied.
      """,
    flags: flags,
    examples: [
      .init("dragctl copy --text 'Hello'", "a text"),
      .init("git diff | dragctl copy", "what a pipeline prints"),
      .init("dragctl copy photo.png", "a picture, for GIMP as for the file manager"),
      .init(
        "dragctl copy --text '*' --rep text/html=star.html --rep image/png=star.png",
        "one thing in three types"),
      .init("pass show mail | dragctl copy --sensitive -n --clear-after 45s", "a password"),
    ]
  ) { invocation throws(Failure) in
    try CopyCommand(invocation).run()
  }
}
