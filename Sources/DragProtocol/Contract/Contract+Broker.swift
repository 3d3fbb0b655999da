internal import DragModel

extension Contract {
  package static let broker = Interface(
    .broker,
    methods: [
      Method(
        BrokerMethod.offer,
        [
          Argument("items", "a(a{sv}aa{sv})", offeredItemKeys),
          Argument("options", "a{sv}", CheckedOptions<OfferOptions>.keys),
        ],
        returns: [Argument("offer", "o")],
        fails: [
          .invalidType, .invalidDescriptor, .noSuchOffer, .busy, .tooManyItems, .quotaExceeded,
          .storageFull, .stateUnavailable,
        ],
        .descriptors),
      Method(
        BrokerMethod.find,
        [Argument("types", "as"), Argument("options", "a{sv}")],
        returns: [Argument("offer", "o")],
        fails: [.invalidType, .noSuchOffer, .quotaExceeded]),
      Method(
        BrokerMethod.registerTarget,
        [
          Argument("name", "s"),
          Argument("types", "as"),
          Argument("options", "a{sv}", CheckedOptions<TargetOptions>.keys),
        ],
        returns: [Argument("target", "o")],
        fails: [.invalidType, .quotaExceeded]),
      Method(
        BrokerMethod.findTargets,
        [Argument("name", "s")],
        returns: [Argument("targets", "a(oa{sv})", TargetSummary.keys)]),
      Method(
        BrokerMethod.outcome,
        [Argument("transfer", "s")],
        returns: [Argument("outcome", "s")],
        fails: [.stateUnavailable]),
      Method(
        BrokerMethod.unacknowledgedMoves,
        [Argument("cookie", "s")],
        returns: [Argument("moves", "a(ss)")],
        fails: [.busy, .quotaExceeded, .stateUnavailable]),
      Method(
        BrokerMethod.acknowledgeMove,
        [Argument("transfer", "s"), Argument("cookie", "s")],
        fails: [.accessDenied, .storageFull, .stateUnavailable]),
      Method(
        BrokerMethod.acknowledgeOutcome,
        [Argument("transfer", "s")],
        fails: [.busy, .storageFull, .stateUnavailable]),
      Method(
        BrokerMethod.openMoves,
        returns: [Argument("moves", "a(sa{sv})", OpenMove.keys)],
        fails: [.accessDenied, .stateUnavailable]),
      Method(
        BrokerMethod.settleMove,
        [Argument("transfer", "s")],
        fails: [.noSuchTransfer, .accessDenied, .storageFull, .stateUnavailable]),
      Method(
        BrokerMethod.identify,
        [Argument("connection", "s")],
        returns: [Argument("identity", "a{sv}", Identity.keys)],
        fails: [.accessDenied, .quotaExceeded]),
    ],
    properties: [
      Property(BrokerProperty.version, "s", changes: .never),
      Property(
        BrokerProperty.limits, "a{st}", changes: .never,
        LimitKey.allCases.map { Key(limit: $0) }),
      Property(
        BrokerProperty.statistics, "a{st}", changes: .silently,
        StatisticKey.allCases.map { Key($0, "t", .always) }),
      Property(BrokerProperty.ledger, "s", changes: .silently),
      Property(BrokerProperty.features, "as", changes: .never),
    ])

  /// The keys of an item, and of each of its representations.
  static let offeredItemKeys = ItemAttributes.keys + RepresentationEntry.keys
}

extension Contract.Key {
  fileprivate init(limit: LimitKey) {
    self.init(limit.name, "t", .always)
  }
}
