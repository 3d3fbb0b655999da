internal import DragModel

extension Contract {
  package static let transfer = Interface(
    .transfer,
    methods: [
      Method(
        TransferMethod.receive,
        [Argument("type", "s"), Argument("options", "a{sv}")],
        returns: [Argument("result", "a{sv}", ReceiveResult.keys)],
        fails: [
          .noSuchTransfer, .accessDenied, .noSuchItem, .operationNotAllowed, .cancelled,
          .changed, .truncated, .stalled, .sourceFailed, .storageFull, .quotaExceeded,
        ],
        .descriptors),
      Method(
        TransferMethod.finish,
        [Argument("options", "a{sv}")],
        returns: [Argument("result", "a{sv}", FinishResult.keys)],
        fails: [
          .noSuchTransfer, .accessDenied, .busy, .cancelled, .changed, .truncated, .stalled,
          .sourceFailed, .storageFull, .quotaExceeded, .stateUnavailable,
        ]),
      Method(
        TransferMethod.cancel,
        [Argument("reason", "s")],
        fails: [.noSuchTransfer, .operationNotAllowed]),
    ],
    properties: [
      Property(TransferProperty.offer, "o", changes: .never),
      Property(TransferProperty.item, "u", changes: .never),
      Property(TransferProperty.types, "as", changes: .never),
      Property(TransferProperty.operation, "s", changes: .never),
      Property(TransferProperty.size, "t", changes: .announced),
      Property(TransferProperty.bytesTransferred, "t", changes: .announced),
      Property(TransferProperty.state, "s", changes: .announced),
      Property(TransferProperty.error, "(ss)", changes: .announced),
    ])
}
