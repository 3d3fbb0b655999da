internal import DBus

/// A session of mutter's interface for remote desktops, for its clipboard only. This program never starts the session,
/// so mutter shows no dialog and no indicator, and adds no input device.
///
/// mutter ends the session with the connection; it has no call that ends a session which was never started.
struct MutterSession {
  static let service = "org.gnome.Mutter.RemoteDesktop"
  static let interface = "org.gnome.Mutter.RemoteDesktop.Session"

  /// The unique name of mutter.
  let mutter: String
  let path: String

  /// Asks mutter for a session whose signals reach `bus`.
  static func create(
    on bus: Connection, within milliseconds: Int
  ) throws(MutterError) -> MutterSession {
    do throws(BusError) {
      // Before the call, so that the bus also reports an end of mutter right after its reply.
      try bus.addMatch(ownerRule)
      let call = try Message.call(
        to: service, path: "/org/gnome/Mutter/RemoteDesktop", interface: service,
        member: "CreateSession")
      call.startNothing()
      let reply = try bus.callAndWait(call, timeout: milliseconds)
      var reader = reply.read()
      let session = MutterSession(
        mutter: reply.sender ?? "", path: try path(&reader))
      try bus.addMatch(session.signalRule)
      return session
    } catch {
      try? bus.removeMatch(ownerRule)
      throw MutterError(error)
    }
  }

  private static func path(_ reader: inout MessageReader) throws(BusError) -> String {
    do throws(DecodingFailure) { return try reader.path() } catch { throw BusError(error) }
  }

  /// mutter signals the present owner before it replies; without an owner it signals nothing.
  func enableClipboard() throws(BusError) -> Message {
    try options("EnableClipboard", types: nil)
  }

  /// Gives the clipboard up, and leaves pastes alone that have a pipe.
  func disableClipboard() throws(BusError) -> Message { try call("DisableClipboard") }

  /// Owns the clipboard with these types, or gives it up.
  func setSelection(_ types: [String]?) throws(BusError) -> Message {
    try options("SetSelection", types: types)
  }

  func read(_ type: String) throws(BusError) -> Message {
    let message = try call("SelectionRead")
    try message.write { writer throws(BusError) in try writer.append(type) }
    return message
  }

  func write(_ serial: UInt32) throws(BusError) -> Message {
    let message = try call("SelectionWrite")
    try message.write { writer throws(BusError) in try writer.append(serial) }
    return message
  }

  func writeDone(_ serial: UInt32, success: Bool) throws(BusError) -> Message {
    let message = try call("SelectionWriteDone")
    try message.write { writer throws(BusError) in
      try writer.append(serial)
      try writer.append(success)
    }
    return message
  }

  /// Its reply arrives after everything that mutter has sent before.
  func ping() throws(BusError) -> Message {
    try Message.call(
      to: mutter, path: path, interface: "org.freedesktop.DBus.Peer", member: "Ping")
  }

  private func call(_ member: String) throws(BusError) -> Message {
    try Message.call(to: mutter, path: path, interface: Self.interface, member: member)
  }

  private func options(_ member: String, types: [String]?) throws(BusError) -> Message {
    let message = try call(member)
    try message.write { writer throws(BusError) in
      try writer.appendDictionary { options throws(BusError) in
        if let types { try options.entry("mime-types", strings: types) }
      }
    }
    return message
  }

  // MARK: Match rules

  /// A signal of the bus: mutter's name has another owner.
  static let ownerRule = NameOwnerChange.rule(for: service)

  var signalRule: String {
    "type='signal',sender='\(Self.service)',interface='\(Self.interface)',path='\(path)'"
  }

  /// Removes the rules that `create` has added.
  func removeRules(from bus: Connection) {
    try? bus.removeMatch(Self.ownerRule)
    try? bus.removeMatch(signalRule)
  }
}
