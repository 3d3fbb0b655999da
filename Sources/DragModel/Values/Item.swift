/// What a source says of an item beside its representations.
package struct ItemAttributes: Hashable, Sendable {
  /// The suggested file name: one path component.
  package var name: String?
  /// The source's own id of the item, opaque.
  package var key: String?
  /// Opaque; shown to the offering connection only.
  package var local: String?

  package init(name: String? = nil, key: String? = nil, local: String? = nil) {
    self.name = name
    self.key = key
    self.local = local
  }
}

/// One dragged thing: its representations ordered from the highest fidelity to the lowest.
package struct Item<Content: Sendable>: Sendable {
  package var attributes: ItemAttributes
  package var representations: [Representation<Content>]

  package init(attributes: ItemAttributes, representations: [Representation<Content>]) {
    self.attributes = attributes
    self.representations = representations
  }
}

/// One way to express an item. What its content is depends on how far it has come: a descriptor in
/// a message, something in the payload store, or a description for others to read.
package struct Representation<Content: Sendable>: Sendable {
  /// Nil only until it has been inferred from the content.
  package var type: MIMEType?
  package var visibility: Visibility
  package var content: Content

  package init(type: MIMEType?, visibility: Visibility = .all, content: Content) {
    self.type = type
    self.visibility = visibility
    self.content = content
  }
}
