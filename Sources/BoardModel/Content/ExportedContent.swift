internal import DragModel
internal import DragSystem
internal import Foundation
internal import Translations

/// Content as a file of a person or of another program.
extension Content {
  /// Copies the content into a file in a folder of its own: another program that gets the path may change or delete the
  /// file. An archive of a folder becomes that folder. The store removes the copy after a day.
  ///
  /// Only this user can enter the folder. File managers copy the file with its mode, so it has that of any new file.
  ///
  /// - Parameters:
  ///   - name: a safe file name.
  ///   - folder: the board's folder for such files.
  ///   - isReadOnly: whether the file is read-only, because the card does not get changes to it. It has no effect on a
  ///     folder.
  /// - Returns: the path.
  func export(
    as name: String, _ type: String, below folder: String, isReadOnly: Bool = false
  ) throws(BoardError) -> String {
    let own = "\(folder)/\(UUID().uuidString.lowercased())"
    try StoreFolder.make(own)
    do throws(BoardError) {
      guard !MIMEType.is(type, { $0 == .folderArchive }) else {
        try unpack(as: name, in: own)
        return "\(own)/\(name)"
      }
      let path = "\(own)/\(name)"
      try write(toNew: path, mode: 0o666)
      if isReadOnly { chmod(path, 0o400) }
      return path
    } catch {
      // Half a copy is useless and fills the disk.
      try? FileManager.default.removeItem(atPath: own)
      throw error
    }
  }

  /// Writes the content into a new file of the store.
  func write(toNew path: String, mode: mode_t = 0o600) throws(BoardError) {
    let file = try OpenFile(creating: path, mode: mode)
    try forEachPiece { piece throws(BoardError) in try file.write(Array(piece)) }
    try file.end()
  }

  /// Writes the content into a file, which appears completely or not at all. A symbolic link of its name is replaced;
  /// its target stays unchanged.
  ///
  /// - Parameter isReplacing: whether a file that is there is replaced.
  /// - Throws: `alreadyThere`, `unwritable`; `unreadable` for content that cannot be read any more.
  package func save(to path: String, replacing isReplacing: Bool) throws(BoardError) {
    func unwritable(_ error: SystemError) -> BoardError {
      error.isExisting
        ? .alreadyThere(path: path) : .unwritable(path: path, reason: reason(error.errno))
    }
    var file: UnfinishedFile
    do throws(SystemError) { file = try UnfinishedFile(at: path) } catch { throw unwritable(error) }
    try forEachPiece { piece throws(BoardError) in
      do throws(SystemError) { try file.write(Array(piece)) } catch { throw unwritable(error) }
    }
    do throws(SystemError) { try file.commit(replacing: isReplacing) } catch {
      throw unwritable(error)
    }
  }
}

extension Content {
  /// Writes the content under a path that a person has chosen; an archive of a folder as that folder, which replaces
  /// nothing.
  ///
  /// - Throws: as `save(to:replacing:)`.
  package func save(asChosen path: String, _ type: String) throws(BoardError) {
    guard MIMEType.is(type, { $0 == .folderArchive }) else {
      return try save(to: path, replacing: true)
    }
    let place = URL(filePath: path)
    try unpack(
      as: place.lastPathComponent, in: place.deletingLastPathComponent().path(percentEncoded: false)
    )
  }
}

extension Content {
  /// Writes the content into a folder of a person, under the name or the first of “name (1)”, “name (2)” … that is
  /// free: nothing is replaced, and no file can be run. An archive of a folder becomes that folder.
  ///
  /// - Parameter name: made safe for a file system.
  /// - Returns: the path.
  /// - Throws: as `save(to:replacing:)`.
  package func save(
    in folder: String, as name: String, _ type: String
  ) throws(BoardError) -> String {
    let name = FileName.safe(name) ?? "file"
    let start = folder.hasSuffix("/") ? folder : "\(folder)/"
    var number = 0
    while true {
      let path = "\(start)\(number == 0 ? name : FileName.numbered(name, number))"
      number += 1
      do throws(BoardError) {
        // Content may be large, so it is written again only where another program took the name first.
        if FileManager.default.fileExists(atPath: path) { throw .alreadyThere(path: path) }
        if MIMEType.is(type, { $0 == .folderArchive }) {
          try unpack(as: URL(filePath: path).lastPathComponent, in: folder)
        } else {
          try save(to: path, replacing: false)
        }
        return path
      } catch {
        guard case .alreadyThere = error, number < 10_000 else { throw error }
      }
    }
  }
}

extension BoardStore {
  /// The folder for files that other programs get the paths of.
  var exports: String { "\(folder)/exports" }
}
