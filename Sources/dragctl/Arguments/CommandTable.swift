internal import CommandLineArguments

/// Every verb, in the order of the help.
enum CommandTable: String, CaseIterable {
  case offer
  case accept
  case list
  case show
  case types
  case watch
  case copy
  case paste
  case clipboard
  case drag
  case drop
  case target
  case targets
  case withdraw
  case cancel
  case recover
  case status
  case completion

  /// Computed, so that a start of dragctl makes only one verb.
  var verb: Verb {
    switch self {
    case .offer: OfferVerb.verb
    case .accept: AcceptVerb.verb
    case .list: ListVerb.verb
    case .show: ShowVerb.verb
    case .types: TypesVerb.verb
    case .watch: WatchVerb.verb
    case .copy: CopyVerb.verb
    case .paste: PasteVerb.verb
    case .clipboard: ClipboardVerb.verb
    case .drag: DragVerb.verb
    case .drop: DropVerb.verb
    case .target: TargetVerb.verb
    case .targets: TargetsVerb.verb
    case .withdraw: WithdrawVerb.verb
    case .cancel: CancelVerb.verb
    case .recover: RecoverVerb.verb
    case .status: StatusVerb.verb
    case .completion: CompletionVerb.verb
    }
  }

  static var verbs: [Verb] {
    allCases.map(\.verb)
  }
}

/// What a command line asks for.
enum Command {
  case printed(String)
  case run(Verb, Invocation)

  /// - Parameter arguments: without the program's own name.
  init(_ arguments: [Argument]) throws(Failure) {
    guard let first = arguments.first else {
      throw .usage("no verb", hint: "One of: \(Self.names). Try “dragctl --help”.")
    }
    let word = first.text
    switch word {
    case "--help", "-h", "help":
      guard word == "help", arguments.count > 1 else {
        self = .printed(Help.overall(CommandTable.verbs))
        return
      }
      self = .printed(try Self.verb(arguments[1].text).syntax.help)
    case "--version": self = .printed("dragctl \(Version.text)\n")
    default:
      let verb = try Self.verb(word)
      let invocation = try verb.syntax.parse(
        Array(arguments.dropFirst()), failingWith: Failure.self)
      if invocation.has(Flag.help) {
        self = .printed(verb.syntax.help)
      } else {
        try verb.syntax.checkOperands(of: invocation)
        self = .run(verb, invocation)
      }
    }
  }

  private static var names: String {
    CommandTable.allCases.map(\.rawValue).joined(separator: ", ")
  }

  private static func verb(_ name: String) throws(Failure) -> Verb {
    guard let known = CommandTable(rawValue: name) else {
      let isFlag = name.hasPrefix("-")
      let names = CommandTable.allCases.map(\.rawValue)
      throw .usage(
        isFlag ? "unknown flag \(name) before the verb" : "unknown verb “\(name)”",
        hint: Suggestion.hint(
          for: name, among: isFlag ? ["--help", "--version"] : names,
          else: "One of: \(Self.names). Try “dragctl --help”."))
    }
    return known.verb
  }
}
