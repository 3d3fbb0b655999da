/// What another program has put on a selection.
struct ForeignContent: Hashable, Sendable {
  let serial: Serial
  let owner: Owner
  let types: ImportedTypes
  /// When it was copied: by the clock that deadlines go by, and by the real-time clock.
  let copied: UInt64
  let copiedRealtime: UInt64
  var inspection: Inspection
  var ahead: ReadAhead
  /// The lazy offer.
  var publication = Publication()
  /// What was read of it, once that is all there is to read.
  var held: KeptContent?
  /// Calls of Current that wait.
  var calls: [CallNumber] = []
  /// The owner's requests to keep it.
  var saves: [PasteNumber] = []

  /// Nothing may be kept of it.
  var isUnkept: Bool { inspection.isDone && (inspection.isSensitive || inspection.isCut) }

  /// What is to be read next.
  var nextRead: ReadPurpose? {
    if let mark = inspection.next { return mark }
    return inspection.isDone ? ahead.next : nil
  }

  var deadline: UInt64? { ahead.deadline }
}
