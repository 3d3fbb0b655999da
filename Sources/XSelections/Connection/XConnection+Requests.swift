internal import CXCB

/// A part of a property.
struct PropertyPart {
  /// 0 if the window has no such property.
  let type: Atom
  /// Bits of a value: 8, 16 or 32.
  let format: UInt8
  let bytes: [UInt8]
  /// Bytes of the property that follow.
  let rest: UInt32

  /// The values of a list of atoms or numbers; nil for another format.
  var words: [UInt32]? {
    guard format == 32 else { return nil }
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }
}

extension XConnection {
  // MARK: Windows

  /// Makes an invisible window that reports changes of its properties.
  func makeWindow() -> Window {
    let window = newIdentifier()
    let root = server.root
    send { connection in
      var mask =
        XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue
      xcb_create_window(
        connection, 0, window, root, -1, -1, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue),
        0, XCB_CW_EVENT_MASK.rawValue, &mask)
    }
    return window
  }

  /// Replaces the mask of events that this program gets of a window.
  func selectEvents(_ mask: EventInterest, of window: Window) {
    send { connection in
      var mask = mask.rawValue
      xcb_change_window_attributes(connection, window, XCB_CW_EVENT_MASK.rawValue, &mask)
    }
  }

  // MARK: Properties

  func deleteProperty(_ property: Atom, of window: Window) {
    send { xcb_delete_property($0, window, property) }
  }

  /// `then` gets nil if the window does not exist, or the property is shorter than `offset`.
  func readProperty(
    _ property: Atom, of window: Window, from offset: UInt32 = 0, upTo count: Int,
    then: @escaping (PropertyPart?) -> Void
  ) {
    ask { connection in
      xcb_get_property(connection, 0, window, property, 0, offset / 4, UInt32(count / 4)).sequence
    } then: { reply in
      guard let reply = reply?.assumingMemoryBound(to: xcb_get_property_reply_t.self) else {
        return then(nil)
      }
      let bytes = UnsafeRawBufferPointer(
        start: xcb_get_property_value(reply), count: Int(xcb_get_property_value_length(reply)))
      then(
        PropertyPart(
          type: reply.pointee.type, format: reply.pointee.format, bytes: [UInt8](bytes),
          rest: reply.pointee.bytes_after))
    }
  }

  func writeProperty(_ property: Atom, of window: Window, type: Atom, bytes: [UInt8]) {
    send(bytes.count + 64) { connection in
      xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 8,
        UInt32(bytes.count), bytes)
    }
  }

  func writeProperty(_ property: Atom, of window: Window, type: Atom, words: [UInt32]) {
    send(words.count * 4 + 64) { connection in
      xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property, type, 32,
        UInt32(words.count), words)
    }
  }

  /// Makes the server report its time, as the time of the property's change. To append nothing would fail if another
  /// client has given the property another type.
  func touchProperty(_ property: Atom, of window: Window) {
    send { connection in
      xcb_change_property(
        connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, property,
        XCB_ATOM_INTEGER.rawValue, 32, 0, nil)
    }
  }

  // MARK: Names

  /// `then` gets 0 if there is no such atom and `creating` is false.
  func findAtom(_ name: String, creating: Bool, then: @escaping (Atom) -> Void) {
    ask(name.utf8.count + 64) { connection in
      xcb_intern_atom(connection, creating ? 0 : 1, UInt16(clamping: name.utf8.count), name)
        .sequence
    } then: { reply in
      then(reply?.assumingMemoryBound(to: xcb_intern_atom_reply_t.self).pointee.atom ?? 0)
    }
  }

  /// `then` gets no bytes for a number that is no atom.
  func findName(of atom: Atom, then: @escaping ([UInt8]) -> Void) {
    ask { connection in
      xcb_get_atom_name(connection, atom).sequence
    } then: { reply in
      guard let reply = reply?.assumingMemoryBound(to: xcb_get_atom_name_reply_t.self) else {
        return then([])
      }
      let bytes = UnsafeRawBufferPointer(
        start: xcb_get_atom_name_name(reply), count: Int(xcb_get_atom_name_name_length(reply)))
      then([UInt8](bytes))
    }
  }
}
