internal import CDBus
internal import DragSystem

/// The call by which the bus reports how many bytes it keeps for receivers that have not read them.
enum BusStatistics {
  case unknown
  /// dbus-daemon's GetConnectionStats, which reports on one connection.
  case ofDaemon
  /// dbus-broker's GetStats, which reports on all connections.
  case ofBroker
  /// The bus has neither call, or denies it to this connection.
  case unavailable

  /// The messages that a query is about.
  enum Subject {
    /// All messages that this connection has sent.
    case sentByUs
    /// All messages that were sent to a peer.
    case sentTo(String)
  }
}

extension Connection {
  /// Asks the bus how many bytes it keeps; `then` gets nil if the bus does not report it.
  func askBus(
    _ subject: BusStatistics.Subject, _ turns: Turns, then: @escaping (Int?) -> Void
  ) {
    switch turns.statistics {
    case .unknown, .ofDaemon:
      let name =
        switch subject {
        case .sentByUs: uniqueName
        case .sentTo(let peer): peer
        }
      call("GetConnectionStats", name) { [self] result in
        switch result {
        case .success(let reply):
          turns.statistics = .ofDaemon
          then(reply.bytesKept(subject))
        case .failure(let error)
        where turns.statistics == .unknown && error.name != BusError.Name.nameHasNoOwner:
          turns.statistics = .ofBroker
          askBus(subject, turns, then: then)
        case .failure:
          // The peer has left.
          then(nil)
        }
      }
    case .ofBroker:
      call("GetStats", nil) { result in
        switch result {
        case .success(let reply):
          let kept = reply.bytesKeptByBroker(subject)
          if kept == nil { turns.statistics = .unavailable }
          then(kept)
        case .failure:
          turns.statistics = .unavailable
          then(nil)
        }
      }
    case .unavailable:
      attachment?.loop.next { then(nil) }
    }
  }

  private func call(
    _ member: String, _ name: String?, then: @escaping (Result<Message, BusError>) -> Void
  ) {
    do throws(BusError) {
      let question = try Self.busCall(member, name, interface: "org.freedesktop.DBus.Debug.Stats")
      call(question, timeout: 5_000, then: then)
    } catch {
      attachment?.loop.next { then(.failure(error)) }
    }
  }
}

extension Message {
  /// Reads the reply to dbus-daemon's GetConnectionStats.
  fileprivate func bytesKept(_ subject: BusStatistics.Subject) -> Int? {
    let wanted =
      switch subject {
      case .sentByUs: "IncomingBytes"
      case .sentTo: "OutgoingBytes"
      }
    var reader = read()
    var kept: Int?
    do throws(DecodingFailure) {
      try reader.dictionary { key, value throws(DecodingFailure) in
        if key == wanted { kept = Int(try value.uint32()) }
      }
      return kept
    } catch {
      return nil
    }
  }

  /// Reads the reply to dbus-broker's GetStats. A session bus has one user, and one account for the messages of all
  /// programs.
  fileprivate func bytesKeptByBroker(_ subject: BusStatistics.Subject) -> Int? {
    var reader = read()
    var kept: Int?
    do throws(DecodingFailure) {
      try reader.dictionary { key, value throws(DecodingFailure) in
        switch (subject, key) {
        case (.sentByUs, "org.bus1.DBus.Debug.Stats.UserAccounting"):
          try value.array { user throws(DecodingFailure) in
            kept = max(kept ?? 0, try Self.bytesOfUser(&user))
          }
        case (.sentTo(let peer), "org.bus1.DBus.Debug.Stats.PeerAccounting"):
          // A peer that has left is not listed, and the bus keeps nothing for it.
          kept = 0
          try value.array { entry throws(DecodingFailure) in
            kept = try Self.bytes(for: peer, &entry) ?? kept
          }
        default: break
        }
      }
      return kept
    } catch {
      return nil
    }
  }

  /// Reads a `(ua(suu)a{ua{su}})`: the user, then the rest and the total of each quota.
  private static func bytesOfUser(_ user: inout MessageReader) throws(DecodingFailure) -> Int {
    var fields = try user.structure()
    _ = try fields.uint32()
    var used = 0
    try fields.array { quota throws(DecodingFailure) in
      var quota = try quota.structure()
      guard try quota.string() == "Bytes" else { return }
      let left = Int(try quota.uint32())
      used = Int(try quota.uint32()) - left
    }
    return used
  }

  /// Reads a `(sa{sv}a{su})`: the peer, its credentials, and its use of each resource; nil for another peer.
  private static func bytes(
    for peer: String, _ entry: inout MessageReader
  ) throws(DecodingFailure) -> Int? {
    var fields = try entry.structure()
    guard try fields.string() == peer else { return nil }
    fields.skip()
    var bytes: Int?
    try fields.array { use throws(DecodingFailure) in
      var use = try use.dictionaryEntry()
      if try use.string() == "OutgoingBytes" { bytes = Int(try use.uint32()) }
    }
    return bytes
  }
}
