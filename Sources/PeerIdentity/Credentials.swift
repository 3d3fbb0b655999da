internal import DBus
internal import DragModel
internal import DragSystem

/// The process that connected a peer, as the bus knows it.
enum Credentials: Sendable {
  /// The bus has held a descriptor of it since it connected.
  case process(ProcessHandle)
  /// All that the bus has kept is a number, which may have another process by now.
  case number(UInt32)
  case unknown

  /// Reads the reply to GetConnectionCredentials.
  init(_ reply: Message) {
    var reader = reply.read()
    var found = Credentials.unknown
    do throws(DecodingFailure) {
      try reader.dictionary { key, value throws(DecodingFailure) in
        switch (key, found) {
        case ("ProcessFD", _): found = Self.process(of: try value.descriptor())
        case ("ProcessID", .unknown): found = .number(try value.uint32())
        default: break
        }
      }
      self = found
    } catch {
      self = .unknown
    }
  }

  private static func process(of descriptor: consuming OwnedFileDescriptor) -> Credentials {
    do throws(SystemError) {
      return .process(try ProcessHandle(descriptor))
    } catch {
      // It has ended: whoever has the number now is somebody else.
      return .unknown
    }
  }

  /// Looks at the process.
  ///
  /// - Parameter latest: when the peer was there at the latest, on the clock `Clock.boottime`.
  func party(_ peer: Peer, connectedBy latest: UInt64?) throws(SystemError) -> Party {
    switch self {
    case .unknown: return Party(peer)
    case .process(let process): return Self.party(peer, try ProcessFacts(process))
    case .number(let number):
      let facts = try ProcessFacts(ProcessHandle(process: number))
      // A process that was started after the peer connected has got the number of the one that connected it.
      guard let latest, facts.started <= latest else { return Party(peer) }
      return Self.party(peer, facts)
    }
  }

  private static func party(_ peer: Peer, _ facts: ProcessFacts) -> Party {
    guard facts.flatpakInfo == nil else {
      let application = facts.flatpakInfo.flatMap(ApplicationID.inFlatpakInfo)
      return Party(peer, application: application ?? "", isSandboxed: true)
    }
    // Where a proxy runs says nothing of the program behind it, and what needs one is in a sandbox.
    let isProxy = facts.program == "xdg-dbus-proxy"
    return Party(
      peer, application: ApplicationID.inCgroups(facts.cgroups) ?? "",
      isSandboxed: isProxy || !facts.sharesRoot,
      unit: ApplicationID.unit(inCgroups: facts.cgroups))
  }
}
