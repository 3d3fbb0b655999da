internal import CommandLineArguments
internal import DragClient

/// Every verb, in the order of the help.
enum CommandTable: String, @MainActor VerbTable {
  case ls
  case search
  case add
  case edit
  case attach
  case attachments
  case mv
  case done
  case archive
  case rm
  case offer
  case export
  case importing = "import"
  case addList = "add-list"
  case boards
  case undo
  case redo
  case shelf
  case complete

  typealias Failure = CommandFailure

  static func named(_ name: String) -> Self? { allCases.first { $0.rawValue == name } }

  static let program = "dragboard"
  static var version: String { DragClient.version }
  static var help: String { Help.overall(shown) }

  var verb: Verb {
    switch self {
    case .ls: LsVerb.verb
    case .search: SearchVerb.verb
    case .add: AddVerb.verb
    case .edit: EditVerb.verb
    case .attach: AttachVerb.verb
    case .attachments: AttachmentsVerb.verb
    case .mv: MvVerb.verb
    case .done: DoneVerb.verb
    case .archive: ArchiveVerb.verb
    case .rm: RmVerb.verb
    case .offer: OfferVerb.verb
    case .export: ExportVerb.verb
    case .importing: ImportVerb.verb
    case .addList: AddListVerb.verb
    case .boards: BoardsVerb.verb
    case .undo: UndoVerb.undo
    case .redo: UndoVerb.redo
    case .shelf: ShelfVerb.verb
    case .complete: CompleteVerb.verb
    }
  }

  /// Only the completion scripts use `complete`.
  var isHidden: Bool { self == .complete }
}
