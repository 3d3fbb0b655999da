package import DragSystem

/// Chooses the paste that ends early where a display that does not tell who pastes has no room for a new one. A program
/// that pastes much and reads nothing then takes no room from others.
package enum UnreadPaste {
  /// The copy whose program has taken nothing for the longest time: of those that no program reads, or else of the
  /// others. Nil where no copy waits for its program.
  package static func oldest(
    among copies: some Sequence<(id: RequestID, copy: PeerCopy)>
  ) -> RequestID? {
    copies.compactMap { id, copy in
      copy.untakenSince.map { (id: id, rank: (copy.isRead ? 1 : 0, $0)) }
    }.min { $0.rank < $1.rank }?.id
  }
}
