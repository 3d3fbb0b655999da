/// The properties of an item beside its representations.
package struct ItemAttributes: Hashable, Sendable {
  /// The suggested file name: one path component.
  package var name: String?
  /// The source's own id of the item, opaque.
  package var key: String?
  /// Opaque; only the offering connection is shown it.
  package var local: String?
  package var file: FileAttributes

  package init(
    name: String? = nil, key: String? = nil, local: String? = nil,
    file: FileAttributes = FileAttributes()
  ) {
    self.name = name
    self.key = key
    self.local = local
    self.file = file
  }
}

/// The attributes of an item's file beside its content, for destinations that save the item as a file.
package struct FileAttributes: Hashable, Sendable {
  /// The permission bits.
  package var mode: UInt32?
  /// When the content was changed, in microseconds of the real-time clock since 1970.
  package var modified: UInt64?
  /// Its name as the file system has it, where that is no UTF-8.
  package var name: [UInt8]?

  package init(mode: UInt32? = nil, modified: UInt64? = nil, name: [UInt8]? = nil) {
    self.mode = mode
    self.modified = modified
    self.name = name
  }

  /// What counts of the attributes that a program in a sandbox states: neither the right to run the file nor its exact
  /// name.
  var ofSandbox: FileAttributes {
    FileAttributes(mode: mode.map { $0 & ~0o111 }, modified: modified)
  }

  /// What is known of another form of the file, such as a picture in another format.
  var ofOtherForm: FileAttributes { FileAttributes(name: name) }
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

/// One form of an item. `Content` differs by the stage: a descriptor in a message, content in the payload store, or a
/// description for other programs.
package struct Representation<Content: Sendable>: Sendable {
  /// Nil only until dragd has inferred it from the content.
  package var type: MIMEType?
  package var visibility: Visibility
  package var content: Content

  package init(type: MIMEType?, visibility: Visibility = .all, content: Content) {
    self.type = type
    self.visibility = visibility
    self.content = content
  }
}

/// Which callers may see and accept a representation.
package enum Visibility: String, CaseIterable, Hashable, Sendable {
  /// Every connection on the bus.
  case all
  /// Connections of the same application, if its id is known.
  case app
  /// Only the connection of the offer.
  case connection
}
