package import DragModel

/// The offers that dragclip has published.
extension Clipboard {
  /// All of them.
  package var ownOffers: [Identifier] {
    lazyOffers + keptOffers.values.compactMap(\.publication.known)
  }

  /// Those that end with this program, because only it can provide their content.
  package var lazyOffers: [Identifier] {
    ClipboardSelection.allCases.flatMap { selection in
      [state(selection).lastForeign?.publication.offer, state(selection).own?.relay.offer]
        .compactMap(\.self)
    } + retired.map(\.offer)
  }

  /// Whether no selection has a content, and the history has none.
  package var isEmpty: Bool {
    history.entries.isEmpty && ClipboardSelection.allCases.allSatisfy { state($0).isEmpty }
  }

  /// What ends with this program though a selection shows it, because the history does not have it.
  package var unkeptSelections: [ClipboardSelection] {
    ClipboardSelection.allCases.filter { selection in
      !state(selection).isEmpty && (selection != .clipboard || ownedEntry == nil)
    }
  }

  /// Offers of other programs that a selection shows.
  package var copiedOffers: Set<Identifier> { copiedOffers { _ in true } }

  /// Those whose content another clipboard manager shows. Pastes do not come here, so they tell nothing of its end.
  package var echoedOffers: Set<Identifier> { copiedOffers { state($0).own == nil } }

  /// Those that the history does not have: a paste that dragclip does not see, as dragctl's, may be their last use.
  package var unrememberedOffers: Set<Identifier> {
    copiedOffers { shownCopy(of: $0)?.isRemembered == false }
  }

  private func copiedOffers(_ isMeant: (ClipboardSelection) -> Bool) -> Set<Identifier> {
    Set(ClipboardSelection.allCases.filter(isMeant).compactMap { shownCopy(of: $0)?.offer })
  }

  /// The copied offer that a selection shows: dragclip owns the selection, or another clipboard manager owns the
  /// content that dragclip owned.
  func shownCopy(of selection: ClipboardSelection) -> CopiedOffer? {
    let state = state(selection)
    if let own = state.own { return own.copied }
    return state.lastForeign.map(isEcho) == true ? lastOwned[selection]?.copied : nil
  }

  /// The offer that a caller has copied, if dragclip owns a selection with it.
  package func ownCopy(of selection: ClipboardSelection) -> CopiedOffer? {
    state(selection).own?.copied
  }

  /// The number of the content of a selection that a caller has copied; nil for another content.
  package func copiedSerial(of selection: ClipboardSelection) -> Serial? {
    state(selection).own.flatMap { $0.copied == nil ? nil : $0.serial }
  }

  /// Whether another clipboard manager shows what dragclip owned.
  func isEcho(_ content: ForeignContent) -> Bool { content.types.markerID == settings.markerID }

  /// Whether the history was told to forget what is on the clipboard, or to pause before it was copied.
  package var isPresentForgotten: Bool { state(.clipboard).lastForeign?.isForgotten == true }

  /// The content of the history that dragclip owns the clipboard with, and may own it with again after a restart.
  package var ownedEntry: Serial? {
    guard let own = state(.clipboard).own, !own.isSensitive, !own.isCut,
      own.copied?.expires == nil, let content = own.held ?? own.copy,
      history.contains(content.serial)
    else { return nil }
    return content.serial
  }

  /// The entries of the history that an offer publishes now, or has published until dragd was restarted.
  package var keptHistory: [HistoryItem] {
    history.entries.compactMap { entry in
      keptOffers[entry.content.serial]?.publication.known.map { HistoryItem(entry, offer: $0) }
    }
  }
}
