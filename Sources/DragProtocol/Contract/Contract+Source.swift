extension Contract {
  package static let source = Interface(
    .source,
    methods: [
      Method(
        SourceMethod.provide,
        [
          Argument("offer", "o"),
          Argument("item", "u"),
          Argument("type", "s"),
          Argument("fd", "h"),
          Argument("transfer", "o"),
          Argument("options", "a{sv}"),
        ],
        returns: [Argument("result", "a{sv}", ProvidedResult.keys)],
        .descriptors),
      Method(
        SourceMethod.prepare,
        [
          Argument("offer", "o"),
          Argument("transfer", "o"),
          Argument("item", "u"),
          Argument("key", "s"),
        ]),
      Method(
        SourceMethod.ended,
        [
          Argument("offer", "o"),
          Argument("transfer", "o"),
          Argument("item", "u"),
          Argument("key", "s"),
          Argument("operation", "s"),
          Argument("details", "a{sv}", EndedDetails.keys),
        ]),
      Method(SourceMethod.released, [Argument("offer", "o"), Argument("reason", "s")]),
    ])
}
