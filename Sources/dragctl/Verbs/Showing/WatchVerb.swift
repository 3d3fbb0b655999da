internal import CommandLineArguments
internal import DragSystem
internal import Translations

/// `dragctl watch`
enum WatchVerb {
  static let exec = Flag(
    "exec", short: "x", value: .required("COMMAND"),
    help: "run a shell command for each offer that comes, one at a time")
  static let type = Flag(
    "type", short: "t", value: .required("TYPE"), completes: .types,
    help: "with --exec: only for offers with that type, such as image/* (repeatable)")

  static let verb = Verb(
    "watch", summary: "print offers and transfers as they come and go",
    description: """
      To see transfers, which are told to their two parties only, it becomes a monitor of the bus;
      where that is forbidden it shows offers only. Nothing is shown of private offers.

      With --exec nothing is printed. The environment of the command has DRAGCTL_OFFER, DRAGCTL_LABEL,
      DRAGCTL_TYPES (one a line), DRAGCTL_ITEMS and DRAGCTL_FROM. What the command itself offers with
      dragctl does not start it again.
      """,
    flags: [exec, type, .json],
    examples: [
      .init(
        "dragctl watch -t 'image/*' --exec 'dragctl accept \"$DRAGCTL_OFFER\" -o kept'",
        "keep every picture that is offered")
    ]
  ) { invocation throws(Failure) in
    if let command = invocation.value(of: exec) {
      guard !invocation.has(.json) else {
        throw .usage(translated("--exec prints nothing itself, so it does not go with --json"))
      }
      return try CommandWatch(command, types: try invocation.texts(of: type)).run()
    }
    guard !invocation.has(type) else { throw .usage(translated("--type needs --exec")) }
    Interruption.install()
    try Watcher(json: invocation.has(.json)).run()
  }
}
