internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import FolderArchive
internal import Translations

/// A folder that is made of an archive, and appears under its name only when it is complete. It replaces nothing, even
/// with `--force`: that would remove files that the command line does not name.
struct NewFolder: ~Copyable {
  private let place: OutputPlace
  private let name: [UInt8]
  private var tree: TreeWriter

  /// - Parameter suggestion: a safe name, for a folder in which it appears.
  init(
    _ place: OutputPlace, suggestion: String, _ preservation: Preservation
  ) throws(Failure) {
    self.place = place
    let path: [UInt8]
    switch place {
    case .file(let folder, let own): (path, name) = (folder, own)
    case .folder(let folder): (path, name) = (folder, Array(suggestion.utf8))
    case .standardOutput, .special:
      preconditionFailure("a folder was unpacked without a place on a disk")
    }
    if case .file(let folder, let name) = place {
      let status = try mapError { () throws(SystemError) in
        try Folder(path: folder).status(of: name)
      } to: {
        Output.failure(place, $0)
      }
      guard status == nil else { throw Self.exists(place.path(of: name)) }
    }
    do throws(SystemError) {
      let folder = try Folder(path: path)
      do throws(FolderError) {
        tree = try TreeWriter(in: folder, program: "dragctl", TreeAttributes(preservation))
      } catch {
        throw error.system ?? SystemError("mkdir", errno: 5)
      }
    } catch {
      throw Output.failure(place, error)
    }
  }

  /// For people: what dragctl had to change.
  var words: String? {
    switch tree.changedNames {
    case 0: nil
    case 1: translated("one name in it was not safe, and was changed")
    case let count:
      translated("{count} names in it were not safe, and were changed", ["count": count])
    }
  }

  /// Takes the next bytes of the archive.
  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    try mapError { () throws(FolderError) in
      try tree.write(bytes)
    } to: {
      Failure($0)
    }
  }

  /// Checks that the archive is complete; `commit` gives the folder its name then.
  mutating func finish() throws(Failure) {
    try mapError { () throws(FolderError) in
      try tree.finish()
    } to: {
      Failure($0)
    }
  }

  /// Returns the path. In a folder it tries `name`, `name (1)`, `name (2)` … until one is free.
  ///
  /// - Parameter used: names in the folder that this run has used already.
  mutating func commit(avoiding used: UsedNames) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      guard case .folder = place else {
        try tree.commit(as: name)
        return place.path(of: name)
      }
      let free = try NumberedName.firstFree(name, avoiding: used) { name throws(SystemError) in
        try tree.commit(as: name)
      }
      return place.path(of: free)
    } catch {
      if error.isExisting { throw Self.exists(place.path(of: name)) }
      throw Output.failure(place, error)
    }
  }

  private static func exists(_ path: [UInt8]) -> Failure {
    Failure(
      .refused, translated("{path} exists already", ["path": Argument(path).text]),
      hint: translated("A folder replaces nothing. Name another, or a folder for it to appear in."))
  }
}

extension TreeAttributes {
  init(_ preservation: Preservation) {
    let (modes, executable) =
      switch preservation {
      case .nothing: (false, false)
      case .usual: (true, false)
      case .all: (true, true)
      }
    self.init(
      keepsModes: modes, keepsExecutable: executable, keepsTimes: modes,
      denied: Preservation.denied)
  }
}

extension Failure {
  /// The failure to make a folder of its archive.
  init(_ error: FolderError) {
    self.init(.incomplete, error.message)
  }
}
