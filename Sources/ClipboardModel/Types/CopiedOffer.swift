package import DragModel

/// An offer that a caller puts on the clipboard.
package struct CopiedOffer: Hashable, Sendable {
  package var offer: Identifier
  package var items: [CopiedItem]
  package var isSensitive: Bool
  /// Whether a file manager that pastes moves the files.
  package var isCut: Bool
  /// Whether the offer was made for this copy alone: dragclip withdraws it when the selection changes.
  package var isWithdrawn: Bool
  /// Whether the held content joins the history.
  package var isRemembered: Bool
  /// When dragclip gives the selection up, by the clock of `timePassed`; nil for never.
  package var expires: UInt64?
  /// The offer's types, best first; nil for an offer that may lose some.
  package var types: [MIMEType]?
  /// An earlier offer: this one is copied only while the selection shows that one, or has lost it because dragd ended.
  package var replaces: Identifier?

  package init(
    offer: Identifier, items: [CopiedItem], isSensitive: Bool = false, isCut: Bool = false,
    isWithdrawn: Bool = false, isRemembered: Bool = false, expires: UInt64? = nil,
    types: [MIMEType]? = nil, replaces: Identifier? = nil
  ) {
    self.offer = offer
    self.items = items
    self.isSensitive = isSensitive
    self.isCut = isCut
    self.isWithdrawn = isWithdrawn
    self.isRemembered = isRemembered
    self.expires = expires
    self.types = types
    self.replaces = replaces
  }

  /// Whether every item has a file's address.
  package var isOfFiles: Bool {
    !items.isEmpty
      && items.allSatisfy { item in
        item.representations.contains { $0.type.essence == TargetNames.uriList }
      }
  }
}

/// An item of a copied offer.
package struct CopiedItem: Hashable, Sendable {
  package var name: String?
  package var file: FileAttributes
  package var representations: [CopiedRepresentation]

  package init(
    name: String? = nil, file: FileAttributes = FileAttributes(),
    representations: [CopiedRepresentation]
  ) {
    self.name = name
    self.file = file
    self.representations = representations
  }
}

/// A representation of a copied item.
package struct CopiedRepresentation: Hashable, Sendable {
  package var type: MIMEType
  /// Nil while unknown.
  package var size: UInt64?
  package var isHeld: Bool
  /// Whether the type is a kind of plain text: programs that paste text can have it.
  package var isText: Bool

  package init(type: MIMEType, size: UInt64? = nil, isHeld: Bool = true, isText: Bool? = nil) {
    self.type = type
    self.size = size
    self.isHeld = isHeld
    self.isText = isText ?? (type.type == "text")
  }
}
