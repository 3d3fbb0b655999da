internal import Foundation

/// What dead processes have left behind.
extension BoardStore {
  /// Whether the process of a store is still there.
  func isAlive(_ process: String) -> Bool {
    guard process != processName else { return true }
    let path = "\(folder)/processes/\(process)"
    guard let file = try? OpenFile(reading: path) else { return false }
    return (try? file.lock(waiting: false)) == false
  }

  /// Removes files that no card has: of processes that ended before they could add the card, or before they could
  /// remove the file of a card that was gone.
  func removeLeftovers() throws(BoardError) {
    let blobs = "\(folder)/blobs"
    let names = Folder.names(blobs)
    var alive: [String: Bool] = [:]
    for owner in Set(names.map(Self.owner)) + Folder.names("\(folder)/processes") {
      alive[owner] = isAlive(owner)
    }
    // Whoever is dead by now commits nothing any more: so what no card has now stays without one.
    let needed = Set(
      try database.all("SELECT file FROM representations WHERE file IS NOT NULL") { $0.text(0) })
    for name in names where alive[Self.owner(name)] == false && !needed.contains(name) {
      Folder.remove("\(blobs)/\(name)")
    }
    for process in Folder.names("\(folder)/processes") where alive[process] == false {
      Folder.remove("\(folder)/processes/\(process)")
    }
  }

  /// Removes the files that were made a day ago for those who wanted a path.
  func removeOldExports() {
    let exports = "\(folder)/exports"
    for name in Folder.names(exports) {
      let path = "\(exports)/\(name)"
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard let made = attributes?[.modificationDate] as? Date,
        made.timeIntervalSinceNow < -24 * 60 * 60
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private static func owner(_ file: String) -> String { String(file.prefix { $0 != "." }) }
}
