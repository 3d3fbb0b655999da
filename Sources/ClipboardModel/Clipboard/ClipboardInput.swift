package import DragModel

/// What happens to the clipboard.
package enum ClipboardInput: Hashable, Sendable {
  // From the display.
  /// The departure says how a selection without an owner has lost it.
  case changed(Selection, Owner?, Departure = .unknown)
  case requested(Selection, target: String, PasteNumber)
  /// The owner is about to leave and asks to have these targets kept.
  case saveRequested(Selection, PasteNumber)
  case readEnded(ReadNumber, ReadOutcome)

  // From callers on the bus.
  case copy(CallNumber, CopiedOffer, Selection)
  case current(CallNumber, Selection)
  case history(CallNumber, count: UInt32)
  case forget(CallNumber, Identifier)
  case pin(CallNumber, Identifier)
  case clear(CallNumber, Selection)
  case setPaused(Bool)

  // From dragd.
  case published(Serial, PublicationKind, Identifier)
  case publishFailed(Serial, PublicationKind, Rejection)
  /// dragd has ended an offer of dragclip's.
  case released(Identifier)
  /// An offer that was copied to the clipboard has ended.
  case copiedOfferEnded(Identifier)
  case brokerLeft

  /// An earlier dragclip of the session kept this.
  case restored(KeptContent, Identifier, isPinned: Bool)
  case timePassed
}

/// What is to be done.
package enum ClipboardEffect: Hashable, Sendable {
  // At the display.
  case own(Selection, [String])
  case disown(Selection)
  /// Takes the selection from whoever owns it, and gives it up.
  case empty(Selection)
  case read(ReadNumber, Selection, ReadPurpose, limit: UInt64)
  /// Of an offer of dragd's that is owned here; it ends as a read of the display's does.
  case readCopied(ReadNumber, PasteSource, limit: UInt64)
  case cancel(ReadNumber)
  /// Lets go of the bytes of a read that has ended.
  case drop(ReadNumber)
  case serve(PasteNumber, PasteSource)
  case refuse(PasteNumber)

  // At dragd.
  case publishLazy(Serial, [ImportedType], isSensitive: Bool)
  /// `replaces`: what may still stand for it at a dragd that has come back.
  case publishHeld(KeptContent, replaces: Identifier?)
  case publishRelay(Serial, [CopiedItem])
  case withdraw(Identifier)

  // To callers.
  case reply(CallNumber, Reply)
  /// To all who watch.
  case notify(Selection, Serial)
  /// The history is another one, or its offers are.
  case historyChanged
}

/// The reply to a call.
package enum Reply: Hashable, Sendable {
  case done
  case current(PresentContent)
  case history([HistoryItem])
  case failed(Rejection)
}

/// What a selection has now.
package struct PresentContent: Hashable, Sendable {
  package var offer: Identifier
  package var targets: [String]
  package var isSensitive: Bool
  package var isCut: Bool
  package var isOwn: Bool
  package var isHeld: Bool
  package var process: UInt32?
  package var serial: Serial
}

/// A content of the history and the offer that has it.
package struct HistoryItem: Hashable, Sendable {
  package var offer: Identifier
  package var content: KeptContent
  package var isPinned: Bool
}

/// Where the bytes of an offer of dragclip's come from.
package enum ProvideSource: Hashable, Sendable {
  case display(Selection, ImportedType)
  case held(ReadNumber, size: UInt64)
  /// Another offer of dragd's.
  case offer(Identifier)
}
