internal import DBus
internal import DragSystem
internal import MutterSelections

/// A connection to the session bus that has nothing but mutter's session.
///
/// mutter ends a session with its connection, and an X11 program that is pasting then waits for ever: mutter gives it
/// neither an end nor an error. So the service manager keeps the socket of this connection while a program pastes. If
/// dragclip is killed meanwhile, the session goes on: mutter sees the pipes of all pastes end, and so do the programs.
/// The next dragclip gives up the clipboard for the former one, and closes its socket later.
final class MutterConnection {
  /// How long mutter may need to give its programs what it has of a paste, in microseconds.
  private static let patience: UInt64 = 60_000_000
  /// No former dragclip has made so many calls.
  private static let lastSerial = UInt32.max

  let bus: Connection
  private let loop: EventLoop
  private let workers: WorkerPool

  init(_ loop: EventLoop, _ workers: WorkerPool) throws(MutterError) {
    do throws(BusError) {
      bus = try Connection.session()
    } catch {
      throw .refused(error)
    }
    self.loop = loop
    self.workers = workers
    bus.allowDescriptorsPerMessage()
    bus.attach(to: loop, workers: workers)
    bus.serveInTurns(.clipboard)
  }

  /// Passes mutter's signals on. The bus's connection retains this object.
  func serve(_ display: MutterSelections) {
    bus.onMessage = { [self, weak display] message in
      if message.kind == .call, message.expectsReply {
        bus.send(
          message.errorReply(BusError.Name.unknownObject, "this connection serves no objects"))
      }
      display?.receive(message)
    }
    bus.onDisconnect = { [weak display] in display?.busEnded() }
  }

  /// Has the service manager keep the socket while a program pastes, if there is such a manager.
  func keepWhilePasting(_ display: MutterSelections) throws(SystemError) {
    guard let store = try DescriptorStore(loop: loop) else { return }
    let socket = PeerDescriptor(try bus.duplicateSocket(), lane: .mutterSockets, pool: workers)
    let name = Self.name(of: bus, display.sessionPath)
    guard DescriptorStore.isName(name) else { return }
    display.onPasting = { isPasting in
      if isPasting { store.keep(socket, as: name) } else { store.drop(name) }
    }
  }

  // MARK: Former dragclips

  /// Unlike a process's number, a unique name never comes back.
  private static func name(of bus: Connection, _ session: String) -> String {
    "mutter-\(bus.uniqueName.drop { $0 == ":" })\(session)"
  }

  /// The path of the session in such a name.
  private static func session(in name: String) -> String? {
    guard name.hasPrefix("mutter-") else { return nil }
    return name.firstIndex(of: "/").map { String(name[$0...]) }
  }

  /// Gives up the clipboard for former dragclips that were killed in a paste, at once, because they answer no other. It
  /// closes their sockets once mutter needs them no longer.
  static func endFormer(_ passed: PassedDescriptors, _ loop: EventLoop) {
    var names: [String] = []
    for name in passed.names {
      guard let path = session(in: name) else { continue }
      names.append(name)
      guard let message = MutterSelections.giveUp(session: path) else { continue }
      // The socket does not block. Where the former dragclip was killed in a write of its own, the bus ends it.
      passed[name]?.withDescriptor { socket in
        try? socket.write(all: message.wireForm(serial: lastSerial))
      }
    }
    guard !names.isEmpty else { return }
    let store = try? DescriptorStore(loop: loop)
    loop.after(microseconds: patience) { [names] in
      withExtendedLifetime(passed) {
        for name in names { store?.drop(name) }
      }
    }
  }
}
