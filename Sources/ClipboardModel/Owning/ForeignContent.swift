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
  /// The owner has asked for it: it is about to leave, however it does that.
  var isSaved = false

  /// Whether every type of it was read.
  var isHeldWhole: Bool { held?.types.count == types.types.count }

  /// Nothing may be kept of it.
  var isUnkept: Bool { isSecret || (inspection.isDone && inspection.isCut) }

  var isSecret: Bool { inspection.isDone && inspection.isSensitive }

  /// Whether what was read is to outlast such a departure. A single word that is cleared soon after it was copied may
  /// be a password; where the display does not tell, any end may be a clearing.
  func isPassedOn(_ departure: Departure, isRecent: Bool) -> Bool {
    switch departure {
    case .ended: true
    case .cleared: isSaved
    case .unknown: isSaved || !(isRecent && held?.isSingleWord == true)
    }
  }

  /// What is to be read next.
  var nextRead: ReadPurpose? {
    if let mark = inspection.next { return mark }
    return inspection.isDone ? ahead.next : nil
  }

  var deadline: UInt64? { ahead.deadline }
}
