internal import CommandLineArguments
internal import DragClient

/// Every verb, in the order of the help.
enum CommandTable: String, @MainActor VerbTable {
  case ls
  case add
  case rm
  case offer
  case export
  case shelf
  case complete

  typealias Failure = CommandFailure

  static let program = "dragboard"
  static var version: String { DragClient.version }
  static var help: String { Help.overall(shown) }

  var verb: Verb {
    switch self {
    case .ls: LsVerb.verb
    case .add: AddVerb.verb
    case .rm: RmVerb.verb
    case .offer: OfferVerb.verb
    case .export: ExportVerb.verb
    case .shelf: ShelfVerb.verb
    case .complete: CompleteVerb.verb
    }
  }

  /// Only the completion scripts use `complete`.
  var isHidden: Bool { self == .complete }
}
