/// Who owns a selection, and with what.
struct SelectionState: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case empty
    case foreign(ForeignContent)
    /// Its owner has gone; another may be about to come.
    case vacant(ForeignContent, Departure, until: UInt64)
    case own(Ownership)
  }

  /// What the selection had before.
  enum Former: Hashable, Sendable {
    case nothing
    case foreign(ForeignContent)
    case own(Ownership)
  }

  enum Change: Hashable, Sendable {
    case none
    /// Another program's content is there, in place of the former.
    case replaced(Former)
    /// The owner has gone; it is time to wait for another.
    case vacated
    /// Nothing is there any more.
    case emptied(Former)
    /// The owner has gone and no other has come.
    case abandoned(ForeignContent, Departure)
    /// The owner of a secret has gone, and the display keeps some of it: it is to be emptied.
    case secretKept
    /// The display never told that the selection is owned here; this is what it told instead, to be taken in now.
    case late(Owner?)
  }

  /// For another owner to come, once one has gone.
  static let vacancy: UInt64 = 100_000

  private var state = State.empty

  var foreign: ForeignContent? {
    switch state {
    case .foreign(let content): content
    case .empty, .vacant, .own: nil
    }
  }

  /// Another program's content, whether its owner is still there or not.
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

  /// The display tells of an owner; `content` is what that makes.
  mutating func changed(
    to owner: Owner?, content: ForeignContent?, _ departure: Departure = .unknown, at now: UInt64
  ) -> Change {
    switch (state, owner?.isOwn) {
    case (.empty, nil), (.vacant, nil), (.empty, true?), (.foreign, true?), (.vacant, true?):
      // What is owned here no more is told late.
      return .none
    case (.foreign(var content), nil):
      content.inspection.ownerLeft()
      content.ahead.ownerLeft()
      state = .vacant(content, departure, until: now + Self.vacancy)
      return .vacated
    case (.empty, false?): return replace(.nothing, content)
    case (.vacant(let former, _, _), false?):
      guard owner?.isKeptByDisplay == true, former.isUnkept || former.held != nil else {
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
      if content.ahead.isRunning { content.inspection.want() }
      state = .foreign(content)
      return .none
    case .vacant(let former, let departure, let until):
      guard now >= until else { return .none }
      state = .empty
      return .abandoned(former, departure)
    case .own(var ownership):
      let change = ownership.timePassed(now)
      state = .own(ownership)
      switch change {
      case .none: return .none
      case .lost(let owner): return .late(owner)
      }
    }
  }

  /// This program owns the selection from now on.
  mutating func claim(_ ownership: Ownership) -> Former {
    defer { state = .own(ownership) }
    return former
  }

  /// The selection is emptied from here.
  mutating func clear() -> Former {
    defer { state = .empty }
    return former
  }

  mutating func update(_ content: ForeignContent) {
    switch state {
    case .foreign: state = .foreign(content)
    case .vacant(_, let departure, let until):
      state = .vacant(content, departure, until: until)
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
