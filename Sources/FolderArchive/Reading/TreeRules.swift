package import DragModel

/// How far an archive is followed in what it says of names and links.
package struct TreeRules: Hashable, Sendable {
  package var names: FileName.Rule
  /// Whether links may lead out of the folder. Nothing is ever written through one: links are made last.
  package var allowsOuterLinks: Bool

  package init(names: FileName.Rule = .safe, allowsOuterLinks: Bool = false) {
    self.names = names
    self.allowsOuterLinks = allowsOuterLinks
  }

  /// The name that a member of the folder gets; nil when it can have none.
  func name(_ own: [UInt8]) -> [UInt8]? {
    switch names {
    case .exact: FileName.own(own)
    case .safe: MemberName.safe(own)
    }
  }

  /// Where a link leads here; nil when it can lead nowhere.
  func destination(_ destination: [UInt8]) -> [UInt8]? {
    switch names {
    case .exact: destination.isEmpty || destination.contains(0) ? nil : destination
    case .safe: MemberName.safe(destination: destination)
    }
  }
}

/// What a new folder has otherwise than its archive says.
package struct TreeChanges: Hashable, Sendable {
  /// A name that was not safe.
  package struct Renaming: Hashable, Sendable {
    /// For people; the path in the folder.
    package let path: String
    package let name: String
  }

  /// The first of them: a hostile archive may have a million.
  package private(set) var renamings: [Renaming] = []
  /// How many names had to be changed.
  package private(set) var renamingCount = 0
  /// How many files have lost the right to be run.
  package internal(set) var notExecutableCount = 0
  /// How many files and folders have another time, because the file system does not have theirs.
  package internal(set) var otherTimeCount = 0

  private static let mostRenamings = 100

  mutating func addRenaming(of path: [[UInt8]], to name: [UInt8]) {
    renamingCount += 1
    guard renamings.count < Self.mostRenamings else { return }
    renamings.append(Renaming(path: Shown.path(path), name: Shown.path(name)))
  }
}
