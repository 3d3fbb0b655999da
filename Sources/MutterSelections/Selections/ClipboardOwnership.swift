internal import DisplaySelections

/// Who owns the clipboard, and since when that is certain.
///
/// mutter signals a change before it replies to the SetSelection that made it. So while a reply is awaited, signals tell
/// what was before, all but the last: that one counts, once the last reply has come.
struct ClipboardOwnership {
  private enum State: Equatable {
    /// Each signal tells the present owner.
    case settled
    /// So many SetSelection calls are unanswered.
    case setting(calls: Int)
  }

  private var state = State.settled
  /// As last signalled.
  private(set) var signalled: OwnedSelection?
  /// The targets that are owned here, or are about to be; nil when they are not.
  private(set) var offered: TargetList?

  enum Action: Equatable {
    case nothing
    /// The owner to tell is `signalled`.
    case tell
  }

  /// SetSelection is sent; nil gives the clipboard up.
  mutating func set(_ targets: TargetList?) {
    offered = targets
    switch state {
    case .settled: state = .setting(calls: 1)
    case .setting(let calls): state = .setting(calls: calls + 1)
    }
  }

  /// SetSelection is answered, well or badly.
  mutating func replied() -> Action {
    switch state {
    case .settled: return .nothing
    case .setting(let calls) where calls > 1:
      state = .setting(calls: calls - 1)
      return .nothing
    case .setting:
      state = .settled
      return settle()
    }
  }

  mutating func ownerChanged(_ owner: OwnedSelection?) -> Action {
    signalled = owner
    switch state {
    case .settled: return settle()
    case .setting: return .nothing
    }
  }

  /// What mutter has said last is how it is.
  private mutating func settle() -> Action {
    if signalled?.isOwn != true {
      offered = nil
    } else if offered == nil {
      // A SetSelection whose reply came too late.
      offered = signalled.map { TargetList($0.targets) }
    }
    return .tell
  }
}
