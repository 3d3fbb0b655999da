internal import DragModel

extension Contract {
  package static let clipboard = Interface(
    .clipboard,
    methods: [
      Method(
        ClipboardMethod.copy,
        [
          Argument("offer", "o"),
          Argument(
            "options", "a{sv}",
            [
              Key(CopyKey.selection, "s", .defaultsTo("clipboard")),
              Key(CopyKey.seat, "s"),
              Key(CopyKey.cut, "b", .defaultsTo("false")),
            ]),
        ],
        fails: [
          .noSuchOffer, .notAcceptable, .operationNotAllowed, .busy, .accessDenied,
          .stateUnavailable,
        ]),
      Method(
        ClipboardMethod.current,
        [
          Argument("selection", "s"),
          Argument("options", "a{sv}", [Key(CurrentKey.seat, "s")]),
        ],
        returns: [
          Argument("offer", "o"),
          Argument(
            "details", "a{sv}",
            [
              Key(CurrentDetailKey.targets, "as", .always),
              Key(CurrentDetailKey.sensitive, "b", .always),
              Key(CurrentDetailKey.cut, "b", .always),
              Key(CurrentDetailKey.own, "b", .always),
              Key(CurrentDetailKey.held, "b", .always),
              Key(CurrentDetailKey.process, "u"),
              Key(CurrentDetailKey.serial, "t", .always),
            ]),
        ],
        fails: [.noSuchOffer, .quotaExceeded, .accessDenied, .stateUnavailable]),
      Method(
        ClipboardMethod.history,
        [Argument("count", "u")],
        returns: [
          Argument(
            "entries", "a(oa{sv})",
            [
              Key(HistoryKey.types, "as", .always),
              Key(HistoryKey.size, "t", .always),
              Key(HistoryKey.copied, "t", .always),
              Key(HistoryKey.pinned, "b", .always),
            ])
        ],
        fails: [.quotaExceeded, .accessDenied, .stateUnavailable]),
      Method(
        ClipboardMethod.forget, [Argument("offer", "o")], fails: [.noSuchOffer, .accessDenied]),
      Method(ClipboardMethod.clear, [Argument("selection", "s")], fails: [.accessDenied]),
      Method(
        ClipboardMethod.pin, [Argument("offer", "o")],
        fails: [.noSuchOffer, .quotaExceeded, .accessDenied]),
      Method(ClipboardMethod.watch, fails: [.quotaExceeded, .accessDenied]),
    ],
    signals: [
      Signal(
        SignalName.clipboardChanged, [Argument("selection", "s"), Argument("serial", "t")])
    ],
    properties: [
      Property(ClipboardProperty.paused, "b", changes: .silently, isWritable: true)
    ])
}
