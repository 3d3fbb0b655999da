/// Who owns one selection, as far as this program is concerned: ICCCM section 2.1.
///
/// To own it takes three questions to the server: the atoms of the targets, the time, and whether it worked. Until the
/// server says that it did, requests are served from what was owned before.
struct Ownership {
  /// What is offered to requestors.
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
    /// Find out the server's time, then call `timed` with the number.
    case findTime(UInt64)
    /// Own the selection from that time on.
    case claim(time: UInt32)
    /// Give it up, if it is still that ownership.
    case release(time: UInt32)
  }

  private var step = Step.none
  private var attempts: UInt64 = 0
  /// What is owned now.
  private(set) var held: Held?

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

  /// The server says who owns the selection now.
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
      // An earlier claim, which another one has overtaken here.
      break
    }
  }

  /// The claim did not work: somebody else was later.
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
