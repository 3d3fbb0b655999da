internal import CDBus
internal import DragSystem
internal import Synchronization

/// Drops messages that carry descriptors, on worker threads: closing a descriptor of a dead mount blocks for ever.
///
/// Each peer has a lane of the workers, so that its descriptors can hang only its own. And each has a share of the
/// messages that are not disposed of yet: what comes beyond it is to be refused, and is dropped in another lane, for
/// where the first hangs its descriptors would pile up until this process can open none.
final class Disposer {
  /// Messages with descriptors that one sender may have here at once.
  var share = Int.max
  /// How many each has here; workers count down.
  private let here = Counts()
  private let pool: WorkerPool
  private let connection: OpaquePointer
  /// Dropped while libdbus dispatches and holds a reference too, which would then be the last one.
  private var held: [(OpaquePointer, lane: String, sender: String?)] = []
  private var isHolding = false

  init(pool: WorkerPool, connection: OpaquePointer) {
    self.pool = pool
    self.connection = dbus_connection_ref(connection)
  }

  deinit {
    letGo()
    dbus_connection_unref(connection)
  }

  /// Counts a message with descriptors that has come, and says whether it is within its sender's share.
  func admit(_ message: OpaquePointer) -> Admission {
    let sender = dbus_message_get_sender(message).map { String(cString: $0) } ?? ""
    let isWithin = here.bySender.withLock { here in
      here[sender, default: 0] += 1
      return here[sender, default: 0] <= share
    }
    return isWithin ? .withinShare : .beyondShare
  }

  /// What became of a message as it came; nil for one that was made here, or has no descriptors.
  enum Admission {
    case withinShare
    case beyondShare
  }

  /// Takes over a reference, the last one but for libdbus's while it dispatches.
  func dispose(_ message: OpaquePointer, _ admission: Admission?) {
    let peer = dbus_message_get_sender(message) ?? dbus_message_get_destination(message)
    let name = peer.map { String(cString: $0) } ?? ""
    let lane =
      switch admission {
      case .withinShare, nil: name
      case .beyondShare: "\(name), refused"
      }
    let sender = admission.map { _ in name }
    if isHolding { held.append((message, lane, sender)) } else { hand(message, lane, sender) }
  }

  /// libdbus is about to dispatch.
  func hold() { isHolding = true }

  /// libdbus has dispatched.
  func letGo() {
    isHolding = false
    guard !held.isEmpty else { return }
    let messages = held
    held = []
    for (message, lane, sender) in messages { hand(message, lane, sender) }
  }

  private func hand(_ message: OpaquePointer, _ lane: String, _ sender: String?) {
    let here = here
    // The message is counted against the connection, and says so to it when it goes.
    let cargo = RetainedMessage(message: message, connection: dbus_connection_ref(connection))
    pool.run(lane: lane) {
      dbus_message_unref(cargo.message)
      dbus_connection_unref(cargo.connection)
      guard let sender else { return }
      here.bySender.withLock { here in
        here[sender, default: 1] -= 1
        if here[sender] == 0 { here[sender] = nil }
      }
    }
  }
}

private final class Counts: Sendable {
  let bySender = Mutex<[String: Int]>([:])
}

/// libdbus counts references atomically; nobody else has this message's.
private struct RetainedMessage: @unchecked Sendable {
  let message: OpaquePointer
  let connection: OpaquePointer
}
