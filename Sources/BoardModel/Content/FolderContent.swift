internal import DragModel
internal import DragSystem
internal import FolderArchive
internal import Foundation

extension Content {
  /// A folder of another program, as it is now.
  ///
  /// - Throws: `unreadable`, also for what no archive can have.
  static func folder(at path: String) throws(BoardError) -> Content {
    let name = URIList.lastComponent(of: path) ?? "folder"
    return .folder(
      try mapError { () throws(FolderError) in
        try FolderSnapshot(of: Array(path.utf8), name: Array(name.utf8))
      } to: {
        BoardError.unreadable(path: path, reason: $0.message)
      })
  }

  static func isFolder(at path: String) -> Bool {
    (try? FileStatus.of(path: Array(path.utf8)))?.kind == .directory
  }

  /// Makes a folder of an archive, in another folder.
  func unpack(as name: String, in folder: String) throws(BoardError) {
    func malformed(_ reason: String) -> BoardError {
      .malformed(type: MIMEType.folderArchive.description, reason: reason)
    }
    let place = try mapError { () throws(SystemError) in
      try Folder(path: Array(folder.utf8))
    } to: {
      BoardError.unwritable(path: folder, reason: reason($0.errno))
    }
    let attributes = TreeAttributes(
      keepsModes: true, keepsExecutable: false, keepsTimes: true, denied: FileMode.denied)
    var tree: TreeWriter
    do throws(FolderError) {
      tree = try TreeWriter(in: place, program: "dragboard", attributes)
    } catch {
      throw malformed(error.message)
    }
    try forEachPiece { piece throws(BoardError) in
      try mapError { () throws(FolderError) in
        try tree.write(Array(piece))
      } to: {
        malformed($0.message)
      }
    }
    try mapError { () throws(FolderError) in
      try tree.finish()
    } to: {
      malformed($0.message)
    }
    try mapError { () throws(SystemError) in
      try tree.commit(as: Array(name.utf8))
    } to: { error -> BoardError in
      let path = "\(folder)/\(name)"
      return error.isExisting
        ? .alreadyThere(path: path) : .unwritable(path: path, reason: reason(error.errno))
    }
  }

  /// Refuses an archive that no folder can be made of.
  func checkFolder() throws(BoardError) {
    let type = MIMEType.folderArchive.description
    var parser = ArchiveParser()
    try forEachPiece { piece throws(BoardError) in
      var input = piece
      try mapError { () throws(FolderError) in
        while try parser.next(&input) != nil {}
      } to: {
        BoardError.malformed(type: type, reason: $0.message)
      }
    }
    try mapError { () throws(FolderError) in
      try parser.checkEnd()
    } to: {
      BoardError.malformed(type: type, reason: $0.message)
    }
  }
}

extension FolderSnapshot {
  /// Calls `body` with the archive, piece by piece.
  func forEachPiece(_ body: ([UInt8]) throws(BoardError) -> Void) throws(BoardError) {
    var failure: BoardError?
    do throws(FolderError) {
      try write { piece throws(FolderError) in
        do throws(BoardError) {
          try body(piece)
        } catch {
          failure = error
          throw FolderError("")
        }
      }
    } catch {
      throw failure ?? .unreadable(path: name, reason: error.message)
    }
  }
}
