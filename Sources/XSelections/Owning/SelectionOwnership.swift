/// This program's ownership of one selection: ICCCM section 2.1.
///
/// Taking ownership needs three round trips: for the atoms of the targets, for the time, and for the confirmation.
/// Until the server confirms, requests get the content that this program owned before.
struct SelectionOwnership {
  /// The targets for requestors.
  struct Offered: Equatable {
    /// Best first.
    var names: [String]
    var atoms: [Atom]

    func name(of atom: Atom) -> String? {
      atoms.firstIndex(of: atom).map { names[$0] }
    }
  }

  struct Held: Equatable {
    var offered: Offered
    var time: UInt32
  }

  private enum Step: Equatable {
    case none
    case naming(UInt64)
    case asking(UInt64, Offered)
    case claiming(Offered, time: UInt32)
  }

  enum Action: Equatable {
    case none
    /// Find the atoms, then call `named` with the number.
    case findAtoms(UInt64)
    /// Find the server's time, then call `timed` with the number.
    case findTime(UInt64)
    /// Take ownership as of that time.
    case claim(time: UInt32)
    /// Give up the ownership of that time.
    case release(time: UInt32)
  }

  private var step = Step.none
  private var attempts: UInt64 = 0
  /// The confirmed ownership.
  private(set) var held: Held?

  /// Whether a claim is to be made that the server has not got yet.
  var isBeforeClaim: Bool {
    switch step {
    case .naming, .asking: true
    case .none, .claiming: false
    }
  }

  mutating func own() -> Action {
    attempts += 1
    step = .naming(attempts)
    return .findAtoms(attempts)
  }

  mutating func named(_ attempt: UInt64, _ offered: Offered) -> Action {
    switch step {
    case .naming(attempt):
      step = .asking(attempt, offered)
      return .findTime(attempt)
    case .none, .naming, .asking, .claiming: return .none
    }
  }

  mutating func timed(_ attempt: UInt64, _ time: UInt32) -> Action {
    switch step {
    case .asking(attempt, let offered):
      step = .claiming(offered, time: time)
      return .claim(time: time)
    case .none, .naming, .asking, .claiming: return .none
    }
  }

  /// The server reports an owner.
  mutating func ownerChanged(isOwn: Bool, time: UInt32) {
    guard isOwn else {
      held = nil
      return
    }
    switch step {
    case .claiming(let offered, time):
      held = Held(offered: offered, time: time)
      step = .none
    case .none, .naming, .asking, .claiming:
      // The report is about an earlier claim than the latest.
      break
    }
  }

  /// The claim failed: another program claimed the selection at a later time.
  mutating func lost(time: UInt32) {
    switch step {
    case .claiming(_, time): step = .none
    case .none, .naming, .asking, .claiming: break
    }
  }

  mutating func disown() -> Action {
    defer {
      step = .none
      held = nil
    }
    switch step {
    case .claiming(_, let time): return .release(time: time)
    case .none, .naming, .asking: return held.map { .release(time: $0.time) } ?? .none
    }
  }
}
