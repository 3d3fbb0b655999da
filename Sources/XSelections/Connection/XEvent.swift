internal import CXCB
internal import DisplaySelections

/// An event of the server that concerns selections.
enum XEvent: Equatable {
  case propertyChanged(window: Window, property: Atom, isDeleted: Bool, time: UInt32)
  /// An owner has answered a conversion; `property` is 0 if it refused.
  case converted(requestor: Window, selection: Atom, target: Atom, property: Atom, time: UInt32)
  case requested(ConversionRequest)
  /// XFIXES: a selection has another owner, or none (0).
  case ownerChanged(selection: Atom, owner: Window, time: UInt32, OwnerChange)
  case cleared(selection: Atom)
  case destroyed(window: Window)
  /// A request failed because that window does not exist.
  case badWindow(Window)

  /// Nil for an event of no interest.
  init?(_ event: UnsafePointer<xcb_generic_event_t>, firstFixesEvent: UInt8) {
    let bytes = UnsafeRawPointer(event)
    // The highest bit says that a client made the event, as owners do with SelectionNotify.
    switch event.pointee.response_type & 0x7f {
    case 0:
      let error = bytes.loadUnaligned(as: xcb_generic_error_t.self)
      guard error.error_code == UInt8(XCB_WINDOW) || error.error_code == UInt8(XCB_DRAWABLE) else {
        return nil
      }
      self = .badWindow(error.resource_id)
    case UInt8(XCB_PROPERTY_NOTIFY):
      let change = bytes.loadUnaligned(as: xcb_property_notify_event_t.self)
      self = .propertyChanged(
        window: change.window, property: change.atom,
        isDeleted: change.state == UInt8(XCB_PROPERTY_DELETE.rawValue), time: change.time)
    case UInt8(XCB_SELECTION_NOTIFY):
      let notice = bytes.loadUnaligned(as: xcb_selection_notify_event_t.self)
      self = .converted(
        requestor: notice.requestor, selection: notice.selection, target: notice.target,
        property: notice.property, time: notice.time)
    case UInt8(XCB_SELECTION_REQUEST):
      let request = bytes.loadUnaligned(as: xcb_selection_request_event_t.self)
      self = .requested(
        ConversionRequest(
          requestor: request.requestor, selection: request.selection, target: request.target,
          property: request.property, time: request.time))
    case UInt8(XCB_SELECTION_CLEAR):
      self = .cleared(
        selection: bytes.loadUnaligned(as: xcb_selection_clear_event_t.self).selection)
    case UInt8(XCB_DESTROY_NOTIFY) where event.pointee.response_type & 0x80 == 0:
      self = .destroyed(window: bytes.loadUnaligned(as: xcb_destroy_notify_event_t.self).window)
    case firstFixesEvent:
      let change = bytes.loadUnaligned(as: xcb_xfixes_selection_notify_event_t.self)
      self = .ownerChanged(
        selection: change.selection, owner: change.owner, time: change.selection_timestamp,
        OwnerChange(change.subtype))
    default: return nil
    }
  }
}

extension OwnerChange {
  /// From the subtype of XFIXES's event.
  fileprivate init(_ subtype: UInt8) {
    switch UInt32(subtype) {
    case XCB_XFIXES_SELECTION_EVENT_SET_SELECTION_OWNER.rawValue: self = .set
    case XCB_XFIXES_SELECTION_EVENT_SELECTION_WINDOW_DESTROY.rawValue,
      XCB_XFIXES_SELECTION_EVENT_SELECTION_CLIENT_CLOSE.rawValue:
      self = .ownerEnded
    default: self = .unknown
    }
  }
}

/// A requestor's request to convert a selection to a target, into a property of its window.
struct ConversionRequest: Equatable {
  let requestor: Window
  let selection: Atom
  let target: Atom
  /// Obsolete clients give none (0) and mean the target's atom.
  let property: Atom
  let time: UInt32

  var destination: Atom { property == 0 ? target : property }

  /// Whether the request is for an ownership that began at `since`. Times wrap around, and 0 means now.
  func isNotBefore(_ since: UInt32) -> Bool {
    time == 0 || Int32(bitPattern: time &- since) >= 0
  }
}
