internal import CommandLineArguments
internal import DragModel

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
  case install
  case completion
  case serve

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
    case .install: InstallVerb.verb
    case .completion: CompletionVerb.verb
    case .serve: ServeVerb.verb
    }
  }

  static var verbs: [Verb] { shown }
}

extension CommandTable: VerbTable {
  typealias Failure = dragctl.Failure

  static func named(_ name: String) -> Self? { allCases.first { $0.rawValue == name } }

  static let program = "dragctl"
  static var version: String { Release.version }
  static var help: String { Help.overall(verbs) }
}

typealias Command = VerbCommand<CommandTable>
