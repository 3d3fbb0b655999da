import DragSystem
import Foundation

@testable import FolderArchive

extension FuzzTarget {
  /// Archives that become trees on a disk: what is refused leaves nothing, and what is there is one folder with
  /// nothing outside, nothing hidden beside it and nothing above the limits.
  static let trees = FuzzTarget(
    "trees", seeds: ArchiveSamples.all, maxLength: 6_144,
    dictionary: [
      "ustar\u{0}00", "../", "./", "/", "a/../..", "top/", "path=", "linkpath=", "size=", "2",
      "GNU.sparse.major=1\n", "GNU.sparse.realsize=",
    ]
  ) { bytes in
    let outside = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let place = "\(outside)/place"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: outside) }
    let isThere = try extract(ArchiveSamples.withChecksums(bytes), in: place)
    try promise(try names(outside) == ["place"], "something is outside")
    try promise(try names(place) == (isThere ? ["tree"] : []), "something else is beside it")
    guard isThere else { return }
    var found = FoundTree(top: "\(place)/tree")
    try found.check(try Folder(path: Array(found.top.utf8)), [])
  }

  fileprivate static let limits = {
    var limits = ArchiveLimits()
    limits.entries = 8
    limits.depth = 3
    limits.path = 200
    limits.names = 600
    limits.ranges = 4
    limits.logicalBytes = 1 << 20
    limits.allocatedBytes = 64 << 10
    return limits
  }()

  /// Whether the archive is one, and its tree is there.
  private static func extract(_ archive: [UInt8], in place: String) throws -> Bool {
    var writer = try TreeWriter(
      in: Folder(path: Array(place.utf8)), program: "fuzz",
      TreeAttributes(keepsModes: true, keepsExecutable: false, keepsTimes: true, denied: 0o022),
      limits)
    do throws(FolderError) {
      try writer.write(archive)
      try writer.finish()
    } catch {
      return false
    }
    try writer.commit(as: Array("tree".utf8))
    return true
  }

  private static func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }
}

/// A tree as it is on the disk.
private struct FoundTree {
  let top: String
  var entries = 1
  var bytes: UInt64 = 0
  var allocated: UInt64 = 0

  mutating func check(_ folder: borrowing Folder, _ path: [[UInt8]]) throws {
    let limits = FuzzTarget.limits
    try promise(path.count <= limits.depth, "it is \(path.count) folders deep")
    for name in try folder.names() {
      let own = path + [name]
      guard let status = try folder.status(of: name) else { continue }
      entries += 1
      if status.kind == .regular { bytes += status.size }
      allocated += status.allocated
      try promise(MemberName.safe(name) == name, "\(name) is no safe name")
      try promise(
        status.mode & ~0o755 == 0 || status.kind == .symbolicLink, "its mode is \(status.mode)")
      switch status.kind {
      case .directory:
        try check(folder.openFolder(beneath: name), own)
      case .regular:
        try promise(status.mode & 0o111 == 0, "a file may be run")
      case .symbolicLink:
        try check(link: try folder.destination(ofLink: name), own)
      default: throw BrokenPromise(description: "it has a \(status.kind)")
      }
    }
    guard path.isEmpty else { return }
    try promise(entries <= limits.entries, "it has \(entries) entries")
    try promise(bytes <= limits.logicalBytes, "its sizes are \(bytes)")
    try promise(allocated <= limits.allocatedBytes, "it takes \(allocated)")
  }

  /// By its words, and by what the kernel makes of them.
  private func check(link destination: [UInt8], _ path: [[UInt8]]) throws {
    let words = destination.split(separator: UInt8(ascii: "/"))
    let up = words.prefix { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) }
    try promise(
      destination.first != UInt8(ascii: "/") && up.count { $0.count == 2 } < path.count
        && !words.dropFirst(up.count).contains { $0.elementsEqual("..".utf8) },
      "a link leads out: \(String(decoding: destination, as: UTF8.self).debugDescription)")
    let own = ([top] + path.map { String(decoding: $0, as: UTF8.self) }).joined(separator: "/")
    guard let real = realpath(own, nil) else { return }
    defer { free(real) }
    guard let whole = realpath(top, nil) else { return }
    defer { free(whole) }
    let (end, start) = (String(cString: real), String(cString: whole))
    try promise(end == start || end.hasPrefix("\(start)/"), "a link leads to \(end)")
  }
}
