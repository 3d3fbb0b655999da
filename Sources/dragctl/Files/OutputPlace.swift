internal import CommandLineArguments
internal import DragConnection
internal import DragSystem
internal import Translations

/// The destination that `--output` names.
enum OutputPlace: Hashable {
  /// - asked: the person wrote `-o -`, so even a terminal gets any bytes.
  case standardOutput(asked: Bool)
  /// A file to create or, with `--force`, to replace.
  case file(folder: [UInt8], name: [UInt8])
  /// A folder for files with the suggested names.
  case folder([UInt8])
  /// A device or a FIFO, to write to as it is.
  case special([UInt8])

  init(_ argument: Argument?, force: Bool) throws(Failure) {
    guard let argument else {
      self = .standardOutput(asked: false)
      return
    }
    let path = argument.bytes
    switch path {
    case Array("-".utf8): self = .standardOutput(asked: true)
    case []: throw .usage(translated("--output needs a name"))
    default:
      do throws(SystemError) {
        self = try Self.place(at: path)
      } catch {
        throw Failure(.other, "\(argument.text): \(error.reason)")
      }
    }
    switch self {
    case .file(let folder, let name) where !force:
      // A symbolic link without a target exists, too.
      if (try? Folder(path: folder).status(of: name)) != nil { throw Self.exists(path) }
    case .standardOutput, .file, .folder, .special: break
    }
  }

  /// Throws when nothing can be written there. dragctl checks this before it accepts, because it may be able to accept
  /// an item only once.
  func checkWritable() throws(Failure) {
    switch self {
    case .special: break
    case .file(let folder, _), .folder(let folder): try Self.checkFolder(folder)
    case .standardOutput:
      try Self.checkStandardOutput(hint: translated("Name a file or folder with --output."))
    }
  }

  /// Throws when what is printed would be lost.
  static func checkStandardOutput(hint: String) throws(Failure) {
    try mapError { () throws(SystemError) in
      try StandardStream.output.checkWritable()
    } to: {
      _ in
      Failure(
        .other, translated("standard output is closed, or open for reading only"), hint: hint)
    }
  }

  private static func checkFolder(_ folder: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      try Folder(path: folder).checkWritable()
    } catch {
      let name = Argument(folder).text
      let hint =
        error.isMissing
        ? translated("Make it first: mkdir -p {folder}", ["folder": CompletionWords.quoted(name)])
        : nil
      throw Failure(.other, "\(name): \(error.reason)", hint: hint)
    }
  }

  private static func place(at path: [UInt8]) throws(SystemError) -> OutputPlace {
    switch try FileStatus.of(path: path)?.kind {
    case .directory: return .folder(path)
    case .fifo, .socket, .characterDevice, .blockDevice, .unknown: return .special(path)
    // Replaces a symbolic link itself: the program that made it must not choose which file is replaced.
    case .regular, .symbolicLink: return isOpenFile(path) ? .special(path) : split(path)
    case nil: return path.last == UInt8(ascii: "/") ? .folder(path) : split(path)
    }
  }

  /// Whether a path names a file that this program has open, such as `/dev/stdout`, which cannot be replaced.
  static func isOpenFile(_ path: [UInt8]) -> Bool {
    guard let folder = try? FilePath.resolved(AbsolutePath.folder(of: path)) else { return false }
    return folder.elementsEqual("/dev".utf8) || folder.starts(with: "/proc/".utf8)
  }

  private static func split(_ path: [UInt8]) -> OutputPlace {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
      return .file(folder: Array(".".utf8), name: path)
    }
    let folder = slash == 0 ? [UInt8(ascii: "/")] : Array(path[..<slash])
    return .file(folder: folder, name: Array(path[(slash + 1)...]))
  }

  /// The path of a file in the folder, for people.
  func path(of name: [UInt8]) -> [UInt8] {
    switch self {
    case .standardOutput, .special: name
    case .file(Self.workingFolder, _): name
    case .file(let folder, _), .folder(let folder): FilePlace.join(folder, name)
    }
  }

  private static let workingFolder = Array(".".utf8)

  /// Whether content stays hidden on a disk there until it is complete.
  var keepsFiles: Bool {
    switch self {
    case .file, .folder: true
    case .standardOutput, .special: false
    }
  }

  /// Whether several items fit there.
  var takesSeveral: Bool {
    switch self {
    case .folder: true
    case .standardOutput, .file, .special: false
    }
  }

  /// A terminal that the person has not named: control characters must not reach it.
  var isCautious: Bool {
    switch self {
    case .standardOutput(let asked): !asked && StandardStream.output.isTerminal
    case .file, .folder, .special: false
    }
  }

  static func exists(_ path: [UInt8]) -> Failure {
    Failure(
      .refused, translated("{path} exists already", ["path": Argument(path).text]),
      hint: translated("Use --force to replace it."))
  }
}
