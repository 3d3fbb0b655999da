internal import DragModel

extension Contract {
  package static let offer = Interface(
    .offer,
    methods: [
      Method(
        OfferMethod.accept,
        [
          Argument("items", "au"),
          Argument("types", "as"),
          Argument(
            "options", "a{sv}",
            [
              Key(AcceptKey.operation, "s", .defaultsTo("copy")),
              Key(AcceptKey.also, "as", .defaultsTo("[]")),
              Key(AcceptKey.delivery, "s", .defaultsTo("any")),
              Key(AcceptKey.inlineMax, "t", .defaultsTo("65536")),
              Key(AcceptKey.startTimeout, "t", .defaultsTo("60000")),
              Key(AcceptKey.stallTimeout, "t", .defaultsTo("30000")),
              Key(AcceptKey.finishTimeout, "t", .defaultsTo("60000")),
            ]),
        ],
        returns: [
          Argument(
            "results", "a(oa{sv})",
            [
              Key(AcceptedKey.item, "u", .always),
              Key(AcceptedKey.type, "s", .always),
              Key(AcceptedKey.name, "s"),
              Key(AcceptedKey.size, "t"),
              Key(AcceptedKey.data, "ay"),
              Key(AcceptedKey.fd, "h"),
            ])
        ],
        fails: [
          .invalidType, .noSuchOffer, .noSuchItem, .notAcceptable, .operationNotAllowed, .busy,
          .tooManyItems, .quotaExceeded, .changed, .stalled, .sourceFailed, .storageFull,
          .stateUnavailable,
        ],
        .descriptors),
      Method(
        OfferMethod.getItems,
        [Argument("first", "u"), Argument("count", "u")],
        returns: [
          Argument(
            "items", "a(a{sv}aa{sv})",
            itemKeys + [
              Key(ShownRepresentationKey.type, "s", .always),
              Key(ShownRepresentationKey.size, "t"),
              Key(ShownRepresentationKey.held, "b", .always),
            ])
        ],
        fails: [.noSuchOffer, .noSuchItem, .tooManyItems]),
      Method(
        OfferMethod.addItems,
        [
          Argument("items", "a(a{sv}aa{sv})", itemKeys + representationKeys),
          Argument("options", "a{sv}", [Key(AddItemsKey.more, "b", .defaultsTo("false"))]),
        ],
        fails: [
          .invalidType, .invalidDescriptor, .noSuchOffer, .accessDenied, .operationNotAllowed,
          .busy, .tooManyItems, .quotaExceeded, .storageFull, .stateUnavailable,
        ],
        .descriptors),
      Method(OfferMethod.withdraw, fails: [.noSuchOffer, .accessDenied]),
    ],
    properties: [
      Property(OfferProperty.itemCount, "u", changes: .announced),
      Property(OfferProperty.types, "as", changes: .announced),
      Property(OfferProperty.operations, "as", changes: .never),
      Property(OfferProperty.label, "s", changes: .never),
      Property(
        OfferProperty.source, "a{sv}", changes: .announced,
        [Key(SourceKey.appID, "s", .always), Key(SourceKey.connection, "s", .always)]),
      Property(OfferProperty.created, "t", changes: .never),
      Property(OfferProperty.expires, "t", changes: .announced),
    ])
}
