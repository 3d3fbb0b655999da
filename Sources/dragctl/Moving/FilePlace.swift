internal import CommandLineArguments
internal import DragConnection
internal import DragSystem
internal import Translations

/// A name in a folder, as a note records it. After a crash dragctl does not mistake a missing disk, or another folder
/// at that path, for it.
struct FilePlace: Hashable {
  /// Absolute, without symbolic links.
  let folder: [UInt8]
  /// The inode of that folder. Unlike the device's number it does not change when the machine restarts.
  let folderInode: UInt64
  let name: [UInt8]

  init(folder: [UInt8], folderInode: UInt64, name: [UInt8]) {
    self.folder = folder
    self.folderInode = folderInode
    self.name = name
  }

  /// A name in the folder that a path leads to.
  init(in path: [UInt8], name: [UInt8]) throws(SystemError) {
    folder = try FilePath.resolved(path)
    folderInode = try Folder(path: folder).identity().inode
    self.name = name
  }

  /// The folder, without the name.
  var folderAlone: FilePlace { FilePlace(folder: folder, folderInode: folderInode, name: []) }

  /// For people.
  var text: String { Argument(Self.join(folder, name)).text }
  var folderText: String { Argument(folder).text }

  static func join(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    return folder.last == slash ? folder + name : folder + [slash] + name
  }

  /// Whether nothing is at the folder's path.
  var isGone: Bool {
    do throws(SystemError) {
      return try FileStatus.of(path: folder) == nil
    } catch {
      return false
    }
  }

  /// Opens the folder if it is still the same one.
  func open() throws(Refusal) -> Folder {
    do throws(SystemError) {
      let found = try Folder(path: folder)
      guard try found.identity().inode == folderInode else { throw SystemError.notThatFolder }
      return found
    } catch {
      guard error == .notThatFolder else { throw Refusal("\(folderText): \(error.reason)") }
      throw Refusal("\(folderText) is not the folder that it was: is its disk mounted?")
    }
  }
}

extension SystemError {
  fileprivate static let notThatFolder = SystemError("another folder", errno: 0)
}

/// A note's lines: words separated by one space; the first word says what the line is.
struct NoteLines {
  private var lines: ArraySlice<Substring>

  /// Nil unless the first line is the title.
  init?(_ text: String, title: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popLast() == "", lines.popFirst() == Substring(title) else { return nil }
  }

  var isAtEnd: Bool { lines.isEmpty }

  /// The words of the next line after its first; nil unless the first is `word` and `count` words follow.
  mutating func next(_ word: String, _ count: Int) -> [Substring]? {
    guard let line = lines.popFirst() else { return nil }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    guard words.first == Substring(word), words.count == count + 1 else { return nil }
    return Array(words.dropFirst())
  }
}
