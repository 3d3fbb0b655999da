internal import CommandLineArguments
internal import Translations

/// `dragctl completion`
enum CompletionVerb {
  // Flags of the completion scripts.
  static let offers = Flag("offers", isHidden: true, help: "list ids and labels")
  static let types = Flag("types", isHidden: true, help: "list types")
  static let targets = Flag("targets", isHidden: true, help: "list names of targets")
  static let pastable = Flag("pastable", isHidden: true, help: "list types on the clipboard")
  static let history = Flag("history", isHidden: true, help: "list entries of the history")

  static let verb = Verb(
    "completion", summary: "print a completion script for a shell",
    operands: .init(
      "bash|zsh|fish", most: 1, completes: .words(CompletionShell.allCases.map(\.rawValue))),
    flags: [offers, types, targets, pastable, history],
    examples: [
      .init("source <(dragctl completion bash)", "in ~/.bashrc"),
      .init("source <(dragctl completion zsh)", "in ~/.zshrc, after compinit"),
      .init("dragctl completion fish | source", "in ~/.config/fish/config.fish"),
    ],
    manual: "dragctl(1)",
    // It must not start dragd, and print only what a shell reads.
    settlesFirst: false, takesHost: false
  ) { invocation throws(Failure) in
    if invocation.has(offers) || invocation.has(types) {
      return try CompletionCandidates.print(types: invocation.has(types))
    }
    if invocation.has(targets) { return try CompletionCandidates.printTargets() }
    if invocation.has(pastable) { return try CompletionCandidates.printPastable() }
    if invocation.has(history) { return try CompletionCandidates.printHistory() }
    guard let name = invocation.operands.first?.text, let shell = CompletionShell(rawValue: name)
    else {
      throw .usage(translated("completion needs a shell: bash, zsh or fish"))
    }
    try Console.print(shell.script(for: CommandTable.verbs))
  }
}
