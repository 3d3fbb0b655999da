internal import CXCB

extension XConnection {
  /// Requests an event for every change of the selection's owner, the owner's end included.
  func watchOwner(of selection: Atom, for window: Window) {
    let kinds =
      XCB_XFIXES_SELECTION_EVENT_MASK_SET_SELECTION_OWNER.rawValue
      | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_WINDOW_DESTROY.rawValue
      | XCB_XFIXES_SELECTION_EVENT_MASK_SELECTION_CLIENT_CLOSE.rawValue
    send { xcb_xfixes_select_selection_input($0, window, selection, kinds) }
  }

  /// `then` gets 0 if the selection has no owner.
  func findOwner(of selection: Atom, then: @escaping (Window) -> Void) {
    ask { connection in
      xcb_get_selection_owner(connection, selection).sequence
    } then: { reply in
      then(reply?.assumingMemoryBound(to: xcb_get_selection_owner_reply_t.self).pointee.owner ?? 0)
    }
  }

  /// A `window` of 0 clears the selection. The server ignores a time before that of the last change.
  func setOwner(of selection: Atom, to window: Window, time: UInt32) {
    send { xcb_set_selection_owner($0, window, selection, time) }
  }

  func convert(
    _ selection: Atom, to target: Atom, into property: Atom, of requestor: Window, time: UInt32
  ) {
    send { xcb_convert_selection($0, requestor, selection, target, property, time) }
  }

  /// Tells a requestor that its conversion is in `property`; 0 refuses it.
  func notify(_ request: ConversionRequest, property: Atom) {
    send { connection in
      var notice = xcb_selection_notify_event_t()
      notice.response_type = UInt8(XCB_SELECTION_NOTIFY)
      notice.time = request.time
      notice.requestor = request.requestor
      notice.selection = request.selection
      notice.target = request.target
      notice.property = property
      // An event has 32 bytes, which libxcb reads; the struct is shorter.
      withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { event in
        event.initializeMemory(as: UInt8.self, repeating: 0)
        event.storeBytes(of: notice, as: xcb_selection_notify_event_t.self)
        _ = xcb_send_event(
          connection, 0, request.requestor, 0, event.assumingMemoryBound(to: CChar.self).baseAddress
        )
      }
    }
  }

  /// The process of a window's client, where the server knows it: XRes, for a client on the same machine.
  func findProcess(of window: Window, then: @escaping (Int32?) -> Void) {
    guard server.hasXRes else { return then(nil) }
    ask { connection in
      var client = xcb_res_client_id_spec_t(
        client: window, mask: XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID.rawValue)
      return xcb_res_query_client_ids(connection, 1, &client).sequence
    } then: { reply in
      guard let reply = reply?.assumingMemoryBound(to: xcb_res_query_client_ids_reply_t.self) else {
        return then(nil)
      }
      let values = xcb_res_query_client_ids_ids_iterator(reply)
      guard values.rem > 0, xcb_res_client_id_value_value_length(values.data) > 0 else {
        return then(nil)
      }
      then(xcb_res_client_id_value_value(values.data).flatMap { Int32(exactly: $0.pointee) })
    }
  }
}
