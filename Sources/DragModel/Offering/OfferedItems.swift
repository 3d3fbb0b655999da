/// Items of an offer, with its types numbered.
struct OfferedItems {
  private(set) var items: [OfferedItem] = []
  let types: OfferedTypes

  /// - Parameters:
  ///   - types: the types of the items that the offer already has.
  ///   - owner: a program in a sandbox may not make a file executable outside of it.
  /// - Throws: QuotaExceeded, if an item or the offer would exceed a limit.
  init(
    _ more: [Item<OfferedContent>], of owner: Party, after types: OfferedTypes = OfferedTypes(),
    limits: Limits
  ) throws(Rejection) {
    var numbering = OfferedTypes.Numbering(types)
    items.reserveCapacity(more.count)
    for (index, item) in more.enumerated() {
      var attributes = item.attributes
      if owner.isSandboxed { attributes.file = attributes.file.notExecutable }
      items.append(
        OfferedItem(
          attributes: attributes,
          representations: try Self.representations(of: item, index, &numbering, limits)))
      try limits.check(.typesPerOffer, 0, UInt64(numbering.types.all.count))
    }
    self.types = numbering.types
  }

  private static func representations(
    of item: Item<OfferedContent>, _ index: Int, _ numbering: inout OfferedTypes.Numbering,
    _ limits: Limits
  ) throws(Rejection) -> [OfferedRepresentation] {
    let count = UInt64(item.representations.count)
    guard count <= limits[.representationsPerItem] else {
      throw Rejection(
        .quotaExceeded,
        "representations_per_item is \(limits[.representationsPerItem]): item \(index) has \(count)"
      )
    }
    var representations: [OfferedRepresentation] = []
    representations.reserveCapacity(item.representations.count)
    for representation in item.representations {
      guard let type = representation.type else {
        throw Rejection(.invalidType, "item \(index) has a representation without a type")
      }
      let number = numbering.add(type, representation.visibility)
      guard !representations.contains(where: { $0.number == number }) else {
        throw Rejection(
          .invalidArguments, "item \(index) has two representations of type \(type)")
      }
      representations.append(
        OfferedRepresentation(
          content: representation.content, visibility: representation.visibility, number: number))
    }
    return representations
  }

  /// Items of the state file.
  init(_ records: [RecordedItem<OfferedContent>]) {
    var numbering = OfferedTypes.Numbering()
    items = records.map { record in
      OfferedItem(
        attributes: record.attributes,
        representations: record.representations.map {
          OfferedRepresentation(
            content: $0.content, visibility: $0.visibility,
            number: numbering.add($0.type, $0.visibility))
        },
        useCount: record.useCount, hasMovedAway: record.hasMovedAway)
    }
    types = numbering.types
  }
}
