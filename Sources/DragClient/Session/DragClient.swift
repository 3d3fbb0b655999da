internal import DragModel
internal import DragSystem

/// A program's connection to dragd: the place to offer, accept, and register drop targets.
///
/// All its work with the bus happens on one thread of its own, so it runs beside any main loop: GLib's, Dispatch's, or
/// none. Results arrive wherever the caller awaits them. A program that wants no thread uses ``PolledDragClient``.
///
/// A client stays on the bus while the program refers to it, while one of its offers exists, and while one of its drop
/// targets is registered; ``close()`` ends it at once.
public final class DragClient: Sendable {
  /// The version of dragd that this library belongs to. The library and a dragd of another version understand one
  /// another: the protocol's own version is in the names of its interfaces.
  public static var version: String { Release.version }

  let session: Session

  init(_ session: Session) {
    self.session = session
  }

  deinit {
    session.end()
  }

  /// The client of values that a program has made itself.
  static let none = DragClient(.none)

  /// Connects to a bus. The first call that needs dragd starts it.
  ///
  /// - Throws: `noSessionBus` when there is no bus or it refuses the connection, `system` when threads or descriptors
  ///   have run out.
  public static func connect(to bus: DragBus = .session) async throws(DragError) -> DragClient {
    let waiting = AwaitedAnswer<Result<Session, DragError>>()
    let answer = await waiting.wait {
      do throws(SystemError) {
        try LoopThread.start { loop in
          let answer = Result { () throws(DragError) in Session(try Engine(bus, on: loop)) }
          if case .failure = answer { loop.stop() }
          waiting.answer(answer)
        }
      } catch {
        waiting.answer(.failure(DragError(error)))
      }
    }
    return DragClient(try answer.get())
  }

  /// Leaves the bus. Offers end, except for the content that dragd holds; whatever waits for an answer, and every later
  /// call, fails with `disconnected`. Harmless when repeated.
  public func close() {
    session.end()
  }
}

/// The bus that dragd is on.
public enum DragBus: Hashable, Sendable {
  /// The session's bus: `DBUS_SESSION_BUS_ADDRESS`, else `$XDG_RUNTIME_DIR/bus`.
  case session
  /// A bus by its address, such as `unix:path=…` (D-Bus specification, “Server Addresses”).
  case address(String)
}
