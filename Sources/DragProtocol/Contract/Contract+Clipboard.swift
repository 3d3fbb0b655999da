internal import DragModel

extension Contract {
  package static let clipboard = Interface(
    .clipboard,
    methods: [
      Method(
        ClipboardMethod.copy,
        [
          Argument("offer", "o"),
          Argument("options", "a{sv}", CopyCall.keys),
        ],
        fails: [
          .noSuchOffer, .notAcceptable, .operationNotAllowed, .busy, .accessDenied,
          .stateUnavailable,
        ]),
      Method(
        ClipboardMethod.current,
        [
          Argument("selection", "s"),
          Argument("options", "a{sv}", CurrentCall.keys),
        ],
        returns: [
          Argument("offer", "o"),
          Argument("details", "a{sv}", CurrentContent.keys),
        ],
        fails: [.noSuchOffer, .quotaExceeded, .accessDenied, .stateUnavailable]),
      Method(
        ClipboardMethod.history,
        [Argument("count", "u")],
        returns: [
          Argument("entries", "a(oa{sv})", HistoryEntry.keys)
        ],
        fails: [.quotaExceeded, .accessDenied, .stateUnavailable]),
      Method(
        ClipboardMethod.forget, [Argument("offer", "o")],
        fails: [.noSuchOffer, .accessDenied, .stateUnavailable]),
      Method(ClipboardMethod.clear, [Argument("selection", "s")], fails: [.accessDenied]),
      Method(
        ClipboardMethod.pin, [Argument("offer", "o")],
        fails: [.noSuchOffer, .quotaExceeded, .accessDenied]),
      Method(
        ClipboardMethod.unpin, [Argument("offer", "o")], fails: [.noSuchOffer, .accessDenied]),
      Method(ClipboardMethod.watch, fails: [.quotaExceeded, .accessDenied]),
    ],
    signals: [
      Signal(
        SignalName.clipboardChanged, [Argument("selection", "s"), Argument("serial", "t")]),
      Signal(SignalName.clipboardHistoryChanged, []),
    ],
    properties: [
      Property(ClipboardProperty.paused, "b", changes: .silently, isWritable: true)
    ])
}
