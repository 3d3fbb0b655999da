package import DragModel
package import DragSystem

/// The selections of a session without a display. No other program owns one or pastes from one here: what there is to
/// copy and to paste comes over the bus.
package final class MemorySelections: SelectionDisplay {
  package let selections = Set(ClipboardSelection.allCases)
  private let loop: EventLoop
  private var owned: Set<ClipboardSelection> = []
  private var reads: UInt64 = 0

  package init(_ loop: EventLoop) {
    self.loop = loop
  }

  package var onEvent: ((SelectionEvent) -> Void)? {
    didSet {
      loop.next { [weak self] in
        guard let self else { return }
        for selection in ClipboardSelection.allCases where !owned.contains(selection) {
          onEvent?(.changed(selection, nil))
        }
      }
    }
  }

  package func read(
    _ target: String, of selection: ClipboardSelection, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    reads += 1
    loop.next { ended(.failed("no program owns \(selection)")) }
    return ReadID(number: reads)
  }

  package func cancel(_ read: ReadID) {}

  package func own(_ selection: ClipboardSelection, targets: [String]) {
    owned.insert(selection)
    onEvent?(.changed(selection, OwnedSelection(targets: targets, isOwn: true)))
  }

  package func disown(_ selection: ClipboardSelection) {
    guard owned.remove(selection) != nil else { return }
    onEvent?(.changed(selection, nil, .set))
  }

  package func whenKnown(_ selection: ClipboardSelection, _ then: @escaping () -> Void) { then() }

  package func whenVisible(_ then: @escaping () -> Void) { then() }

  package func answer(
    _ request: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void
  ) {
    loop.next { ended(.failed("no program has asked for it")) }
  }

  package func refuse(_ request: RequestID) {}

  package func close() { onEvent = nil }
}
