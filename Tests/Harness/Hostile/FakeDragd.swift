package import DBus
internal import DragSystem
internal import Synchronization

/// A stand-in that owns the name of dragd, or of dragclip, and gives the test's answers: those of a newer program, of a
/// broken one, or of one that leaves the bus.
package final class FakeDragd: Sendable {
  package enum Answer: Sendable {
    case reply(@Sendable (inout MessageWriter) throws -> Void)
    case error(String, String)
    case silence
    /// Leaves the bus without an answer.
    case vanish
    /// Answers, and leaves the bus at once.
    case replyAndVanish(@Sendable (inout MessageWriter) throws -> Void)
    /// Answers, and then calls the caller or sends it a signal.
    case replyAndSend(
      @Sendable (inout MessageWriter) throws -> Void, send: @Sendable (String) throws -> Message)
  }

  private let called: Shared<[String]>
  private let box: LoopBound<Box>

  /// The members that were called, in order.
  package var calls: [String] { called.value.withLock { $0 } }

  package init(
    on bus: PrivateBus, as name: String = "org.dragd.Broker1",
    _ answer: @escaping @Sendable (_ member: String) -> Answer
  ) throws {
    let address = bus.address
    let started = Shared<Result<LoopBound<Box>, BusError>?>(nil)
    let called = Shared<[String]>([])
    self.called = called
    try LoopThread.start { loop in
      do throws(BusError) {
        let connection = try Connection.open(address: address)
        let box = LoopBound(Box(loop, connection), on: loop)
        connection.attach(to: loop)
        connection.onMessage = { [unowned connection] message in
          guard message.kind == .call else { return }
          let member = message.member ?? ""
          called.value.withLock { $0.append(member) }
          Self.perform(answer(member), message, connection, loop)
        }
        _ = try connection.requestName(name)
        started.value.withLock { $0 = .success(box) }
      } catch {
        started.value.withLock { $0 = .failure(error) }
        loop.stop()
      }
    }
    box = try eventually("the fake dragd owns its name") { started.value.withLock { $0 } }.get()
  }

  deinit { box.end { $0.end() } }

  private static func perform(
    _ answer: Answer, _ message: Message, _ connection: Connection, _ loop: EventLoop
  ) {
    switch answer {
    case .reply(let write): reply(to: message, connection, write)
    case .replyAndSend(let write, let make):
      reply(to: message, connection, write)
      do {
        connection.send(try make(message.sender ?? ""))
      } catch {
        preconditionFailure("the test's own message: \(error)")
      }
    case .error(let name, let text): connection.send(message.errorReply(name, text))
    case .silence: break
    case .vanish: connection.close()
    case .replyAndVanish(let write):
      reply(to: message, connection, write)
      connection.flush()
      connection.close()
    }
  }

  private static func reply(
    to message: Message, _ connection: Connection,
    _ write: (inout MessageWriter) throws -> Void
  ) {
    let reply = message.reply()
    do {
      try reply.write { writer in try write(&writer) }
      connection.send(reply)
    } catch {
      connection.send(message.errorReply("test.Broken", "\(error)"))
    }
  }

  /// The state on the loop's thread.
  private final class Box {
    let loop: EventLoop
    let connection: Connection

    init(_ loop: EventLoop, _ connection: Connection) {
      self.loop = loop
      self.connection = connection
    }

    func end() {
      connection.close()
      loop.stop()
    }
  }
}

/// A value that two threads share.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }
}
