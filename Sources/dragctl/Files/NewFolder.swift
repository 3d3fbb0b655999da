internal import CommandLineArguments
internal import DragConnection
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

  /// - Parameter suggestion: the name for a folder in which it appears.
  init(
    _ place: OutputPlace, suggestion: [UInt8], _ preservation: Preservation, _ rules: TreeRules
  ) throws(Failure) {
    self.place = place
    let path: [UInt8]
    switch place {
    case .file(let folder, let own): (path, name) = (folder, own)
    case .folder(let folder): (path, name) = (folder, suggestion)
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
        tree = try TreeWriter(
          in: folder, program: "dragctl", TreeAttributes(preservation), rules: rules)
      } catch {
        throw error.system ?? SystemError("mkdir", errno: 5)
      }
    } catch {
      throw Output.failure(place, error)
    }
  }

  /// For people: all that is otherwise than in the archive.
  var notes: [String] {
    let changes = tree.changes
    var notes = changes.renamings.map {
      translated(
        "the name of “{path}” in it was not safe: it is “{name}” now",
        ["path": $0.path, "name": $0.name])
    }
    let rest = changes.renamingCount - changes.renamings.count
    if rest > 0 {
      notes.append(
        translated(
          count: rest, one: "{count} more name in it was not safe, and was changed",
          other: "{count} more names in it were not safe, and were changed"))
    }
    if changes.notExecutableCount > 0 {
      notes.append(
        translated(
          count: changes.notExecutableCount,
          one: "{count} file in it is without the right to be run, which --preserve keeps",
          other: "{count} files in it are without the right to be run, which --preserve keeps"))
    }
    if changes.otherTimeCount > 0 {
      notes.append(
        translated(
          count: changes.otherTimeCount,
          one: "{count} file in it has another time: this file system does not have its own",
          other: "{count} files in it have other times: this file system does not have theirs"))
    }
    return notes
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
      case .own, .all: (true, true)
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
    if error.obstacles.contains(where: { $0.kind == .outerLink }) {
      hint = translated(
        "With --links it is taken as a link, from a program of yours outside of any sandbox.")
    }
  }
}
