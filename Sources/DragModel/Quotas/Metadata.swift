// What is charged for words about content: the memory that they take here, and the bytes of those that everybody is shown.

/// Bytes of memory, shares of tables included, measured on a system of 64 bits and rounded up.
private enum Cost {
  static let offer: UInt64 = 768
  static let item: UInt64 = 160
  static let representation: UInt64 = 32
  /// A type of an offer, wherever it is indexed.
  static let type: UInt64 = 256
  static let parameter: UInt64 = 512
  static let target: UInt64 = 512
  static let pattern: UInt64 = 32

  /// Short texts are where they belong, longer ones on the heap.
  static func text(_ text: String?) -> UInt64 {
    guard let count = text?.utf8.count, count > 15 else { return 0 }
    return UInt64(count) + 32
  }
}

/// Bytes of a reply of GetManagedObjects, padding included.
private enum ListedSize {
  /// A path with the names of its interface and properties, and what is of the same length in all.
  static let object: UInt64 = 512

  static func element(_ text: some CustomStringConvertible) -> UInt64 {
    UInt64(text.description.utf8.count) + 8
  }
}

extension Offer {
  /// What is charged for an offer without items.
  static func charge(for options: OfferOptions, of owner: Party) -> Usage {
    var charge = Usage(offers: 1)
    charge.metadataBytes =
      Cost.offer + Cost.text(options.label) + Cost.text(options.source) + Cost.text(options.cookie)
    guard !options.isPrivate else { return charge }
    charge.listedBytes = ListedSize.object + owner.listedBytes
    if !options.isSensitive { charge.listedBytes += ListedSize.element(options.label ?? "") }
    return charge
  }
}

extension OfferedItems {
  /// What is charged for these items in an offer that had `types` before.
  func charge(in options: OfferOptions, after known: OfferedTypes = OfferedTypes()) -> Usage {
    var charge = Usage(items: UInt64(items.count))
    for item in items {
      let words = item.attributes
      charge.metadataBytes += Cost.item + Cost.text(words.name) + Cost.text(words.key)
      charge.metadataBytes += Cost.text(words.local)
      charge.metadataBytes += Cost.representation * UInt64(item.representations.count)
      for representation in item.representations {
        charge.heldBytes += representation.held?.charge ?? 0
      }
    }
    for type in types.all[known.all.count...] {
      charge.metadataBytes += Cost.type + Cost.text(type.description)
      charge.metadataBytes += Cost.parameter * UInt64(type.mostParameters)
      if !options.isPrivate { charge.listedBytes += ListedSize.element(type) }
    }
    return charge
  }
}

extension Target {
  /// What is charged for it.
  var charge: Usage {
    var charge = Usage(targets: 1)
    charge.metadataBytes = Cost.target + Cost.text(name) + Cost.text(label) + Cost.text(object.path)
    charge.listedBytes =
      ListedSize.object + owner.listedBytes + ListedSize.element(name) + ListedSize.element(label)
    for pattern in types.patterns {
      charge.metadataBytes += Cost.pattern + Cost.text(pattern.description)
      charge.listedBytes += ListedSize.element(pattern)
    }
    return charge
  }
}

extension Usage {
  /// What of words about content is more than it was.
  func growth(from before: Usage) -> Usage {
    var growth = Usage()
    growth.metadataBytes = metadataBytes - min(metadataBytes, before.metadataBytes)
    growth.listedBytes = listedBytes - min(listedBytes, before.listedBytes)
    return growth
  }
}

extension Party {
  fileprivate var listedBytes: UInt64 {
    ListedSize.element(peer.name) + ListedSize.element(application)
  }
}

extension OfferedItem {
  /// Bytes of the item in a reply of GetItems, padding included; what the caller may not see counts as well.
  func shownBytes(_ types: OfferedTypes) -> UInt64 {
    var bytes: UInt64 = 32
    for text in [attributes.name, attributes.key, attributes.local] {
      if let text { bytes += UInt64(text.utf8.count) + 32 }
    }
    for representation in representations {
      bytes += UInt64(types[representation.number].description.utf8.count) + 88
    }
    return bytes
  }
}
