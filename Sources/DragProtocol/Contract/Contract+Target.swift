internal import DragModel

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
