/// The content of a selection that another program owns.
struct ForeignContent: Hashable, Sendable {
  let serial: Serial
  let owner: Owner
  let types: ImportedTypes
  /// The time of the copy, by the clock of the deadlines and by the real-time clock.
  let copied: UInt64
  let copiedRealtime: UInt64
  var inspection: Inspection
  var ahead: ReadAhead
  /// The lazy offer.
  var publication = Publication()
  /// The types that were read, once the read-ahead is done.
  var held: KeptContent?
  /// Calls of Current that wait.
  var calls: [CallNumber] = []
  /// The owner's requests to keep the content.
  var saveRequests: [PasteNumber] = []
  /// Somebody had the history forget it, or it was copied in a pause of the history: it is not read ahead.
  var isForgotten = false
  /// The owner asked to keep the content, so its loss is no clearing.
  var isSaved = false

  /// Whether every type of it was read.
  var isHeldWhole: Bool { held?.types.count == types.types.count }

  /// Whether nothing of the content may be kept.
  var mustNotBeKept: Bool { isSecret || (inspection.isDone && inspection.isCut) }

  var isSecret: Bool { inspection.isDone && inspection.isSensitive }

  /// Whether the types that were read outlive such a loss of the owner. A single word that is cleared soon after
  /// the copy may be a password; where the display does not tell, any loss may be a clearing.
  func outlivesOwner(_ loss: OwnerLoss, isRecent: Bool) -> Bool {
    switch loss {
    case .ended: true
    case .cleared: isSaved
    case .unknown: isSaved || !(isRecent && held?.isSingleWord == true)
    }
  }

  /// The next read.
  var nextRead: ReadPurpose? {
    if let mark = inspection.next { return mark }
    return inspection.isDone ? ahead.next : nil
  }

  var deadline: UInt64? { ahead.deadline }
}
