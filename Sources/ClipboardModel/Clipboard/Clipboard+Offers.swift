package import DragModel

/// The offers that are dragclip's own now.
extension Clipboard {
  /// All of them.
  package var ownOffers: [Identifier] {
    lazyOffers + holdings.values.compactMap(\.publication.offer)
  }

  /// Those that end with this program: what they stand for can only be had through it.
  package var lazyOffers: [Identifier] {
    Selection.allCases.flatMap { selection in
      [state(selection).lastForeign?.publication.offer, state(selection).own?.relay.offer]
        .compactMap(\.self)
    } + retired.map(\.offer)
  }

  /// Offers of other programs that a selection shows.
  package var copiedOffers: Set<Identifier> {
    Set(Selection.allCases.compactMap { state($0).own?.copied?.offer })
  }

  /// The history with the offers that have it; without those that have none now.
  package var keptHistory: [HistoryItem] {
    history.entries.compactMap { entry in
      holdings[entry.content.serial]?.publication.offer.map {
        HistoryItem(offer: $0, content: entry.content, isPinned: entry.isPinned)
      }
    }
  }
}
