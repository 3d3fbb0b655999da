internal import DisplaySelections

/// Who owns one selection of a seat, as far as the compositor has told.
///
/// The protocol does not say whose an offer is. It is our own while our source lives and the names are the same: other
/// programs' offers come after the source was cancelled, or with other names. Where nothing tells the end of an
/// ownership but that, the caller syncs with the compositor and then calls `confirmed`.
struct SelectionOwner {
  private enum State {
    case notOurs
    /// Our source with these types is set, or about to be.
    case ours(TypeList)
    /// The compositor has cancelled our source, and has not said who follows.
    case cancelled
    /// We have destroyed our source, and the compositor has not said that nobody follows.
    case disowned(TypeList)
  }

  enum Action: Equatable {
    case nothing
    case report
    /// Ask the compositor whether it has said everything, then call `confirmed`.
    case confirm
    /// Nobody else has come: have nobody own the selection.
    case clear
  }

  private var state = State.notOurs
  private var offered: TypeList?
  /// What the selection is now, to be reported.
  private(set) var present: OwnedSelection?

  /// A source of ours with these types is set.
  mutating func own(_ types: TypeList) {
    state = .ours(types)
  }

  /// The compositor has announced an owner, or nobody.
  mutating func selected(_ types: TypeList?) -> Action {
    let isOwn: Bool
    switch (state, types) {
    case (.ours(let own), let types?): isOwn = types.hasSameNames(as: own)
    // It was announced before the compositor knew of us.
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

  /// The compositor does not use our source any more.
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

  /// We give it up. `confirm`: our source is to be destroyed first.
  mutating func disown() -> Action {
    switch state {
    case .ours(let types):
      state = .disowned(types)
      return .confirm
    case .disowned, .cancelled, .notOurs: return .nothing
    }
  }

  /// The compositor has said everything that it had to say when `confirm` was answered.
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
