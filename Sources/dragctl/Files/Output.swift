internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragSystem
internal import Translations

/// The destination of one item's content, incomplete until the end.
struct Output: ~Copyable {
  private let place: OutputPlace
  private let name: [UInt8]
  private let force: Bool
  private var file: UnfinishedFile?
  /// Whether it keeps its own permissions, not those of a file that it replaces.
  private var keepsMode = false
  /// A file that another object names.
  private let pending: OwnedFileDescriptor?
  /// A device or a FIFO.
  private var special: OwnedFileDescriptor?

  /// - Parameter suggestion: the file's name, for a folder alone.
  init(
    _ place: OutputPlace, suggestion: @autoclosure () -> [UInt8], force: Bool
  ) throws(Failure) {
    self.place = place
    self.force = force
    pending = nil
    do throws(SystemError) {
      switch place {
      case .standardOutput, .special:
        name = []
        file = nil
      case .file(let folder, let name):
        self.name = name
        file = try UnfinishedFile(in: try Folder(path: folder), isRemovedByInterruption: true)
      case .folder(let folder):
        name = suggestion()
        file = try UnfinishedFile(in: try Folder(path: folder), isRemovedByInterruption: true)
      }
    } catch {
      throw Self.failure(place, error)
    }
  }

  /// Writes to a file that another object names.
  init(_ place: OutputPlace, pending: consuming OwnedFileDescriptor) {
    self.place = place
    name = []
    force = false
    file = nil
    self.pending = consume pending
  }

  /// Opens a device or a FIFO; `pause` waits a moment, again and again, while no program reads the FIFO.
  mutating func open(_ pause: () throws(Failure) -> Void) throws(Failure) {
    guard case .special(let path) = place else { return }
    while special == nil {
      do throws(SystemError) {
        special = try FilePath.openForWriting(path)
      } catch {
        throw Self.failure(place, error)
      }
      guard special == nil else { return }
      // Nobody can open the other end of a pipe without a name, such as /dev/stdout.
      guard !OutputPlace.isOpenFile(path) else { throw Self.failure(place, .noReader) }
      try pause()
    }
  }

  /// Whether it is a new file.
  var isNew: Bool { place.keepsFiles }

  borrowing func writer() throws(Failure) -> OwnedFileDescriptor {
    return try mapError { () throws(SystemError) in
      if let writer = try pending?.duplicate() { return writer }
      switch place {
      case .standardOutput: return try StandardStream.output.duplicate()
      case .special:
        guard let writer = try special?.duplicate() else {
          preconditionFailure("a device or a FIFO was written before it was opened")
        }
        return writer
      case .file, .folder:
        guard let writer = try file?.writer() else {
          preconditionFailure("a file was committed before it was written")
        }
        return writer
      }
    } to: {
      Self.failure(place, $0)
    }
  }

  /// Gives the complete file the attributes that it keeps of the original.
  mutating func keep(_ file: FileAttributes, _ operation: Operation, _ preservation: Preservation) {
    let attributes = preservation.attributes(file, operation)
    set(attributes)
    keepsMode = preservation == .all && attributes.mode != nil
  }

  private borrowing func set(_ attributes: FileAttributes) {
    var keepsTime = true
    if let file = try? file?.writer() { keepsTime = attributes.set(on: file) }
    if let file = try? pending?.duplicate() { keepsTime = attributes.set(on: file) }
    guard !keepsTime else { return }
    Console.note(translated("dragctl: this file system does not have the time of the file"))
  }

  /// Gives the complete file its name. Returns the path, or nil when there is no new file.
  ///
  /// - Parameter used: names in the folder that this run has used already, which even `--force` does not replace.
  mutating func commit(avoiding used: UsedNames) throws(Failure) -> [UInt8]? {
    do throws(SystemError) {
      switch place {
      case .standardOutput, .special: return nil
      case .file(_, let name):
        try commit(as: name)
        return place.path(of: name)
      case .folder:
        let free = try NumberedName.firstFree(name, avoiding: used) { name throws(SystemError) in
          try commit(as: name)
        }
        return place.path(of: free)
      }
    } catch {
      if error.isExisting { throw OutputPlace.exists(name) }
      throw Self.failure(place, error)
    }
  }

  private mutating func commit(as name: [UInt8]) throws(SystemError) {
    if force, !keepsMode { try file?.setMode(ofFileNamed: name) }
    try file?.commit(as: name, replacing: force)
  }

  /// Waits until the content is on the disk.
  borrowing func synchronize() throws(Failure) {
    let writer = try writer()
    try mapError { () throws(SystemError) in
      try writer.synchronizeContent()
    } to: {
      unwritten($0)
    }
  }

  /// The failure of writing.
  borrowing func unwritten(_ error: SystemError) -> Failure {
    var failure = Self.failure(place, error)
    if !error.isBrokenPipe { failure.status = .incomplete }
    return failure
  }

  /// The system's message, with the place in front.
  static func failure(_ place: OutputPlace, _ error: SystemError) -> Failure {
    let what =
      switch place {
      case .standardOutput: translated("standard output")
      case .file(_, let name): Argument(place.path(of: name)).text
      case .folder(let path), .special(let path): Argument(path).text
      }
    return Failure(error.isBrokenPipe ? .brokenPipe : .other, "\(what): \(error.reason)")
  }
}

extension SystemError {
  /// EPIPE.
  static let noReader = SystemError("open", errno: 32)
}
