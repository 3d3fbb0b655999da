/// What becomes of what a folder has and an archive usually cannot have.
package struct FolderOptions: Hashable, Sendable {
  /// Whether the archive has what links lead to instead of the links, as with tar --dereference.
  package var followsLinks = false
  /// Whether links that lead out of the folder are links in the archive.
  package var keepsOuterLinks = false
  /// Whether what cannot be read is left out.
  package var skipsUnreadable = false

  package init() {}
}

/// Something that a folder has, and an archive of it cannot have.
package struct FolderObstacle: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A link that leads out of the folder.
    case outerLink
    /// It cannot be read, or has nothing to be read.
    case unreadable
  }

  package let kind: Kind
  /// For people; names it.
  package let message: String
}
