package import DragModel

/// An offer of dragd's that is put on the clipboard.
package struct CopiedOffer: Hashable, Sendable {
  package var offer: Identifier
  package var items: [CopiedItem]
  package var isSensitive: Bool
  /// File managers are to move the files.
  package var isCut: Bool
  /// It was made for this copy alone: it is withdrawn when the selection has something else.
  package var isWithdrawn: Bool
  /// What it holds is to join the history.
  package var isRemembered: Bool
  /// When it ends, in the time that events have; nil for never.
  package var expires: UInt64?

  package init(
    offer: Identifier, items: [CopiedItem], isSensitive: Bool = false, isCut: Bool = false,
    isWithdrawn: Bool = false, isRemembered: Bool = false, expires: UInt64? = nil
  ) {
    self.offer = offer
    self.items = items
    self.isSensitive = isSensitive
    self.isCut = isCut
    self.isWithdrawn = isWithdrawn
    self.isRemembered = isRemembered
    self.expires = expires
  }

  /// Every item is a file, or has its address at least.
  package var isOfFiles: Bool {
    !items.isEmpty
      && items.allSatisfy { item in
        item.representations.contains { $0.type.essence == TargetNames.uriList }
      }
  }
}

/// An item of such an offer.
package struct CopiedItem: Hashable, Sendable {
  package var name: String?
  package var representations: [CopiedRepresentation]

  package init(name: String? = nil, representations: [CopiedRepresentation]) {
    self.name = name
    self.representations = representations
  }
}

/// A representation of such an item.
package struct CopiedRepresentation: Hashable, Sendable {
  package var type: MIMEType
  /// Nil while unknown.
  package var size: UInt64?
  package var isHeld: Bool

  package init(type: MIMEType, size: UInt64? = nil, isHeld: Bool = true) {
    self.type = type
    self.size = size
    self.isHeld = isHeld
  }
}
