internal import DragModel

/// One thing as it comes in: from a drop, the clipboard, the bus or a file.
package struct IncomingItem: Sendable {
  /// The file name that its source suggests.
  package var name: String?
  /// Best first.
  package var representations: [(type: String, content: Content)]

  package init(name: String? = nil, representations: [(type: String, content: Content)]) {
    self.name = name
    self.representations = representations
  }

  /// The first representation whose type is wanted.
  func first(_ isWanted: (MIMEType) -> Bool) -> (type: String, content: Content)? {
    representations.first { MIMEType.is($0.type, isWanted) }
  }
}
