internal import DragSystem
internal import Foundation

/// Removing the files of dead processes.
extension BoardStore {
  /// Whether a process of this board is still running.
  func isAlive(_ process: String) -> Bool {
    process == processName || Self.isAlive(process, in: folder)
  }

  static func isAlive(_ process: String, in folder: String) -> Bool {
    let path = "\(folder)/processes/\(process)"
    do throws(BoardError) {
      return try !OpenFile(reading: path).lock(waiting: false)
    } catch {
      // Only these say that the process has ended, or was another user's. A lack of descriptors says nothing: it must
      // not cost a living process its files and moves.
      return access(path, R_OK) == 0 || ![ENOENT, EACCES].contains(errno)
    }
  }

  /// Removes files without a card. Their processes ended before they committed the card, or before they removed the
  /// file of a deleted card.
  func removeLeftovers() throws(BoardError) {
    let blobs = "\(folder)/blobs"
    let names = StoreFolder.names(blobs)
    var alive: [String: Bool] = [:]
    for owner in Set(names.map(Self.owner)) + StoreFolder.names("\(folder)/processes") {
      alive[owner] = isAlive(owner)
    }
    // A dead process commits nothing more: its files without a card stay without one.
    let needed = Set(
      try database.all("SELECT file FROM representations WHERE file IS NOT NULL") { $0.text(0) })
    for name in names where alive[Self.owner(name)] == false && !needed.contains(name) {
      StoreFolder.remove("\(blobs)/\(name)")
    }
    for process in StoreFolder.names("\(folder)/processes") where alive[process] == false {
      StoreFolder.remove("\(folder)/processes/\(process)")
    }
  }

  /// Removes exported files after a day.
  func removeOldExports() {
    let exports = exports
    let aDayAgo = Date(timeIntervalSinceNow: -24 * 60 * 60).timeIntervalSince1970
    for name in StoreFolder.names(exports) {
      let path = "\(exports)/\(name)"
      guard let status = try? FileStatus.of(path: Array(path.utf8), followsLinks: false),
        Double(status.identity.modified) / 1_000_000_000 < aDayAgo
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private static func owner(_ file: String) -> String { String(file.prefix { $0 != "." }) }
}
