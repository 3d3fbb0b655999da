extension Contract {
  package static let target = Interface(
    .target,
    methods: [
      Method(
        TargetMethod.propose,
        [
          Argument("target", "o"),
          Argument("offer", "o"),
          Argument("context", "a{sv}", passedContextKeys),
        ],
        returns: [Argument("proposal", "s"), Argument("details", "a{sv}", detailKeys)]),
      Method(TargetMethod.leave, [Argument("target", "o"), Argument("offer", "o")]),
      Method(
        TargetMethod.perform,
        [
          Argument("target", "o"),
          Argument("offer", "o"),
          Argument("operation", "s"),
          Argument("context", "a{sv}", passedContextKeys),
        ],
        returns: [Argument("result", "a{sv}")]),
    ])

  /// The dropper's context as dragd passes it on.
  static let passedContextKeys = [
    Key(ContextKey.operations, "as", .always),
    Key(ContextKey.index, "u"),
    Key(ContextKey.items, "au"),
    Key(ContextKey.dropper, "a{sv}", .always),
    Key(DropperKey.connection, "s", .always),
    Key(DropperKey.appID, "s", .always),
  ]
}
