internal import CDBus
package import DragSystem

/// What a connection has once it is part of a loop.
///
/// Nothing here nor in `Connection` is referenced weakly: an object that once was counts its references more slowly,
/// and these are counted for every message.
final class Attachment {
  let loop: EventLoop
  let sockets: SocketWatches
  let disposer: Disposer
  var isDispatching = false
  var isScheduled = false
  /// Nil where every message is handled as it comes.
  var turns: Turns?

  init(loop: EventLoop, sockets: SocketWatches, disposer: Disposer) {
    self.loop = loop
    self.sockets = sockets
    self.disposer = disposer
  }
}

extension Connection {
  /// Handles this many messages in a row, then lets the loop see to others.
  static let fairShare = 64

  /// Makes the connection part of the loop of this thread; from now on messages are delivered.
  ///
  /// Messages that carry descriptors are dropped on `workers`, a lane for each sender; without a pool a connection
  /// makes a small one of its own.
  package func attach(to loop: EventLoop, workers: WorkerPool? = nil) {
    precondition(attachment == nil && !isClosed, "a connection is part of one loop, until closed")
    let pool = workers ?? WorkerPool(remote: loop.remote, threads: 8, perLane: 2)
    let sockets = SocketWatches(loop: loop, connection: self)
    attachment = Attachment(
      loop: loop, sockets: sockets, disposer: Disposer(pool: pool, connection: pointer))
    allocated(
      dbus_connection_add_filter(
        pointer,
        { _, message, connection in
          guard let message, let connection else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
          Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue().filter(message)
          return DBUS_HANDLER_RESULT_HANDLED
        }, Unmanaged.passUnretained(self).toOpaque(), nil))
    sockets.take(pointer)
    dispatchLater()
  }

  /// Marks what a sender has beyond so many messages with descriptors that are not disposed of yet: `isBeyondShare`.
  package func limitMessagesWithDescriptors(ofEachSender count: Int) {
    attachment?.disposer.share = count
  }

  func detach() {
    guard let attachment else { return }
    attachment.sockets.release(pointer)
    // The last reference would drop what has not been delivered, with its descriptors, here.
    while let message = dbus_connection_pop_message(pointer) {
      _ = Message(adopting: message, disposer: attachment.disposer)
    }
    setAside = []
    unwritten.removeAll()
    for reply in takePending() {
      attachment.loop.next { reply.complete(.failure(Self.disconnected)) }
    }
    self.attachment = nil
  }

  /// The socket was ready and libdbus has read so many bytes, or written.
  func received(_ bytes: Int) {
    releaseWritten()
    attachment?.turns?.freshBytes += bytes
    dispatch()
  }

  /// Has what was read while somebody blocked delivered in the loop's next turn.
  func dispatchLater() {
    guard let attachment else { return }
    if dbus_connection_get_dispatch_status(pointer) != DBUS_DISPATCH_COMPLETE || !setAside.isEmpty {
      schedule(attachment)
    }
  }

  private func schedule(_ attachment: Attachment) {
    guard !attachment.isScheduled, !attachment.isDispatching else { return }
    attachment.isScheduled = true
    attachment.loop.next { [self] in
      attachment.isScheduled = false
      dispatch()
    }
  }

  private func dispatch() {
    guard let attachment, !attachment.isDispatching else { return }
    attachment.isDispatching = true
    // What takes turns is only sorted here.
    var left = attachment.turns == nil ? Self.fairShare : .max
    while !setAside.isEmpty, left > 0, !isClosed {
      let waited = setAside.prefix(left)
      setAside.removeFirst(waited.count)
      left -= waited.count
      for message in waited where !isClosed { accept(message) }
    }
    attachment.disposer.hold()
    var status = dbus_connection_get_dispatch_status(pointer)
    // What was set aside came before.
    while setAside.isEmpty, status == DBUS_DISPATCH_DATA_REMAINS, left > 0, !isClosed {
      status = dbus_connection_dispatch(pointer)
      left -= 1
    }
    attachment.disposer.letGo()
    attachment.isDispatching = false
    if isClosed {
      return close()
    }
    if status != DBUS_DISPATCH_COMPLETE || !setAside.isEmpty { schedule(attachment) }
    if let turns = attachment.turns { sortArrived(turns) }
  }
}
