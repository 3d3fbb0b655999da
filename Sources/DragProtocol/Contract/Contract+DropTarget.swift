internal import DragModel

extension Contract {
  package static let dropTarget = Interface(
    .dropTarget,
    methods: [
      Method(
        DropTargetMethod.propose,
        [Argument("offer", "o"), Argument("context", "a{sv}", DropContext.keys)],
        returns: [Argument("proposal", "s"), Argument("details", "a{sv}", ProposalDetails.keys)],
        fails: [
          .noSuchTarget, .noSuchOffer, .noSuchItem, .busy, .quotaExceeded, .cancelled,
        ]),
      Method(
        DropTargetMethod.leave,
        [Argument("offer", "o")],
        fails: [.noSuchTarget]),
      Method(
        DropTargetMethod.drop,
        [Argument("offer", "o"), Argument("context", "a{sv}", DropContext.keys)],
        returns: [
          Argument("operation", "s"),
          Argument("result", "a{sv}", DropResult.keys),
        ],
        fails: [
          .noSuchTarget, .noSuchOffer, .noSuchItem, .busy, .forbidden, .cancelled,
          .quotaExceeded, .targetFailed,
        ]),
      Method(
        DropTargetMethod.update,
        [Argument("changes", "a{sv}", TargetChanges.keys)],
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
}

extension Contract {
  package static let target = Interface(
    .target,
    methods: [
      Method(
        TargetMethod.propose,
        [
          Argument("target", "o"),
          Argument("offer", "o"),
          Argument("context", "a{sv}", PassedContext.keys),
        ],
        returns: [Argument("proposal", "s"), Argument("details", "a{sv}", ProposalDetails.keys)]),
      Method(TargetMethod.leave, [Argument("target", "o"), Argument("offer", "o")]),
      Method(
        TargetMethod.perform,
        [
          Argument("target", "o"),
          Argument("offer", "o"),
          Argument("operation", "s"),
          Argument("context", "a{sv}", PassedContext.keys),
        ],
        returns: [Argument("result", "a{sv}")]),
    ])
}
