internal import CDBus
package import DragSystem

// A message as it passes where no descriptor can: in the place of each descriptor stands a uint16, its place among the
// message's descriptors. No member that dragd's programs call or have takes a uint16.

extension Message {
  /// A copy without descriptors, with the same number; `take` gets them in their order.
  ///
  /// Throws NotSupported for a message that has a uint16 itself, and NoMemory when no further descriptor can be opened.
  package func removingDescriptors(
    _ take: @escaping (consuming OwnedFileDescriptor) -> Void
  ) throws(BusError) -> Message {
    var count: UInt16 = 0
    let exchange = Exchange(from: .unixFD, to: .uint16) { source, copy throws(BusError) in
      var number: Int32 = -1
      dbus_message_iter_get_basic(&source, &number)
      guard number >= 0 else { throw .noDescriptor("no further file descriptor can be opened") }
      take(OwnedFileDescriptor(adopting: number))
      allocated(dbus_message_iter_append_basic(&copy, TypeCode.uint16.code, &count))
      count += 1
    }
    return try exchange.copy(of: self)
  }

  /// The inverse: a copy in which the descriptors stand in their places.
  ///
  /// - Parameter lend: appends the descriptor of a place, which it lends; false if there is none.
  package func insertingDescriptors(
    _ lend: @escaping (_ place: UInt16, _ append: (borrowing OwnedFileDescriptor) -> Void) -> Bool
  ) throws(BusError) -> Message {
    let exchange = Exchange(from: .uint16, to: .unixFD) { source, copy throws(BusError) in
      var place: UInt16 = 0
      dbus_message_iter_get_basic(&source, &place)
      var isAppended = false
      let isKnown = lend(place) { descriptor in
        var number = descriptor.rawValue
        isAppended = dbus_message_iter_append_basic(&copy, TypeCode.unixFD.code, &number) != 0
      }
      guard isKnown else { throw .invalid("a message names a stream that it does not have") }
      guard isAppended else { throw .noDescriptor("no further file descriptor can be opened") }
    }
    return try exchange.copy(of: self)
  }

  /// The error that stands for this reply, with its address; nil for a call or a signal, which have none.
  package func replaced(byError name: String, _ text: String) -> Message? {
    guard kind == .reply || kind == .error else { return nil }
    let caller = ReplyAddress(caller: destination ?? "", serial: replySerial)
    let error = Message(
      failing: caller, Syntax.isErrorName(name) ? name : BusError.Name.failed, text)
    if let sender { sender.withCString { allocated(dbus_message_set_sender(error.body, $0)) } }
    return error
  }
}

/// Copies a message, and values of one type as values of another.
private struct Exchange {
  let old: TypeCode
  let new: TypeCode
  let exchange:
    (_ source: inout DBusMessageIter, _ copy: inout DBusMessageIter) throws(BusError) -> Void

  init(
    from old: TypeCode, to new: TypeCode,
    _ exchange: @escaping (inout DBusMessageIter, inout DBusMessageIter) throws(BusError) -> Void
  ) {
    self.old = old
    self.new = new
    self.exchange = exchange
  }

  func copy(of message: Message) throws(BusError) -> Message {
    let pointer = message.pointer
    let copy = Message(adopting: allocated(dbus_message_new(dbus_message_get_type(pointer))))
    var source = DBusMessageIter()
    var target = DBusMessageIter()
    dbus_message_iter_init_append(copy.body, &target)
    if dbus_message_iter_init(pointer, &source) != 0 { try values(&source, &target) }
    header(of: pointer, to: copy.body)
    return copy
  }

  private func header(of source: OpaquePointer, to copy: OpaquePointer) {
    if let text = dbus_message_get_path(source) { allocated(dbus_message_set_path(copy, text)) }
    if let text = dbus_message_get_interface(source) {
      allocated(dbus_message_set_interface(copy, text))
    }
    if let text = dbus_message_get_member(source) {
      allocated(dbus_message_set_member(copy, text))
    }
    if let text = dbus_message_get_error_name(source) {
      allocated(dbus_message_set_error_name(copy, text))
    }
    if let text = dbus_message_get_destination(source) {
      allocated(dbus_message_set_destination(copy, text))
    }
    if let text = dbus_message_get_sender(source) {
      allocated(dbus_message_set_sender(copy, text))
    }
    let reply = dbus_message_get_reply_serial(source)
    if reply != 0 { allocated(dbus_message_set_reply_serial(copy, reply)) }
    dbus_message_set_no_reply(copy, dbus_message_get_no_reply(source))
    dbus_message_set_auto_start(copy, dbus_message_get_auto_start(source))
    dbus_message_set_serial(copy, dbus_message_get_serial(source))
  }

  private func values(
    _ source: inout DBusMessageIter, _ copy: inout DBusMessageIter
  ) throws(BusError) {
    while true {
      let type = dbus_message_iter_get_arg_type(&source)
      // DBUS_TYPE_INVALID
      if type == 0 { return }
      if type == old.code {
        try exchange(&source, &copy)
      } else if type == new.code {
        throw BusError(
          name: BusError.Name.notSupported,
          message: "a message with a \(new) cannot pass to another machine with a \(old)")
      } else if dbus_type_is_basic(type) != 0 {
        // Eight bytes have room for each basic value, and for the pointer to a text.
        var value: UInt64 = 0
        dbus_message_iter_get_basic(&source, &value)
        allocated(dbus_message_iter_append_basic(&copy, type, &value))
      } else {
        try container(type, &source, &copy)
      }
      dbus_message_iter_next(&source)
    }
  }

  private func container(
    _ type: Int32, _ source: inout DBusMessageIter, _ copy: inout DBusMessageIter
  ) throws(BusError) {
    var inner = DBusMessageIter()
    var target = DBusMessageIter()
    dbus_message_iter_recurse(&source, &inner)
    let signature: [CChar]? =
      switch TypeCode(code: type) {
      case .array: exchanged(&source, dropping: 1)
      case .variant: exchanged(&inner, dropping: 0)
      default: nil
      }
    if let signature {
      allocated(dbus_message_iter_open_container(&copy, type, signature, &target))
    } else {
      allocated(dbus_message_iter_open_container(&copy, type, nil, &target))
    }
    do throws(BusError) {
      if type == TypeCode.array.code,
        dbus_message_iter_get_element_type(&source) == TypeCode.byte.code
      {
        var base: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(&inner, &base, &count)
        if count > 0 {
          allocated(
            dbus_message_iter_append_fixed_array(&target, TypeCode.byte.code, &base, count))
        }
      } else {
        try values(&inner, &target)
      }
    } catch {
      dbus_message_iter_abandon_container(&copy, &target)
      throw error
    }
    allocated(dbus_message_iter_close_container(&copy, &target))
  }

  /// The signature of the value at an iterator, with the one type in the place of the other.
  private func exchanged(_ iterator: inout DBusMessageIter, dropping count: Int) -> [CChar] {
    let text = allocated(dbus_message_iter_get_signature(&iterator))
    defer { dbus_free(text) }
    let (from, to) = (CChar(old.rawValue), CChar(new.rawValue))
    return (count..<strlen(text)).map { text[$0] == from ? to : text[$0] } + [0]
  }
}
