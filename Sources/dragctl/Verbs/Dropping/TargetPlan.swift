internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

/// What a call of `dragctl target` asks for.
struct TargetPlan: Hashable {
  let name: String
  let types: [String]
  let action: Action
  /// Whether the archive of a folder stays a file.
  let keepsArchives: Bool
  let preservation: Preservation
  /// Whether links may lead out of a folder.
  let allowsLinks: Bool
  let endsAfterOne: Bool
  let options: TargetOptions

  enum Action: Hashable {
    /// Each item is its standard input.
    case command(Argument)
    /// Each item becomes a file there.
    case folder(OutputPlace)

    var keepsFiles: Bool {
      switch self {
      case .command: false
      case .folder: true
      }
    }
  }

  static let path = "/org/dragd/dragctl/target"

  init(_ invocation: Invocation) throws(Failure) {
    guard let name = invocation.operands.first?.validText, !name.isEmpty else {
      throw .usage(translated("the target's name must be text, and not empty"))
    }
    self.name = name
    action = try Self.action(invocation)
    types = try invocation.texts(of: TargetVerb.type)
    keepsArchives = invocation.has(AcceptVerb.archive) || MIMEType.namesArchive(types)
    if invocation.has(AcceptVerb.archive), case .command = action {
      throw .usage(
        translated("--archive goes with --output: a command gets the archive of a folder anyway"))
    }
    preservation = try Preservation(invocation, keepsFiles: action.keepsFiles)
    allowsLinks = invocation.has(FolderFlags.takeLinks)
    endsAfterOne = invocation.has(TargetVerb.once)
    var options = TargetOptions(target: Self.path)
    options.label = try invocation.text(of: TargetVerb.label)
    options.operations = try Self.operations(invocation, action)
    self.options = options
  }

  private static func action(_ invocation: Invocation) throws(Failure) -> Action {
    switch (invocation.value(of: TargetVerb.exec), invocation.value(of: TargetVerb.output)) {
    case (let command?, nil): return .command(command)
    case (nil, let folder?):
      guard (try? FileStatus.of(path: folder.bytes))?.kind == .directory else {
        throw .usage(
          translated("--output: “{folder}” is not an existing folder", ["folder": folder.text]))
      }
      return .folder(.folder(folder.bytes))
    case (nil, nil):
      throw .usage(
        translated("target needs --output or --exec"),
        hint: translated(
          "Give --output FOLDER, or --exec COMMAND, which gets each item on its standard input.")
      )
    case (_?, _?):
      throw .usage(
        translated("--exec and --output contradict each other: what is dropped has one place"))
    }
  }

  private static func operations(
    _ invocation: Invocation, _ action: Action
  ) throws(Failure) -> [Operation] {
    let operations = try invocation.operations(of: TargetVerb.operations)
    for operation in operations { try check(operation, action) }
    guard Set(operations).count == operations.count else {
      let text = operations.map(\.rawValue).joined(separator: ",")
      throw .usage(translated("--operations: “{text}” names one twice", ["text": text]))
    }
    return operations
  }

  private static func check(_ operation: Operation, _ action: Action) throws(Failure) {
    switch (operation, action) {
    case (.copy, _), (.link, .command), (.move, .folder): break
    case (.move, .command):
      throw .usage(
        translated(
          "a command cannot take a move: after a crash it would be unknown whether it has the item"),
        hint: translated("Take a copy, or give --output FOLDER."))
    case (.link, .folder):
      throw .usage(
        translated("a folder takes no link: it would keep an address, and not what is there"),
        hint: translated("Take a copy."))
    }
  }
}
