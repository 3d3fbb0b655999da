internal import DBus
internal import DragSystem
internal import MutterSelections

/// A connection to the session bus that has nothing but mutter's session.
///
/// mutter ends a session with its connection, and an X11 program that is pasting then waits for ever: mutter gives it
/// neither an end nor an error. So the service manager keeps the socket of this connection. When dragclip is killed,
/// the session goes on, mutter sees the pipes of all pastes end, and so does each program. The next dragclip closes the
/// former one's socket.
final class MutterConnection {
  /// How long mutter may need to give its programs what it has of a paste, in microseconds.
  private static let patience: UInt64 = 60_000_000
  private static let prefix = "mutter-"

  let bus: Connection
  private let loop: EventLoop
  private let workers: WorkerPool
  private var kept: (DescriptorStore, PeerDescriptor)?

  init(_ loop: EventLoop, _ workers: WorkerPool) throws(MutterError) {
    do throws(BusError) {
      bus = try Connection.session()
    } catch {
      throw .refused(error)
    }
    self.loop = loop
    self.workers = workers
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

  /// Has the service manager keep the socket, where there is one.
  func keep() throws(SystemError) {
    guard let store = try DescriptorStore(loop: loop) else { return }
    let socket = PeerDescriptor(try bus.duplicateSocket(), lane: .mutterSockets, pool: workers)
    // Unlike a process's number, a unique name never comes back.
    store.keep(socket, as: Self.prefix + bus.uniqueName.drop { $0 == ":" })
    kept = (store, socket)
  }

  /// Closes the sockets of former dragclips, once mutter needs them no longer.
  static func closeFormer(_ passed: PassedDescriptors, _ loop: EventLoop) {
    let names = passed.names.filter { $0.hasPrefix(prefix) }
    guard !names.isEmpty, let store = try? DescriptorStore(loop: loop) else { return }
    loop.after(microseconds: patience) {
      withExtendedLifetime(passed) {
        for name in names { store.drop(name) }
      }
    }
  }
}
