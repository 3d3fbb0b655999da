internal import DragConnection
internal import DragModel
internal import DragProtocol

extension JSON {
  init(_ offer: ListedOffer) {
    self = .object(Self.members(of: offer))
  }

  init(_ offer: ListedOffer, items: [Item<ShownRepresentation>]) {
    self = .object(Self.members(of: offer) + [.init("items", .array(items.map { JSON($0) }))])
  }

  init(_ item: Item<ShownRepresentation>) {
    let representations = item.representations.map { representation in
      JSON.object([
        .init("type", .string(representation.content.type.description)),
        .init("size", .number(representation.content.size)),
        .init("held", .bool(representation.content.isHeld)),
      ])
    }
    self = .object([
      .init("name", .string(item.attributes.name)),
      .init("representations", .array(representations)),
    ])
  }

  /// The members of an event: in every event `offer` is an id.
  static func described(_ offer: ListedOffer) -> [Member] {
    [.init("offer", .string(offer.id.description))] + members(of: offer).dropFirst()
  }

  /// The id first.
  private static func members(of offer: ListedOffer) -> [Member] {
    let properties = offer.properties
    let expires =
      properties.expires == 0
      ? JSON.null : .string(Measure.date(microseconds: properties.expires))
    return [
      .init("id", .string(offer.id.description)),
      .init("label", .string(properties.label)),
      .init("types", .strings(properties.types.map(\.description))),
      .init("operations", .strings(properties.operations.map(\.rawValue))),
      .init("item_count", .number(UInt64(properties.itemCount))),
      .init(
        "source",
        .object([
          .init("app_id", .string(properties.application)),
          .init("connection", .string(properties.connection)),
          .init("name", .string(properties.sourceName)),
        ])),
      .init("created", .string(Measure.date(microseconds: properties.created))),
      .init("expires", expires),
    ]
  }
}
