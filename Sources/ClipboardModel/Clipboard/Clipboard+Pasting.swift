internal import DragModel

/// Requests of programs that paste what dragclip owns.
extension Clipboard {
  mutating func requested(
    _ selection: ClipboardSelection, _ target: String, _ paste: PasteNumber,
    _ effects: inout [ClipboardEffect]
  ) {
    guard var ownership = state(selection).own, let source = ownership.source(of: target)
    else {
      effects.append(.refuse(paste))
      return
    }
    guard source == .offerPath else {
      effects.append(.serve(paste, source))
      return
    }
    switch ownership.relay.request() {
    case .use(let offer):
      effects.append(.serve(paste, .constant(Array(Self.path(offer).utf8))))
    case .fail: effects.append(.refuse(paste))
    case .wait: wait(for: &ownership, paste, &effects)
    case .publish:
      wait(for: &ownership, paste, &effects)
      effects.append(publish(ownership))
    }
    states[selection]?.update(ownership)
  }

  private func wait(
    for ownership: inout Ownership, _ paste: PasteNumber, _ effects: inout [ClipboardEffect]
  ) {
    guard ownership.pastes.count < Self.mostCalls else {
      effects.append(.refuse(paste))
      return
    }
    ownership.pastes.append(paste)
  }

  private func publish(_ ownership: Ownership) -> ClipboardEffect {
    switch ownership.content {
    case .copied(let copied): .publishRelay(ownership.serial, copied.items)
    case .restored(let held):
      .publishRelay(
        ownership.serial,
        [
          CopiedItem(
            file: held.file,
            representations: held.types.map {
              CopiedRepresentation(type: $0.imported.type, size: $0.size)
            })
        ])
    }
  }
}
