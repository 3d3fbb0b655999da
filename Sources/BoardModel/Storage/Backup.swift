internal import Foundation

/// Keeping a store as an older version left it.
extension BoardStore {
  /// Makes the folder `backup-VERSION`: a store that the older version can open. It shares the files of large content
  /// with this one, so it takes little space.
  ///
  /// Call it while no process can open the store.
  ///
  /// - Throws: `openInOlderVersion` while another process has it open. The store still has the older format, so that
  ///   process runs the older version.
  static func backUp(
    _ database: Database, _ version: Int, in folder: String, for process: String,
    _ onStep: ((StaticString) -> Void)?
  ) throws(BoardError) {
    let others = try StoreFolder.readNames("\(folder)/processes").filter { $0 != process }
    guard !others.contains(where: { isAlive($0, in: folder) }) else { throw .openInOlderVersion }
    let (part, whole) = ("\(folder)/backup-\(version).part", "\(folder)/backup-\(version)")
    try? FileManager.default.removeItem(atPath: part)
    onStep?("begin the backup")
    for name in ["blobs", "processes"] { try StoreFolder.make("\(part)/\(name)") }
    try database.run("VACUUM INTO ?", .text(databasePath(in: part)))
    onStep?("the database is copied")
    for name in try StoreFolder.readNames("\(folder)/blobs") {
      guard link("\(folder)/blobs/\(name)", "\(part)/blobs/\(name)") == 0 else {
        throw BoardError(errno, "link", "\(folder)/blobs/\(name)")
      }
    }
    for path in [databasePath(in: part), "\(part)/blobs", part] { try StoreFolder.sync(path) }
    onStep?("the backup is made")
    // An attempt that was killed before it migrated the store leaves a backup.
    try? FileManager.default.removeItem(atPath: whole)
    guard rename(part, whole) == 0 else { throw BoardError(errno, "rename", part) }
    try StoreFolder.sync(folder)
    onStep?("the backup has its name")
  }
}
