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

  /// Identifies the process, without reading any file in its sandbox.
  ///
  /// - Parameters:
  ///   - latest: a moment of `Clock.boottime` before which the peer connected.
  ///   - trusted: a unit whose sandbox does not count.
  func identification(
    of peer: Peer, connectedBy latest: UInt64?, trusting trusted: ServiceUnit? = nil
  ) throws(SystemError) -> Identification {
    switch self {
    case .unknown: return .known(Party(peer))
    case .process(let process):
      return Identification(peer, process, try ProcessFacts(process), trusted)
    case .number(let number):
      let process = try ProcessHandle(process: number)
      let facts = try ProcessFacts(process)
      // A process that started after the peer connected has reused the number.
      guard let latest, facts.started <= latest else { return .known(Party(peer)) }
      return Identification(peer, process, facts, trusted)
    }
  }
}

/// What dragd knows of a peer before it has read a file in the peer's sandbox.
enum Identification: Sendable {
  case known(Party)
  /// The file in its sandbox names the application. Reading it may wait for a file system of the sandbox.
  case inSandbox(Party, ProcessHandle)

  init(
    _ peer: Peer, _ process: ProcessHandle, _ facts: ProcessFacts, _ trusted: ServiceUnit?
  ) {
    switch facts.flatpakInfo {
    case .credible: self = .inSandbox(Party(peer, program: facts.program), process)
    // Any program in a sandbox may have made it: it proves nothing.
    case .forgeable: self = .known(Party(peer, program: facts.program))
    case .absent: self = .known(Self.party(peer, facts, trusted))
    }
  }

  /// Reads the file in the sandbox, if there is one.
  func read() throws(SystemError) -> Party {
    switch self {
    case .known(let party): return party
    case .inSandbox(var party, let process):
      let text = try FlatpakInfo.text(of: process)
      party.application = text.flatMap(ApplicationID.inFlatpakInfo) ?? ""
      return party
    }
  }

  private static func party(
    _ peer: Peer, _ facts: ProcessFacts, _ trusted: ServiceUnit?
  ) -> Party {
    // Where a proxy runs does not say where the program behind it runs, and only a sandboxed program needs a proxy.
    let isProxy = facts.program == "xdg-dbus-proxy"
    let isFree = facts.sharesRoot || trusted?.contains(facts.cgroups) == true
    return Party(
      peer, application: ApplicationID.inCgroups(facts.cgroups) ?? "",
      isSandboxed: isProxy || !isFree,
      unit: ApplicationID.unit(inCgroups: facts.cgroups), program: isProxy ? "" : facts.program)
  }
}
