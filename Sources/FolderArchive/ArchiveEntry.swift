/// One file, folder or link of an archive.
package struct ArchiveEntry: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case folder
    /// - ranges: those with data; the rest of a file with holes reads as zeros.
    case file(size: UInt64, ranges: [Range<UInt64>])
    /// A symbolic link.
    case link(destination: [UInt8])
  }

  package var kind: Kind
  /// The components of its path, the first of which is the archive's folder.
  package var path: [[UInt8]]
  /// The permission bits.
  package var mode: UInt32
  /// When its content was changed, in microseconds of the real-time clock since 1970; negative before.
  package var modified: Int64?

  package init(kind: Kind, path: [[UInt8]], mode: UInt32, modified: Int64?) {
    self.kind = kind
    self.path = path
    self.mode = mode
    self.modified = modified
  }

  var joinedPath: [UInt8] { Array(path.joined(separator: [UInt8(ascii: "/")])) }

  /// The ranges of a file without holes.
  static func all(of size: UInt64) -> [Range<UInt64>] { size == 0 ? [] : [0..<size] }
}
