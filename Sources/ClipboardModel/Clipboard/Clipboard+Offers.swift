package import DragModel

/// The offers that dragclip has published.
extension Clipboard {
  /// All of them.
  package var ownOffers: [Identifier] {
    lazyOffers + keptOffers.values.compactMap(\.publication.offer)
  }

  /// Those that end with this program, because only it can provide their content.
  package var lazyOffers: [Identifier] {
    ClipboardSelection.allCases.flatMap { selection in
      [state(selection).lastForeign?.publication.offer, state(selection).own?.relay.offer]
        .compactMap(\.self)
    } + retired.map(\.offer)
  }

  /// Offers of other programs that a selection shows.
  package var copiedOffers: Set<Identifier> {
    Set(ClipboardSelection.allCases.compactMap { state($0).own?.copied?.offer })
  }

  /// The entries of the history that an offer publishes now.
  package var keptHistory: [HistoryItem] {
    history.entries.compactMap { entry in
      keptOffers[entry.content.serial]?.publication.offer.map {
        HistoryItem(offer: $0, content: entry.content, isPinned: entry.isPinned)
      }
    }
  }
}
