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
          Argument("options", "a{sv}", CheckedOptions<AcceptOptions>.keys),
        ],
        returns: [Argument("results", "a(oa{sv})", AcceptedRepresentation.keys)],
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
            "items", "a(a{sv}aa{sv})", ItemAttributes.keys + ShownRepresentation.keys)
        ],
        fails: [.noSuchOffer, .noSuchItem, .tooManyItems]),
      Method(
        OfferMethod.addItems,
        [
          Argument("items", "a(a{sv}aa{sv})", offeredItemKeys),
          Argument("options", "a{sv}", AddItemsOptions.keys),
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
        OfferSource.keys),
      Property(OfferProperty.created, "t", changes: .never),
      Property(OfferProperty.expires, "t", changes: .announced),
      Property(OfferProperty.sensitive, "b", changes: .never),
    ])
}
