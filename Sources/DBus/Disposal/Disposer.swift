internal import CDBus
internal import DragSystem
internal import Synchronization

/// Drops messages that carry descriptors on worker threads, because closing a file of a dead mount may block for ever.
///
/// Each peer has a lane of the workers, so that its descriptors can block only its own lane. Each also has a share of
/// the messages that are not disposed of yet. Messages beyond the share are to be refused, and are dropped in a second
/// lane: behind a blocked first lane their descriptors would pile up until this process could open none.
final class Disposer {
  /// How many messages with descriptors one sender may have that are not disposed of yet.
  var share = Int.max
  /// How many each sender has; workers decrement it.
  private let counts = Counts()
  private let pool: WorkerPool
  private let connection: OpaquePointer
  /// Messages dropped while libdbus dispatches: it still has a reference, which must not become the last one.
  private var deferred: [(OpaquePointer, lane: Lane, sender: String?)] = []
  private var isDispatching = false

  init(pool: WorkerPool, connection: OpaquePointer) {
    self.pool = pool
    self.connection = dbus_connection_ref(connection)
  }

  deinit {
    dispatchDidEnd()
    dbus_connection_unref(connection)
  }

  /// Counts a received message with descriptors; returns whether it is within its sender's share.
  func admit(_ message: OpaquePointer) -> Admission {
    let sender = dbus_message_get_sender(message).map { String(cString: $0) } ?? ""
    let isWithin = counts.bySender.withLock { counts in
      counts[sender, default: 0] += 1
      return counts[sender, default: 0] <= share
    }
    return isWithin ? .withinShare : .beyondShare
  }

  /// Whether a received message with descriptors is within its sender's share.
  enum Admission {
    case withinShare
    case beyondShare
  }

  /// Takes over a reference: the last one, except for libdbus's during dispatch.
  func dispose(_ message: OpaquePointer, _ admission: Admission?) {
    let peer = dbus_message_get_sender(message) ?? dbus_message_get_destination(message)
    let name = peer.map { String(cString: $0) } ?? ""
    let lane: Lane =
      switch admission {
      case .withinShare, nil: .peer(name)
      case .beyondShare: .refused(from: name)
      }
    let sender = admission.map { _ in name }
    if isDispatching {
      deferred.append((message, lane, sender))
    } else {
      submit(message, lane, sender)
    }
  }

  /// Call before libdbus dispatches.
  func dispatchWillStart() { isDispatching = true }

  /// Call after libdbus has dispatched.
  func dispatchDidEnd() {
    isDispatching = false
    guard !deferred.isEmpty else { return }
    let messages = deferred
    deferred = []
    for (message, lane, sender) in messages { submit(message, lane, sender) }
  }

  private func submit(_ message: OpaquePointer, _ lane: Lane, _ sender: String?) {
    let counts = counts
    // libdbus counts the message against the connection, and tells the connection when the message is freed.
    let retained = RetainedMessage(message: message, connection: dbus_connection_ref(connection))
    pool.run(lane: lane) {
      dbus_message_unref(retained.message)
      dbus_connection_unref(retained.connection)
      guard let sender else { return }
      counts.bySender.withLock { counts in
        counts[sender, default: 1] -= 1
        if counts[sender] == 0 { counts[sender] = nil }
      }
    }
  }
}

private final class Counts: Sendable {
  let bySender = Mutex<[String: Int]>([:])
}

/// libdbus counts references atomically, and the worker owns this one.
private struct RetainedMessage: @unchecked Sendable {
  let message: OpaquePointer
  let connection: OpaquePointer
}
