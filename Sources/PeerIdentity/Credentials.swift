internal import DBus
internal import DragModel
internal import DragSystem

/// The process of a peer, as the bus knows it.
enum Credentials: Sendable {
  /// The bus has held a descriptor of it since it connected.
  case process(ProcessHandle)
  /// The bus has kept only the process's number, which another process may have by now.
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
      // The process has ended, and its number may belong to another one.
      return .unknown
    }
  }

  /// Identifies the process.
  ///
  /// - Parameter latest: a moment of `Clock.boottime` before which the peer connected.
  func party(_ peer: Peer, connectedBy latest: UInt64?) throws(SystemError) -> Party {
    switch self {
    case .unknown: return Party(peer)
    case .process(let process): return Self.party(peer, try ProcessFacts(process))
    case .number(let number):
      let facts = try ProcessFacts(ProcessHandle(process: number))
      // A process that started after the peer connected has reused the number.
      guard let latest, facts.started <= latest else { return Party(peer) }
      return Self.party(peer, facts)
    }
  }

  private static func party(_ peer: Peer, _ facts: ProcessFacts) -> Party {
    guard facts.flatpakInfo == nil else {
      let application = facts.flatpakInfo.flatMap(ApplicationID.inFlatpakInfo)
      return Party(peer, application: application ?? "", isSandboxed: true, program: facts.program)
    }
    // A proxy's own cgroup says nothing of the program behind it, and only a sandboxed program needs a proxy.
    let isProxy = facts.program == "xdg-dbus-proxy"
    return Party(
      peer, application: ApplicationID.inCgroups(facts.cgroups) ?? "",
      isSandboxed: isProxy || !facts.sharesRoot,
      unit: ApplicationID.unit(inCgroups: facts.cgroups), program: isProxy ? "" : facts.program)
  }
}
