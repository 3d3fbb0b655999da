internal import CommandLineArguments
internal import Translations

/// The options for windows on the command line.
struct Options: Equatable {
  /// Opens the board with examples, in a separate store.
  let isDemo: Bool
  /// Opens only the geocache editor.
  let isEditor: Bool
  /// Runs in a separate process, beside one that runs already.
  let isApart: Bool
  /// The bus started the process: it opens no window until the bus activates it.
  let isService: Bool

  private static let demo = Flag(
    "demo", help: "use a board with examples, kept apart from one's own")
  private static let editor = Flag("editor", help: "open only the editor of geocaches")
  private static let newInstance = Flag(
    "new-instance", help: "open a window in a process of its own")
  private static let service = Flag("gapplication-service", isHidden: true, help: "wait for a call")

  static let syntax = CommandSyntax(
    "dragboard", summary: "a Kanban board", flags: [demo, editor, newInstance, service, .version])

  init(_ arguments: ParsedArguments<CommandFailure>) {
    isDemo = arguments.has(Self.demo)
    isEditor = arguments.has(Self.editor)
    isApart = isEditor || arguments.has(Self.newInstance)
    isService = arguments.has(Self.service)
  }
}

extension Flag {
  nonisolated static let version = Flag("version", help: "show the version")
}
