internal import DBus
internal import DisplaySelections

/// A signal of mutter, or of the bus about mutter, that concerns a session.
enum MutterSignal: Equatable {
  case ownerChanged(OwnedSelection?)
  /// A program pastes content that this session owns.
  case transfer(type: String, serial: UInt32)
  /// mutter has ended the session.
  case closed
  /// mutter has left the bus, or lost its name.
  case vanished

  /// Nil for any other message, and for one with other arguments.
  init?(_ message: Message, of session: MutterSession) {
    guard message.kind == .signal else { return nil }
    if message.hasSender(session.mutter), message.path == session.path,
      message.interface == MutterSession.interface
    {
      self.init(session: message)
    } else if let change = NameOwnerChange(message), change.name == MutterSession.service,
      change.old == session.mutter
    {
      self = .vanished
    } else {
      return nil
    }
  }

  private init?(session message: Message) {
    var reader = message.read()
    if message.hasMember("SelectionOwnerChanged") {
      guard let owner = try? Self.owner(&reader) else { return nil }
      self = .ownerChanged(owner.selection)
    } else if message.hasMember("SelectionTransfer") {
      guard let type = try? reader.string(), let serial = try? reader.uint32() else { return nil }
      self = .transfer(type: type, serial: serial)
    } else if message.hasMember("Closed") {
      self = .closed
    } else {
      return nil
    }
  }

  /// The signal's owner. `try?` would merge its nil with a failure's.
  private struct Owner {
    var selection: OwnedSelection?
  }

  /// A signal without types says that no program owns the clipboard.
  ///
  /// mutter reports the types of X11 and Wayland programs in reverse order, and those of a session like this one, such
  /// as a remote desktop's, in theirs. It does not tell which kind the owner is; programs are the rule.
  private static func owner(_ reader: inout MessageReader) throws(DecodingFailure) -> Owner {
    var targets: TargetList?
    var isOwn = false
    try reader.dictionary { key, value throws(DecodingFailure) in
      switch key {
      case "mime-types": targets = try types(&value)
      case "session-is-owner": isOwn = try value.bool()
      // A later mutter may add options.
      default: break
      }
    }
    return Owner(
      selection: targets.map {
        OwnedSelection(targets: isOwn ? $0.names : $0.names.reversed(), isOwn: isOwn)
      })
  }

  /// mutter 43 puts a structure around the array.
  private static func types(_ value: inout MessageReader) throws(DecodingFailure) -> TargetList {
    var list = TargetList()
    if value.type == .structure {
      var fields = try value.structure()
      try read(&fields, into: &list)
    } else {
      try read(&value, into: &list)
    }
    return list
  }

  /// Stops decoding at the list's bounds: an owner may offer any number of types.
  private static func read(
    _ reader: inout MessageReader, into list: inout TargetList
  ) throws(DecodingFailure) {
    var names = try reader.array()
    while !names.isAtEnd, !list.isFull { list.append(try names.string()) }
  }
}
