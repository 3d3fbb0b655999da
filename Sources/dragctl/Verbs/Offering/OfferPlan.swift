internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import FolderArchive
internal import Translations

/// The items that a command line offers, before any file is opened.
struct OfferPlan: Hashable {
  var items: [PlannedItem]
  /// For the folders among them.
  let folderOptions: FolderOptions

  struct PlannedItem: Hashable {
    var name: String?
    /// Best first.
    var pieces: [Piece]
  }

  enum Piece: Hashable {
    /// With its address as another representation. The type is nil when dragd has to find it out.
    case file(Argument, type: MIMEType?)
    /// A folder: its archive, made when a program accepts it, and its address.
    case folder(Argument)
    case standardInput(type: MIMEType?)
    case text(String, type: MIMEType)
    /// A file or standard input (`-`), without its address.
    case representation(Argument, type: MIMEType)
    case command(Argument, type: MIMEType, size: UInt64?)
  }

  /// - Parameter missing: the error when the command line names nothing.
  init(
    _ invocation: Invocation, inputIsTerminal: Bool,
    ifNothing missing: @autoclosure () -> Failure = .usage(
      translated("nothing to offer"),
      hint: translated("Name a FILE, or give --text, --rep, --exec or standard input."))
  ) throws(Failure) {
    folderOptions = try FolderFlags.options(invocation)
    let type = try Self.type(invocation)
    var pieces: [Piece] = []
    for entry in invocation.entries {
      if let piece = try Self.piece(entry, type: type) { pieces.append(piece) }
    }
    if pieces.isEmpty {
      guard !inputIsTerminal else { throw missing() }
      pieces = [.standardInput(type: type)]
    }
    items = try Self.items(pieces)
    try setName(invocation)
    try setSize(invocation)
    try check(type)
  }

  private static func piece(
    _ entry: Invocation.Entry, type: MIMEType?
  ) throws(Failure) -> Piece? {
    switch entry {
    case .operand("-"): return .standardInput(type: type)
    case .operand(""): throw emptyName
    case .operand(let path): return .file(path, type: type)
    case .flag(OfferVerb.text.name, let text?):
      guard let text = text.validText else {
        throw .usage(translated("--text: the text is not valid UTF-8"))
      }
      return .text(text, type: type ?? .utf8Text)
    case .flag(OfferVerb.rep.name, let value?):
      let (type, rest) = try split(value, OfferVerb.rep)
      return .representation(rest, type: type)
    case .flag(OfferVerb.exec.name, let value?):
      let (type, rest) = try split(value, OfferVerb.exec)
      return .command(rest, type: type, size: nil)
    case .flag: return nil
    }
  }

  /// As where a script's variable is not set.
  static let emptyName = Failure.usage(
    translated("a FILE is empty"), hint: translated("An empty text is: --text \"\""))

  private static func split(
    _ value: Argument, _ flag: Flag
  ) throws(Failure) -> (MIMEType, Argument) {
    let typed = try TypedArgument(value, of: flag)
    return (try mimeType(typed.type, flag), typed.rest)
  }

  private static func type(_ invocation: Invocation) throws(Failure) -> MIMEType? {
    guard let text = try invocation.text(of: OfferVerb.type) else { return nil }
    return try mimeType(text, OfferVerb.type)
  }

  private static func mimeType(_ text: String, _ flag: Flag) throws(Failure) -> MIMEType {
    guard let type = MIMEType(text) else {
      throw .usage(
        translated("--{flag}: “{text}” is not a MIME type", ["flag": flag.name, "text": text]),
        hint: translated("Write it as image/png or text/plain;charset=utf-8."))
    }
    return type
  }

  /// Each file and text is an item; with `--rep` or `--exec` there is one item.
  private static func items(_ pieces: [Piece]) throws(Failure) -> [PlannedItem] {
    guard pieces.contains(where: \.isOfOneItem) else {
      return pieces.map { PlannedItem(pieces: [$0]) }
    }
    let others = pieces.filter { !$0.isOfOneItem }
    guard others.count <= 1 else {
      throw .usage(
        translated("with --rep and --exec there is one item, so at most one FILE or --text"),
        hint: translated("Offer the others with calls of their own."))
    }
    return [PlannedItem(pieces: pieces)]
  }

  private mutating func setName(_ invocation: Invocation) throws(Failure) {
    guard let name = try invocation.text(of: OfferVerb.name) else { return }
    guard items.count == 1 else {
      throw .usage(
        translated("--name fits one item, and there are {count}", ["count": items.count]))
    }
    items[0].name = name
  }

  private mutating func setSize(_ invocation: Invocation) throws(Failure) {
    guard let text = try invocation.text(of: OfferVerb.size) else { return }
    guard let size = ByteCount(text) else {
      throw .usage(
        translated("--size: “{text}” is not a size", ["text": text]),
        hint: translated("Write it as 4096, 10M or 1.5GiB."))
    }
    let commands = items[0].pieces.indices.filter { items[0].pieces[$0].isLazy }
    guard commands.count == 1,
      case .command(let command, let type, _) = items[0].pieces[commands[0]]
    else {
      throw .usage(
        translated(
          "--size is the size of one --exec, and there are {count}", ["count": commands.count]))
    }
    items[0].pieces[commands[0]] = .command(command, type: type, size: size.count)
  }

  private func check(_ type: MIMEType?) throws(Failure) {
    let pieces = items.flatMap(\.pieces)
    guard pieces.count(where: \.readsInput) <= 1 else {
      throw .usage(translated("standard input can be read once only"))
    }
    guard type == nil || pieces.contains(where: { !$0.isOfOneItem }) else {
      throw .usage(
        translated("--type is for FILE, standard input and --text; --rep and --exec name theirs"))
    }
  }

  /// Finds out which FILEs are folders. One that is to have the type of addresses stays as it is.
  mutating func findFolders() throws(Failure) {
    for item in items.indices {
      for index in items[item].pieces.indices {
        guard case .file(let path, let type) = items[item].pieces[index], type != .uriList,
          (try? FileStatus.of(path: path.bytes))?.kind == .directory
        else { continue }
        guard type == nil || type?.essence == MIMEType.archive.essence else {
          throw .usage(
            translated(
              "{path} is a folder: it is offered as application/x-tar and text/uri-list",
              ["path": path.text]),
            hint: translated("For its address alone: --type text/uri-list"))
        }
        items[item].pieces[index] = .folder(path)
      }
    }
  }

  var isLazy: Bool {
    items.contains { $0.pieces.contains(where: \.isLazy) }
  }
}

extension OfferPlan.PlannedItem {
  /// Whether it may have the address of a file.
  var mayBeFile: Bool { pieces.contains(where: \.mayHaveAddress) }
}

extension OfferPlan.Piece {
  fileprivate var mayHaveAddress: Bool {
    switch self {
    case .file, .folder: true
    case .standardInput(let type): type == .uriList
    case .text(_, let type), .representation(_, let type), .command(_, let type, _):
      type == .uriList
    }
  }

  /// Whether it names its own type, and so is one representation among others.
  var isOfOneItem: Bool {
    switch self {
    case .representation, .command: true
    case .file, .folder, .standardInput, .text: false
    }
  }

  var isLazy: Bool {
    switch self {
    case .command, .folder: true
    case .file, .standardInput, .text, .representation: false
    }
  }

  var readsInput: Bool {
    switch self {
    case .standardInput, .representation("-", _): true
    case .file, .folder, .text, .representation, .command: false
    }
  }
}
