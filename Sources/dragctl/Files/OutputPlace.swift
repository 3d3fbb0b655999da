internal import CommandLineArguments
internal import DragSystem

/// Where `--output` leads.
enum OutputPlace: Hashable {
  /// - asked: by `-o -`, so that even a terminal gets anything.
  case standardOutput(asked: Bool)
  /// A file to create or, by force, to replace.
  case file(folder: [UInt8], name: [UInt8])
  /// A folder that takes the suggested names.
  case folder([UInt8])
  /// A device or a FIFO, which is written to as it is.
  case special([UInt8])

  init(_ argument: Argument?, force: Bool) throws(Failure) {
    guard let argument else {
      self = .standardOutput(asked: false)
      return
    }
    let path = argument.bytes
    switch path {
    case Array("-".utf8): self = .standardOutput(asked: true)
    case []: throw .usage("--output needs a name")
    default:
      do throws(SystemError) {
        self = try Self.place(at: path)
      } catch {
        throw Failure(.other, "\(argument.text): \(error.reason)")
      }
    }
    switch self {
    case .file(let folder, let name) where !force:
      // A symbolic link that leads nowhere is there too.
      if (try? Folder(path: folder).status(of: name)) != nil { throw Self.exists(path) }
    case .standardOutput, .file, .folder, .special: break
    }
  }

  private static func place(at path: [UInt8]) throws(SystemError) -> OutputPlace {
    switch try FileStatus.of(path: path)?.kind {
    case .directory: return .folder(path)
    case .fifo, .socket, .characterDevice, .blockDevice, .unknown: return .special(path)
    // A symbolic link is replaced itself: whoever could make one must not choose which file that is.
    case .regular, .symbolicLink: return isOpenFile(path) ? .special(path) : split(path)
    case nil: return path.last == UInt8(ascii: "/") ? .folder(path) : split(path)
    }
  }

  /// Whether a path names a file that this program has open, as `/dev/stdout` does: it cannot be replaced.
  private static func isOpenFile(_ path: [UInt8]) -> Bool {
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

  /// The path of a file in the folder, as it is told to people.
  func path(of name: [UInt8]) -> [UInt8] {
    switch self {
    case .standardOutput, .special: name
    case .file(Self.workingFolder, _): name
    case .file(let folder, _), .folder(let folder): FilePlace.join(folder, name)
    }
  }

  private static let workingFolder = Array(".".utf8)

  /// Whether it is a place on a disk, where content can be kept hidden until it is there for good.
  var keepsFiles: Bool {
    switch self {
    case .file, .folder: true
    case .standardOutput, .special: false
    }
  }

  /// Whether several items can go there.
  var takesSeveral: Bool {
    switch self {
    case .folder: true
    case .standardOutput, .file, .special: false
    }
  }

  /// A terminal that nobody has named: what could steer it must not reach it.
  var isCautious: Bool {
    switch self {
    case .standardOutput(let asked): !asked && StandardStream.output.isTerminal
    case .file, .folder, .special: false
    }
  }

  static func exists(_ path: [UInt8]) -> Failure {
    Failure(
      .refused, "\(Argument(path).text) exists already", hint: "Use --force to replace it.")
  }
}
