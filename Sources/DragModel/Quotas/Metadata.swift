// The charges for descriptions of content: their memory, and the bytes of those that every caller may list.

/// Bytes of memory, with the share of tables, measured on a 64-bit system and rounded up.
private enum Cost {
  static let offer: UInt64 = 768
  static let item: UInt64 = 192
  static let representation: UInt64 = 32
  /// A type of an offer, with its entries in the indexes.
  static let type: UInt64 = 256
  static let parameter: UInt64 = 512
  static let target: UInt64 = 512
  static let pattern: UInt64 = 32
  /// An ended transfer, with one representation or a few.
  static let endedTransfer: UInt64 = 1_024
  static let part = UInt64(MemoryLayout<Part>.stride)

  /// A text of up to 15 bytes needs no memory of its own.
  static func text(_ text: String?) -> UInt64 {
    guard let count = text?.utf8.count, count > 15 else { return 0 }
    return UInt64(count) + 32
  }

  static func bytes(_ bytes: [UInt8]?) -> UInt64 { bytes.map { UInt64($0.count) + 32 } ?? 0 }
}

/// Bytes of a reply to GetManagedObjects, with padding.
private enum ListedSize {
  /// An object without its texts and lists: path, names of interface and properties, values of fixed size.
  static let object: UInt64 = 512

  static func element(_ text: some CustomStringConvertible) -> UInt64 {
    UInt64(text.description.utf8.count) + 8
  }
}

extension Offer {
  /// The charge for an offer without items.
  static func charge(for options: OfferOptions, of owner: Party) -> Usage {
    var charge = Usage(.offers, 1)
    charge[.metadataBytes] =
      Cost.offer + Cost.text(options.label) + Cost.text(options.source) + Cost.text(options.cookie)
      + Cost.text(options.sourceName) + Cost.text(owner.program)
    guard !options.isPrivate else { return charge }
    charge[.listedBytes] = ListedSize.object + owner.listedBytes
    charge[.listedBytes] += ListedSize.element(options.sourceName ?? owner.program)
    if !options.isSensitive { charge[.listedBytes] += ListedSize.element(options.label ?? "") }
    return charge
  }
}

extension OfferedItems {
  /// The charge for these items in an offer that had the types `known` before.
  func charge(in options: OfferOptions, after known: OfferedTypes = OfferedTypes()) -> Usage {
    var charge = Usage(.items, UInt64(items.count))
    for item in items {
      let attributes = item.attributes
      charge[.metadataBytes] += Cost.item + Cost.text(attributes.name) + Cost.text(attributes.key)
      charge[.metadataBytes] += Cost.text(attributes.local) + Cost.bytes(attributes.file.name)
      charge[.metadataBytes] += Cost.representation * UInt64(item.representations.count)
      for representation in item.representations {
        charge[.heldBytes] += representation.held?.charge ?? 0
      }
    }
    for type in types.all[known.all.count...] {
      charge[.metadataBytes] += Cost.type + Cost.text(type.description)
      charge[.metadataBytes] += Cost.parameter * UInt64(type.mostParameters)
      if !options.isPrivate { charge[.listedBytes] += ListedSize.element(type) }
    }
    return charge
  }
}

extension Target {
  /// The charge for the target.
  var charge: Usage {
    var charge = Usage(.targets, 1)
    charge[.metadataBytes] =
      Cost.target + Cost.text(name) + Cost.text(label) + Cost.text(object.path)
    charge[.listedBytes] =
      ListedSize.object + owner.listedBytes + ListedSize.element(name) + ListedSize.element(label)
    for pattern in types.patterns {
      charge[.metadataBytes] += Cost.pattern + Cost.text(pattern.description)
      charge[.listedBytes] += ListedSize.element(pattern)
    }
    return charge
  }
}

extension Transfer {
  /// How many transfers it counts as once it has ended. It keeps its types and the text of its failure, and then no
  /// account is charged for these.
  var countWhenEnded: UInt64 {
    var bytes = Cost.text(failure?.message)
    for part in parts {
      bytes += Cost.part + Cost.text(part.type.description)
      bytes += Cost.parameter * UInt64(part.type.mostParameters)
    }
    return 1 + bytes / Cost.endedTransfer
  }
}

extension Usage {
  /// By how much the charge for descriptions has grown.
  func growth(from before: Usage) -> Usage {
    var growth = Usage()
    for resource in [Resource.metadataBytes, .listedBytes] {
      growth[resource] = self[resource] - min(self[resource], before[resource])
    }
    return growth
  }
}

extension Party {
  fileprivate var listedBytes: UInt64 {
    ListedSize.element(peer.name) + ListedSize.element(application)
  }
}

extension OfferedItem {
  /// Bytes of the item in a reply to GetItems, with padding, including what the caller may not see.
  func shownBytes(_ types: OfferedTypes) -> UInt64 {
    var bytes: UInt64 = 32
    if attributes.file.mode != nil { bytes += 24 }
    if attributes.file.modified != nil { bytes += 32 }
    if let name = attributes.file.name { bytes += UInt64(name.count) + 40 }
    for text in [attributes.name, attributes.key, attributes.local] {
      if let text { bytes += UInt64(text.utf8.count) + 32 }
    }
    for representation in representations {
      bytes += UInt64(types[representation.number].description.utf8.count) + 88
    }
    return bytes
  }
}
