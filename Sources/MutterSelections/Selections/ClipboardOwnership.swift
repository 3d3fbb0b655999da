internal import DisplaySelections

/// The clipboard's owner, and whether mutter has confirmed it.
///
/// mutter signals a change before it replies to the SetSelection that made it. So while this program waits for a reply,
/// all signals but the last are older than its call. Once the last reply has come, the last signal counts.
struct ClipboardOwnership {
  private enum State: Equatable {
    /// Each signal reports the present owner.
    case idle
    /// `calls` SetSelection calls have no reply yet.
    case setting(calls: Int)
  }

  private var state = State.idle
  /// As last signalled.
  private(set) var signalled: OwnedSelection?
  /// The owner before the last signal, if that signal said that the clipboard has no owner.
  private var left: OwnedSelection?
  /// The targets that this program owns, or will own with the next reply; nil where it owns nothing.
  private(set) var offered: TargetList?

  /// Whether a SetSelection has no reply yet.
  var isSetting: Bool { state != .idle }

  enum Action: Equatable {
    case nothing
    /// Tell the owner in `signalled`.
    case tell
  }

  /// This program has sent SetSelection; nil gives the clipboard up.
  mutating func set(_ targets: TargetList?) {
    offered = targets
    switch state {
    case .idle: state = .setting(calls: 1)
    case .setting(let calls): state = .setting(calls: calls + 1)
    }
  }

  /// mutter has replied to a SetSelection, or refused it.
  mutating func replied() -> Action {
    switch state {
    case .idle: return .nothing
    case .setting(let calls) where calls > 1:
      state = .setting(calls: calls - 1)
      return .nothing
    case .setting:
      state = .idle
      return reportOwner()
    }
  }

  mutating func ownerChanged(_ owner: OwnedSelection?) -> Action {
    let isKept = isKeptByMutter(owner)
    left = owner == nil && signalled?.isOwn == false ? signalled : nil
    signalled = owner
    if isKept { signalled?.isKeptByDisplay = true }
    switch state {
    case .idle: return reportOwner()
    case .setting: return .nothing
    }
  }

  /// mutter reads one type of each copy, and owns the clipboard with that type when the owner has left. It signals
  /// first no owner and then itself.
  private func isKeptByMutter(_ owner: OwnedSelection?) -> Bool {
    guard let owner, let left, !owner.isOwn, owner.targets.count == 1 else { return false }
    return Self.keptTypes.contains(owner.targets[0]) && left.targets.contains(owner.targets[0])
  }

  /// The types that mutter reads (meta-clipboard-manager.c).
  private static let keptTypes: Set = [
    "image/tiff", "image/bmp", "image/gif", "image/jpeg", "image/webp", "image/png",
    "image/svg+xml", "text/plain", "text/plain;charset=utf-8",
  ]

  /// The last signal reports the present owner.
  private mutating func reportOwner() -> Action {
    if signalled?.isOwn != true {
      offered = nil
    } else if offered == nil {
      // mutter has performed a SetSelection after its reply's time was over.
      offered = signalled.map { TargetList($0.targets) }
    }
    return .tell
  }
}
