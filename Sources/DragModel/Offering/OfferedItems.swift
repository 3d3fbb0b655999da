/// Items of an offer, with its types numbered.
struct OfferedItems {
  let items: [OfferedItem]
  let types: OfferedTypes

  /// - Parameter types: the types of the items that the offer already has.
  /// - Throws: why one of the items cannot be offered; QuotaExceeded, if the offer would have too many types.
  init(
    _ more: PreparedItems, after types: OfferedTypes = OfferedTypes(), limits: Limits
  ) throws(Rejection) {
    let prepared = try more.get()
    if types.all.isEmpty {
      (items, self.types) = (prepared.items, prepared.types)
    } else {
      var numbering = OfferedTypes.Numbering(types)
      let numbers = numbering.add(prepared.types)
      items = prepared.items.map { $0.renumbered(numbers) }
      self.types = numbering.types
    }
    try limits.check(.typesPerOffer, 0, UInt64(self.types.all.count))
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
