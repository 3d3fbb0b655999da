internal import DragModel
package import DragSystem

/// A name in a folder, as a note records it. After a crash no program mistakes a missing disk, or another folder at
/// that path, for it.
package struct FilePlace: Hashable, Sendable {
  /// Absolute, without symbolic links.
  package let folder: [UInt8]
  /// The inode of that folder. Unlike the device's number it does not change when the machine restarts.
  package let folderInode: UInt64
  package let name: [UInt8]

  package init(folder: [UInt8], folderInode: UInt64, name: [UInt8]) {
    self.folder = folder
    self.folderInode = folderInode
    self.name = name
  }

  /// What a note says with the three words of `noted`. Nil where they name no file in a folder.
  package init?(noted words: ArraySlice<Substring>) {
    let words = Array(words)
    guard words.count == 3, let folderInode = UInt64(words[0]),
      let folder = PercentText.decoded(words[1]), let name = PercentText.decoded(words[2]),
      folder.first == UInt8(ascii: "/"), !name.isEmpty, !name.contains(UInt8(ascii: "/"))
    else { return nil }
    self.init(folder: folder, folderInode: folderInode, name: name)
  }

  /// The words for a note.
  package var noted: String {
    "\(folderInode) \(PercentText.encoded(folder)) \(PercentText.encoded(name))"
  }

  /// A name in the folder that a path leads to.
  package init(in path: [UInt8], name: [UInt8]) throws(SystemError) {
    folder = try FilePath.resolved(path)
    folderInode = try Folder(path: folder).identity().inode
    self.name = name
  }

  /// - Parameter path: absolute.
  package init(path: [UInt8]) throws(SystemError) {
    let name = path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    try self.init(in: Array(path.dropLast(name.count)), name: name)
  }

  /// The folder, without the name.
  package var folderAlone: FilePlace {
    FilePlace(folder: folder, folderInode: folderInode, name: [])
  }

  package var path: [UInt8] { Self.join(folder, name) }

  /// For people.
  package var text: String { String(decoding: path, as: UTF8.self) }
  package var folderText: String { String(decoding: folder, as: UTF8.self) }

  package static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    return folder.last == slash ? folder + name : folder + [slash] + name
  }

  /// Whether nothing is at the folder's path.
  package var isGone: Bool {
    do throws(SystemError) {
      return try FileStatus.of(path: folder) == nil
    } catch {
      return false
    }
  }

  /// Opens the folder if it is still the same one.
  package func open() throws(Refusal) -> Folder {
    do throws(SystemError) {
      let found = try Folder(path: folder)
      if try found.identity().inode == folderInode { return found }
    } catch {
      throw Refusal("\(folderText): \(error.reason)")
    }
    throw Refusal("\(folderText) is not the folder that it was: is its disk mounted?")
  }
}

/// Files that have moved away from their places.
extension FilePlace {
  package enum Deletion: Hashable, Sendable {
    case deleted
    case wasGone
    /// Another file has its name, and is not deleted.
    case isAnother
  }

  /// Deletes a file that has moved away, durably, if it is unchanged.
  ///
  /// - Parameter links: how many names it had; nil if that is unknown. A renamed file still has as many, and is
  ///   deleted too; another name of a file that was deleted already has one less, and stays.
  package func delete(_ file: FileIdentity, links: UInt64?) throws(Refusal) -> Deletion {
    let deletion = try remove(file, links: links)
    if deletion != .isAnother { try synchronize() }
    return deletion
  }

  /// The same, without waiting for the disk: `synchronize` does that for all files of a folder.
  package func remove(_ file: FileIdentity, links: UInt64?) throws(Refusal) -> Deletion {
    let folder = try open()
    return try mapError { () throws(SystemError) in
      guard let found = try self.name(of: file, links: links, in: folder) else {
        return try folder.status(of: name) == nil ? .wasGone : .isAnother
      }
      do throws(SystemError) {
        FailPoint.pass("source: delete the file")
        try folder.unlink(found)
        FailPoint.pass("source: the file is deleted")
        return .deleted
      } catch {
        guard error.isMissing else { throw error }
        return .wasGone
      }
    } to: {
      Refusal("\(text): \($0.reason)")
    }
  }

  /// Waits until what was deleted in the folder is off the disk, also what was gone: the process that deleted it may
  /// have died before.
  package func synchronize() throws(Refusal) {
    let folder = try open()
    try mapError { () throws(SystemError) in
      try folder.synchronize()
      FailPoint.pass("source: the deletion is on the disk")
    } to: {
      Refusal("\(folderText): \($0.reason)")
    }
  }

  /// Whether the file has certainly left its folder: what cannot be looked at may be there.
  package func isWithout(_ file: FileIdentity, links: UInt64?) -> Bool {
    guard let folder = try? open() else { return false }
    do throws(SystemError) {
      return try name(of: file, links: links, in: folder) == nil
    } catch {
      return false
    }
  }

  /// The name that a file has in the folder now; nil where it is gone or has changed.
  private func name(
    of file: FileIdentity, links: UInt64?, in folder: borrowing Folder
  ) throws(SystemError) -> [UInt8]? {
    func isFile(_ status: FileStatus) -> Bool {
      status.kind == .regular && status.identity.isUnchanged(since: file)
    }
    if let status = try folder.status(of: name), isFile(status) { return name }
    guard let links else { return nil }
    for other in try folder.names() {
      if let status = try folder.status(of: other), status.links == links, isFile(status) {
        return other
      }
    }
    return nil
  }
}
