internal import DragModel
internal import DragSystem
internal import FolderArchive
internal import Foundation

extension Content {
  /// A folder of another program, as it is now.
  ///
  /// - Parameter name: of the folder; nil for the last component of the path.
  /// - Throws: `unreadable`, also for what no archive can have.
  static func folder(at path: String, named name: String? = nil) throws(BoardError) -> Content {
    let name = name ?? URIList.lastComponent(of: path) ?? "folder"
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
    try Self.unpack(forEachPiece, as: name, in: folder)
  }

  /// Calls a body with bytes, piece by piece.
  package typealias Pieces =
    ((ArraySlice<UInt8>) throws(BoardError) -> Void) throws(BoardError) -> Void

  /// Makes a folder of the bytes of an archive, in another folder.
  static func unpack(
    _ pieces: Pieces, as name: String, in folder: String
  ) throws(BoardError) {
    func failure(_ error: FolderError) -> BoardError {
      error.system == nil
        ? .malformed(type: MIMEType.folderArchive.description, reason: error.message)
        : .unwritable(path: folder, reason: error.message)
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
      throw failure(error)
    }
    try pieces { piece throws(BoardError) in
      try mapError { () throws(FolderError) in
        try tree.write(Array(piece))
      } to: {
        failure($0)
      }
    }
    try mapError { () throws(FolderError) in
      try tree.finish()
    } to: {
      failure($0)
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
  /// The first bytes of the archive; fewer where it is shorter.
  func start(_ count: Int) throws(BoardError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(FolderError) {
      try write { piece throws(FolderError) in
        bytes += piece
        if bytes.count >= count { throw FolderError("") }
      }
    } catch {
      guard bytes.count >= count else {
        throw .unreadable(path: name, reason: error.message)
      }
    }
    return Array(bytes.prefix(count))
  }

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
