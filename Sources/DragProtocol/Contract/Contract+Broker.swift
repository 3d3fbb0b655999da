internal import DragModel

extension Contract {
  package static let broker = Interface(
    .broker,
    methods: [
      Method(
        BrokerMethod.offer,
        [
          Argument("items", "a(a{sv}aa{sv})", itemKeys + representationKeys),
          Argument(
            "options", "a{sv}",
            [
              Key(OfferKey.operations, "as", .defaultsTo(#"["copy"]"#)),
              Key(OfferKey.source, "o"),
              Key(OfferKey.cookie, "s"),
              Key(OfferKey.label, "s"),
              Key(OfferKey.isPrivate, "b", .defaultsTo("false")),
              Key(OfferKey.isSensitive, "b", .defaultsTo("false")),
              Key(OfferKey.uses, "u", .defaultsTo("0")),
              Key(OfferKey.expiresIn, "t", .defaultsTo("0")),
              Key(OfferKey.linger, "t", .defaultsTo("86400000")),
              Key(OfferKey.replaces, "o"),
              Key(OfferKey.more, "b", .defaultsTo("false")),
            ]),
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
          Argument(
            "options", "a{sv}",
            [
              Key(TargetKey.target, "o", .always),
              Key(TargetKey.label, "s"),
              Key(TargetKey.operations, "as", .defaultsTo(#"["copy"]"#)),
            ]),
        ],
        returns: [Argument("target", "o")],
        fails: [.invalidType, .quotaExceeded]),
      Method(
        BrokerMethod.findTargets,
        [Argument("name", "s")],
        returns: [
          Argument(
            "targets", "a(oa{sv})",
            [
              Key(FoundTargetKey.appID, "s", .always),
              Key(FoundTargetKey.label, "s", .always),
            ])
        ]),
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
        returns: [
          Argument(
            "moves", "a(sa{sv})",
            [
              Key(OpenMoveKey.key, "s", .always),
              Key(OpenMoveKey.sourceAppID, "s", .always),
              Key(OpenMoveKey.destinationAppID, "s", .always),
              Key(OpenMoveKey.accepted, "t"),
              Key(OpenMoveKey.sourceAcknowledged, "b", .always),
              Key(OpenMoveKey.destinationAcknowledged, "b", .always),
            ])
        ],
        fails: [.accessDenied, .stateUnavailable]),
      Method(
        BrokerMethod.settleMove,
        [Argument("transfer", "s")],
        fails: [.noSuchTransfer, .busy, .accessDenied, .storageFull, .stateUnavailable]),
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
    ])

  /// An item's attributes.
  static let itemKeys = [
    Key(ItemKey.name, "s"),
    Key(ItemKey.key, "s"),
    Key(ItemKey.local, "s"),
  ]

  /// A representation as it is offered.
  static let representationKeys = [
    Key(RepresentationKey.type, "s"),
    Key(RepresentationKey.data, "ay"),
    Key(RepresentationKey.fd, "h"),
    Key(RepresentationKey.size, "t"),
    Key(RepresentationKey.visibility, "s", .defaultsTo("all")),
  ]
}

extension Contract.Key {
  fileprivate init(limit: LimitKey) {
    self.init(name: limit.name, "t", .always)
  }
}
