package import DragModel

/// An event at the display, at dragd or of a caller.
package enum ClipboardInput: Hashable, Sendable {
  // From the display.
  /// The loss says how a selection without an owner lost its owner.
  case changed(ClipboardSelection, Owner?, OwnerLoss = .unknown)
  /// The display has not made dragclip the owner: another program has claimed the selection later.
  case ownRefused(ClipboardSelection)
  case requested(ClipboardSelection, target: String, PasteNumber)
  /// The owner is about to leave and asks the clipboard manager to keep its content.
  case saveRequested(ClipboardSelection, PasteNumber)
  case readEnded(ReadNumber, ReadOutcome)

  // From callers on the bus.
  case copy(CallNumber, CopiedOffer, ClipboardSelection)
  case current(CallNumber, ClipboardSelection)
  case history(CallNumber, count: UInt32)
  case forget(CallNumber, Identifier)
  case forgetAll(CallNumber)
  case pin(CallNumber, Identifier)
  case unpin(CallNumber, Identifier)
  case clear(CallNumber, ClipboardSelection)
  case setPaused(Bool)

  // From dragd.
  case published(Serial, PublicationKind, Identifier)
  case publishFailed(Serial, PublicationKind, Rejection)
  /// dragd has ended one of dragclip's offers.
  case released(Identifier)
  /// An offer that was copied to the clipboard has ended.
  case copiedOfferEnded(Identifier)
  /// A restarted dragd still has an offer that was copied.
  case copiedOfferStays(Identifier)
  case brokerLeft
  /// A dragd has appeared on the bus.
  case brokerCame

  /// An earlier dragclip of the session was told to forget what is on the clipboard now.
  case presentIsForgotten
  /// An earlier dragclip kept this; nil if it has no offer any more. The oldest comes first.
  case restored(KeptContent, Identifier?, isPinned: Bool, id: EntryID? = nil)
  /// The person has set the most bytes of a content to read ahead, and the limits of the history.
  case configured(readAheadBytes: UInt64, History.Limits)
  /// An earlier dragclip of the session owned the clipboard with this content of the history when it ended.
  case presentWasOwn(Serial)
  case timePassed
}

/// An action that the program performs.
package enum ClipboardEffect: Hashable, Sendable {
  // At the display.
  case own(ClipboardSelection, [String])
  /// The same, unless another program has become the owner meanwhile.
  case ownUnlessTaken(ClipboardSelection, [String])
  case disown(ClipboardSelection)
  /// Takes the selection from its owner and clears it.
  case empty(ClipboardSelection)
  case read(ReadNumber, ClipboardSelection, ReadPurpose, limit: UInt64)
  /// Reads the copied offer that dragclip owns; `readEnded` follows, as for a read of the display.
  case readCopied(ReadNumber, PasteSource, limit: UInt64)
  case cancel(ReadNumber)
  /// Drops the bytes of a read that has ended.
  case drop(ReadNumber)
  case serve(PasteNumber, PasteSource)
  case refuse(PasteNumber)

  // At dragd.
  case publishLazy(Serial, [ImportedType], isSensitive: Bool)
  /// `replaces`: the offer of the same content that a restarted dragd may still have.
  case publishHeld(KeptContent, replaces: Identifier?)
  case publishRelay(Serial, [CopiedItem])
  case withdraw(Identifier)

  // To callers.
  case reply(CallNumber, Reply)
  /// To all watchers.
  case notify(ClipboardSelection, Serial)
  /// The history or one of its offers has changed: save it.
  case historyChanged
  /// Tell all watchers that the history has changed.
  case notifyOfHistory
}

/// The reply to a call.
package enum Reply: Hashable, Sendable {
  case done
  case current(PresentContent)
  case history([HistoryItem])
  case failed(Rejection)
}

/// The present content of a selection, as Current returns it.
package struct PresentContent: Hashable, Sendable {
  package var offer: Identifier
  package var targets: [String]
  package var isSensitive: Bool
  package var isCut: Bool
  package var isOwn: Bool
  package var isHeld: Bool
  package var process: UInt32?
  package var serial: Serial
  /// The offer's types, best first; nil while dragclip does not know them for certain.
  package var types: [MIMEType]?
  /// What dragclip itself has of it.
  package var kept: KeptContent?
  /// The offer of that, if it is the whole of a copied offer, which may have a file that can change.
  package var keptOffer: Identifier?
}

/// An entry of the history and the offer that publishes it.
package struct HistoryItem: Hashable, Sendable {
  package var offer: Identifier
  package var id: EntryID
  package var content: KeptContent
  /// When it was copied last, in microseconds of the real-time clock since 1970.
  package var copied: UInt64
  package var isPinned: Bool

  init(_ entry: History.Entry, offer: Identifier) {
    self.offer = offer
    id = entry.id
    content = entry.content
    copied = entry.copied
    isPinned = entry.isPinned
  }
}

/// The source of the bytes of one of dragclip's offers.
package enum ProvideSource: Hashable, Sendable {
  case display(ClipboardSelection, ImportedType)
  case held(ReadNumber, size: UInt64)
  /// The offer of another program.
  case offer(Identifier)
}
