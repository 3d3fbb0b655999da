internal import DragSystem

/// A new folder with a hidden name, which nobody else may enter, until `commit` gives it its name. If that does not
/// happen, nothing is left of it.
struct StagedFolder: ~Copyable {
  private let place: Folder
  private let hiddenName: [UInt8]
  let top: Folder
  private var isCommitted = false

  /// - Parameters:
  ///   - place: the folder in which it appears.
  ///   - program: for the hidden name.
  init(in place: consuming Folder, program: String) throws(SystemError) {
    let name = Array(".\(program)-\(String(Random.number(), radix: 36))".utf8)
    top = try Self.create(name, in: place)
    hiddenName = name
    self.place = place
    Interruption.removesTree(name, in: self.place)
  }

  private static func create(
    _ name: [UInt8], in place: borrowing Folder
  ) throws(SystemError) -> Folder {
    try place.createFolder(name, mode: 0o700)
    do throws(SystemError) {
      return try place.openFolder(beneath: name)
    } catch {
      place.removeTree(name)
      throw error
    }
  }

  deinit {
    guard !isCommitted else { return }
    place.removeTree(hiddenName)
    Interruption.forgetFiles()
  }

  /// Throws EEXIST when the name is used.
  mutating func commit(as name: [UInt8]) throws(SystemError) {
    try place.rename(hiddenName, to: name, in: place)
    isCommitted = true
    Interruption.forgetFiles()
  }
}
