import DBus
import DragProtocol
import DragSystem
import Foundation
import Harness
import Synchronization

/// Somebody who owns dragd's name and answers as the test says: a newer dragd, a broken one, or one that
/// goes away.
final class Impostor: Sendable {
  enum Answer: Sendable {
    case reply(@Sendable (inout MessageWriter) throws -> Void)
    case error(String, String)
    case silence
    /// Leaves the bus without an answer.
    case vanish
  }

  /// The members that were called, in order.
  private let called: Shared<[String]>
  private let remote: LoopRemote
  private let stop: @Sendable () -> Void

  var calls: [String] { called.value.withLock { $0 } }

  init(
    on bus: PrivateBus, _ answer: @escaping @Sendable (_ member: String) -> Answer
  ) throws {
    let address = bus.address
    let started = Shared<LoopRemote?>(nil)
    let called = Shared<[String]>([])
    self.called = called
    let box = LoopBox()
    Thread.detachNewThread {
      do {
        let loop = try EventLoop()
        let connection = try Connection.open(address: address)
        connection.attach(to: loop)
        connection.onMessage = { message in
          guard message.kind == .call else { return }
          let member = message.member ?? ""
          called.value.withLock { $0.append(member) }
          switch answer(member) {
          case .reply(let write):
            let reply = message.reply()
            do {
              try reply.write { writer in try write(&writer) }
              connection.send(reply)
            } catch {
              connection.send(message.errorReply("test.Broken", "\(error)"))
            }
          case .error(let name, let text): connection.send(message.errorReply(name, text))
          case .silence: break
          case .vanish:
            connection.close()
            loop.stop()
          }
        }
        box.loop = loop
        _ = try connection.requestName(BusName.broker)
        started.value.withLock { $0 = loop.remote }
        loop.run()
      } catch {
        FileHandle.standardError.write(Data("impostor: \(error)\n".utf8))
      }
    }
    let remote = try eventually("the impostor has the name") { started.value.withLock { $0 } }
    self.remote = remote
    stop = { remote.post { box.loop?.stop() } }
  }

  deinit { stop() }
}

/// A value that two threads have.
private final class Shared<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) {
    self.value = Mutex(value)
  }
}

/// Only ever touched on the loop's own thread.
private final class LoopBox: @unchecked Sendable {
  var loop: EventLoop?
}
