internal import CXCB

/// The events that this program gets of another client's window.
struct EventInterest: OptionSet, Hashable {
  let rawValue: UInt32

  static let destruction = EventInterest(rawValue: XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue)
  static let properties = EventInterest(rawValue: XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue)
}

/// Counts the uses of other clients' windows. A window can be an owner's and a requestor's several times at once, but
/// the server has one mask for it.
struct WindowInterest {
  enum Role {
    /// Needs the window's destruction.
    case owner
    /// Needs the window's destruction and properties.
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

  /// The mask to set, if it has changed.
  mutating func add(_ role: Role, _ window: Window) -> EventInterest? {
    change(window) { uses in
      switch role {
      case .owner: uses.owner += 1
      case .requestor: uses.requestor += 1
      }
    }
  }

  /// The mask to set, if it has changed.
  mutating func remove(_ role: Role, _ window: Window) -> EventInterest? {
    guard windows[window] != nil else { return nil }
    return change(window) { uses in
      switch role {
      case .owner: uses.owner = max(uses.owner - 1, 0)
      case .requestor: uses.requestor = max(uses.requestor - 1, 0)
      }
    }
  }

  /// The window was destroyed, and the server has dropped its mask.
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
