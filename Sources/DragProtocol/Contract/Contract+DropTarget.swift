internal import DragModel

extension Contract {
  package static let dropTarget = Interface(
    .dropTarget,
    methods: [
      Method(
        DropTargetMethod.propose,
        [Argument("offer", "o"), Argument("context", "a{sv}", contextKeys)],
        returns: [Argument("proposal", "s"), Argument("details", "a{sv}", detailKeys)],
        fails: [
          .noSuchTarget, .noSuchOffer, .noSuchItem, .busy, .quotaExceeded, .cancelled,
        ]),
      Method(
        DropTargetMethod.leave,
        [Argument("offer", "o")],
        fails: [.noSuchTarget]),
      Method(
        DropTargetMethod.drop,
        [Argument("offer", "o"), Argument("context", "a{sv}", contextKeys)],
        returns: [
          Argument("operation", "s"),
          Argument(
            "result", "a{sv}",
            [Key(DroppedKey.items, "u", .always), Key(DroppedKey.bytes, "t", .always)]),
        ],
        fails: [
          .noSuchTarget, .noSuchOffer, .noSuchItem, .busy, .forbidden, .cancelled,
          .quotaExceeded,
        ]),
      Method(
        DropTargetMethod.update,
        [
          Argument(
            "changes", "a{sv}",
            [
              Key(TargetChangeKey.label, "s"),
              Key(TargetChangeKey.types, "as"),
              Key(TargetChangeKey.operations, "as"),
            ])
        ],
        fails: [.invalidType, .noSuchTarget, .accessDenied, .quotaExceeded]),
      Method(DropTargetMethod.unregister, fails: [.noSuchTarget, .accessDenied]),
    ],
    properties: [
      Property(DropTargetProperty.name, "s", changes: .never),
      Property(DropTargetProperty.label, "s", changes: .announced),
      Property(DropTargetProperty.types, "as", changes: .announced),
      Property(DropTargetProperty.operations, "as", changes: .announced),
      Property(DropTargetProperty.owner, "s", changes: .never),
      Property(DropTargetProperty.appID, "s", changes: .never),
    ])

  /// What the dropper says of a drop.
  static let contextKeys = [
    Key(ContextKey.operations, "as"),
    Key(ContextKey.index, "u"),
    Key(ContextKey.items, "au"),
  ]

  /// What a target says of its proposal.
  static let detailKeys = [
    Key(DetailKey.intent, "s", .defaultsTo("unspecified")),
    Key(DetailKey.index, "u"),
    Key(DetailKey.reason, "s"),
  ]
}
