/// The owner of a selection, and its content.
struct SelectionState: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case empty
    case foreign(ForeignContent)
    /// The owner has left; another may follow at once.
    case vacant(ForeignContent, OwnerLoss, until: UInt64)
    case own(Ownership)
  }

  /// The content that a change replaces.
  enum Former: Hashable, Sendable {
    case nothing
    case foreign(ForeignContent)
    case own(Ownership)
  }

  enum Change: Hashable, Sendable {
    case none
    /// Another program's content replaces the former one.
    case replaced(Former)
    /// The owner has left; the model waits `vacancy` for another.
    case vacated
    /// The selection is empty.
    case emptied(Former)
    /// The owner has left and no other followed.
    case abandoned(ForeignContent, OwnerLoss)
    /// The owner of a secret has left, and the display keeps some of the content: the selection must be emptied.
    case secretKept
    /// The display refused dragclip's ownership, or never confirmed it; this is the owner that it reported instead.
    case late(Owner?)
  }

  /// How long the model waits for another owner once one has left.
  static let vacancy: UInt64 = 100_000

  private var state = State.empty

  var isEmpty: Bool {
    switch state {
    case .empty: true
    case .foreign, .vacant, .own: false
    }
  }

  var foreign: ForeignContent? {
    switch state {
    case .foreign(let content): content
    case .empty, .vacant, .own: nil
    }
  }

  /// Another program's content, whether its owner is present or has just left.
  var lastForeign: ForeignContent? {
    switch state {
    case .foreign(let content), .vacant(let content, _, _): content
    case .empty, .own: nil
    }
  }

  var own: Ownership? {
    switch state {
    case .own(let ownership): ownership
    case .empty, .foreign, .vacant: nil
    }
  }

  var deadline: UInt64? {
    switch state {
    case .empty: nil
    case .foreign(let content): content.deadline
    case .vacant(_, _, let until): until
    case .own(let ownership): ownership.deadline
    }
  }

  // MARK: Inputs

  /// The display reports an owner; `content` is the content of a foreign one.
  mutating func changed(
    to owner: Owner?, content: ForeignContent?, _ loss: OwnerLoss = .unknown, at now: UInt64
  ) -> Change {
    switch (state, owner?.isOwn) {
    case (.empty, nil), (.vacant, nil), (.empty, true?), (.foreign, true?), (.vacant, true?):
      // A late event about an ownership that dragclip has given up.
      return .none
    case (.foreign(var content), nil):
      content.inspection.ownerLeft()
      content.ahead.ownerLeft()
      state = .vacant(content, loss, until: now + Self.vacancy)
      return .vacated
    case (.empty, false?): return replace(.nothing, content)
    case (.vacant(let former, _, _), false?):
      guard owner?.isKeptByDisplay == true, former.mustNotBeKept || former.held != nil else {
        return replace(.foreign(former), content)
      }
      // The display kept one type. The model restores all types that were read once the vacancy is over, or none.
      return former.isSecret ? .secretKept : .none
    case (.foreign(let former), false?): return replace(.foreign(former), content)
    case (.own(var ownership), _):
      let change = ownership.changed(to: owner)
      state = .own(ownership)
      return apply(change, to: ownership, content)
    }
  }

  mutating func timePassed(_ now: UInt64) -> Change {
    switch state {
    case .empty: return .none
    case .foreign(var content):
      content.ahead.timePassed(now)
      if content.ahead.isRunning { content.inspection.start() }
      state = .foreign(content)
      return .none
    case .vacant(let former, let loss, let until):
      guard now >= until else { return .none }
      state = .empty
      return .abandoned(former, loss)
    case .own(var ownership):
      let change = ownership.timePassed(now)
      state = .own(ownership)
      return late(change)
    }
  }

  /// The display has not made dragclip the owner.
  mutating func refused() -> Change {
    switch state {
    case .empty, .foreign, .vacant: return .none
    case .own(var ownership):
      let change = ownership.refused()
      state = .own(ownership)
      return late(change)
    }
  }

  private func late(_ change: Ownership.Change) -> Change {
    switch change {
    case .none: .none
    case .lost(let owner): .late(owner)
    }
  }

  /// dragclip owns the selection from now on.
  mutating func claim(_ ownership: Ownership) -> Former {
    defer { state = .own(ownership) }
    return former
  }

  /// dragclip empties the selection.
  mutating func clear() -> Former {
    defer { state = .empty }
    return former
  }

  mutating func update(_ content: ForeignContent) {
    switch state {
    case .foreign: state = .foreign(content)
    case .vacant(_, let loss, let until):
      state = .vacant(content, loss, until: until)
    case .empty, .own: break
    }
  }

  mutating func update(_ ownership: Ownership) {
    switch state {
    case .own: state = .own(ownership)
    case .empty, .foreign, .vacant: break
    }
  }

  private var former: Former {
    switch state {
    case .empty: .nothing
    case .foreign(let content), .vacant(let content, _, _): .foreign(content)
    case .own(let ownership): .own(ownership)
    }
  }

  private mutating func replace(_ former: Former, _ content: ForeignContent?) -> Change {
    guard let content else { return .none }
    state = .foreign(content)
    return .replaced(former)
  }

  private mutating func apply(
    _ change: Ownership.Change, to ownership: Ownership, _ content: ForeignContent?
  ) -> Change {
    switch change {
    case .none: return .none
    case .lost(nil):
      state = .empty
      return .emptied(.own(ownership))
    case .lost(.some): return replace(.own(ownership), content)
    }
  }
}
