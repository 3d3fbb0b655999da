internal import CXCB

/// What this program is told of another client's window.
struct EventInterest: OptionSet, Hashable {
  let rawValue: UInt32

  static let destruction = EventInterest(rawValue: XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
  static let properties = EventInterest(rawValue: XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue)
}

/// Why other clients' windows are watched. A window can be an owner's and a requestor's at once, and several times;
/// the server knows one mask for it.
struct WindowInterest {
  enum Role {
    /// Its death matters.
    case owner
    /// Its death and its properties do.
    case requestor
  }

  private struct Uses {
    var owner = 0
    var requestor = 0

    var mask: EventInterest {
      if requestor > 0 { return [.destruction, .properties] }
      return owner > 0 ? .destruction : []
    }
  }

  private var windows: [Window: Uses] = [:]

  var isEmpty: Bool { windows.isEmpty }

  /// The mask to set, where it is another one now.
  mutating func add(_ role: Role, _ window: Window) -> EventInterest? {
    change(window) { uses in
      switch role {
      case .owner: uses.owner += 1
      case .requestor: uses.requestor += 1
      }
    }
  }

  /// The mask to set, where it is another one now.
  mutating func remove(_ role: Role, _ window: Window) -> EventInterest? {
    guard windows[window] != nil else { return nil }
    return change(window) { uses in
      switch role {
      case .owner: uses.owner = max(uses.owner - 1, 0)
      case .requestor: uses.requestor = max(uses.requestor - 1, 0)
      }
    }
  }

  /// The window is gone: there is nothing to end any more.
  mutating func forget(_ window: Window) {
    windows[window] = nil
  }

  private mutating func change(_ window: Window, _ body: (inout Uses) -> Void) -> EventInterest? {
    var uses = windows[window] ?? Uses()
    let before = uses.mask
    body(&uses)
    windows[window] = uses.mask.isEmpty ? nil : uses
    return uses.mask == before ? nil : uses.mask
  }
}
