/// This program's ownership of one selection: ICCCM section 2.1.
///
/// Taking ownership needs three round trips: for the atoms of the targets, for the time, and for the confirmation.
/// Until the server confirms, requests get the content that this program owned before.
///
/// A claim that must not take the selection from another program is made with the time of the last claim of all. The
/// server ignores it if there was a later one since, even if this program has not heard of that one. When the owner
/// ends, that time stays.
struct SelectionOwnership {
  /// The owner that the server reports.
  enum Reported {
    case nobody, thisProgram, another
  }

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
    /// Without a time, the claim is made with the server's present time.
    case naming(UInt64, claimTime: UInt32?)
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
    /// Tell that the claim failed.
    case reportRefusal
  }

  private var step = Step.none
  private var attempts: UInt64 = 0
  /// The confirmed ownership.
  private(set) var held: Held?
  /// The time of the last claim, as last reported when no other program owned the selection; nil if it is unknown.
  private var lastFree: UInt32?

  /// Whether a claim is to be made that the server has not got yet.
  var isBeforeClaim: Bool {
    switch step {
    case .naming, .asking: true
    case .none, .claiming: false
    }
  }

  mutating func own(unlessTaken: Bool = false) -> Action {
    attempts += 1
    step = .naming(attempts, claimTime: unlessTaken ? timeBeforeOthers : nil)
    return .findAtoms(attempts)
  }

  /// The time of a claim that fails if another program claims before it. A claim that is still to be made, and that
  /// must win, hands this on to the one that replaces it.
  private var timeBeforeOthers: UInt32? {
    switch step {
    case .none: lastFree
    case .naming(_, let time): time
    case .asking: nil
    case .claiming(_, let time): time
    }
  }

  mutating func named(_ attempt: UInt64, _ offered: Offered) -> Action {
    switch step {
    case .naming(attempt, let time?):
      step = .claiming(offered, time: time)
      return .claim(time: time)
    case .naming(attempt, nil):
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

  /// The server reports an owner; `time` is that of the last claim, or 0 if it is unknown.
  mutating func ownerChanged(to owner: Reported, time: UInt32) {
    if owner != .another, time != 0 { lastFree = time }
    guard owner == .thisProgram else {
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
  /// - Parameter isFree: whether the selection has no owner.
  mutating func refused(time: UInt32, isFree: Bool) -> Action {
    guard case .claiming(let offered, time) = step else { return .none }
    // Nobody has claimed it since. The server takes a time of more than 24 days ago for one to come.
    if isFree, lastFree == time {
      attempts += 1
      step = .asking(attempts, offered)
      return .findTime(attempts)
    }
    step = .none
    return .reportRefusal
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
