internal import DisplaySelections

/// The owner of one selection of a seat, as the compositor has reported it.
///
/// The protocol does not say which program makes an offer. An offer is our own while our source lives and the names are
/// the same: other programs' offers come after the source was cancelled, or with other names. If no offer follows the
/// end of our source, the caller syncs with the compositor and then calls `confirmed`.
struct SelectionOwner {
  private enum State {
    case notOurs
    /// Our source with these types is set, or about to be.
    case ours(TypeList)
    /// The compositor has cancelled our source, and has not reported the next owner.
    case cancelled
    /// We have destroyed our source, and the compositor has not confirmed that.
    case disowned(TypeList)
  }

  enum Action: Equatable {
    case nothing
    case report
    /// Sync with the compositor, then call `confirmed`.
    case confirm
    /// No other program owns the selection: clear it.
    case clear
  }

  private var state = State.notOurs
  private var offered: TypeList?
  /// The present owner, as reported to the user of the seat.
  private(set) var present: OwnedSelection?

  /// A source of ours with these types is set.
  mutating func own(_ types: TypeList) {
    state = .ours(types)
  }

  /// The compositor has announced an owner, or none.
  mutating func selected(_ types: TypeList?) -> Action {
    let isOwn: Bool
    switch (state, types) {
    case (.ours(let own), let types?): isOwn = types.hasSameNames(as: own)
    // The compositor announced this before it handled our source.
    case (.ours, nil): isOwn = false
    case (.disowned(let own), let types?) where types.hasSameNames(as: own): isOwn = true
    case (.disowned, _), (.cancelled, _), (.notOurs, _):
      state = .notOurs
      isOwn = false
    }
    let before = present
    offered = types
    present = types.map { OwnedSelection(targets: $0.names, isOwn: isOwn) }
    return before == nil && present == nil ? .nothing : .report
  }

  /// The compositor no longer uses our source.
  mutating func cancelled() -> Action {
    switch state {
    case .ours:
      guard present?.isOwn == true else {
        state = .notOurs
        return .nothing
      }
      state = .cancelled
      return .confirm
    case .disowned, .cancelled, .notOurs: return .nothing
    }
  }

  /// We give the selection up. For `confirm` the caller destroys our source first.
  mutating func disown() -> Action {
    switch state {
    case .ours(let types):
      state = .disowned(types)
      return .confirm
    case .disowned, .cancelled, .notOurs: return .nothing
    }
  }

  /// The compositor has handled our requests and reported all changes before them.
  mutating func confirmed() -> Action {
    switch state {
    case .cancelled:
      state = .notOurs
      present = offered.map { OwnedSelection(targets: $0.names, isOwn: false) }
      return .report
    case .disowned:
      state = .notOurs
      return .clear
    case .ours, .notOurs: return .nothing
    }
  }
}
