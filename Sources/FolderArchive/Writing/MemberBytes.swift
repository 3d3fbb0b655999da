extension ArchiveEntry {
  /// A member of an archive that is made of contents in memory: a file, or a symbolic link.
  package static func bytes(path: String, content: [UInt8], mode: UInt32) -> [UInt8] {
    let size = UInt64(content.count)
    let entry = ArchiveEntry(
      kind: .file(size: size, ranges: all(of: size)), path: components(path), mode: mode,
      modified: nil)
    return entry.header() + content + [UInt8](repeating: 0, count: Int(size.toBlockEnd))
  }

  package static func bytes(path: String, linkTo destination: String) -> [UInt8] {
    ArchiveEntry(
      kind: .link(destination: Array(destination.utf8)), path: components(path), mode: 0o777,
      modified: nil
    ).header()
  }

  /// What an archive ends with.
  package static let end = [UInt8](repeating: 0, count: 2 * TarBlock.size)

  private static func components(_ path: String) -> [[UInt8]] {
    path.split(separator: "/").map { Array($0.utf8) }
  }
}
