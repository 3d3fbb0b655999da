internal import CommandLineArguments
internal import DragSystem

/// `dragctl watch`
enum WatchVerb {
  static let verb = Verb(
    "watch", summary: "print offers and transfers as they come and go",
    description: """
      To see transfers, which are told to their two parties only, it becomes a monitor of the bus;
      where that is forbidden it shows offers only. Nothing is shown of private offers.
      """,
    flags: [.json]
  ) { invocation throws(Failure) in
    Interruption.endsProgram()
    try Watcher(json: invocation.has(.json)).run()
  }
}
