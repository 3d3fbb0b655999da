internal import CDBus
package import DragSystem

/// The state of a connection that is part of a loop.
///
/// Nothing may refer weakly to this object or to `Connection`: an object that ever had a weak reference counts its
/// references more slowly, and every message counts these.
final class LoopAttachment {
  let loop: EventLoop
  let sockets: SocketWatches
  let disposer: Disposer
  var isDispatching = false
  var isScheduled = false
  /// Nil if every message is delivered as it arrives.
  var turns: Turns?

  init(loop: EventLoop, sockets: SocketWatches, disposer: Disposer) {
    self.loop = loop
    self.sockets = sockets
    self.disposer = disposer
  }
}

extension Connection {
  /// How many messages are handled in a row before the loop runs its other work.
  static let messagesPerTurn = 64

  /// The loop that the connection is part of.
  package var loop: EventLoop? { attachment?.loop }

  /// Makes the connection part of this thread's loop; from now on messages are delivered.
  ///
  /// Workers drop the messages that carry descriptors, in a lane for each sender. Without `workers` the connection
  /// makes a small pool of its own.
  package func attach(to loop: EventLoop, workers: WorkerPool? = nil) {
    precondition(attachment == nil && !isClosed, "a connection is part of one loop, until closed")
    // If the bus refused Hello, each blocking call throws the refusal later.
    try? confirmHello()
    let pool = workers ?? WorkerPool(remote: loop.remote, threads: 8, perLane: 2)
    let sockets = SocketWatches(loop: loop, connection: self)
    attachment = LoopAttachment(
      loop: loop, sockets: sockets, disposer: Disposer(pool: pool, connection: pointer))
    allocated(
      dbus_connection_add_filter(
        pointer,
        { _, message, connection in
          guard let message, let connection else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
          Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue().filter(message)
          return DBUS_HANDLER_RESULT_HANDLED
        }, Unmanaged.passUnretained(self).toOpaque(), nil))
    sockets.install(on: pointer)
    dispatchLater()
  }

  /// Limits how many messages with descriptors of one sender are not disposed of yet: further ones are marked
  /// `isBeyondShare`.
  package func limitMessagesWithDescriptors(ofEachSender count: Int) {
    attachment?.disposer.share = count
  }

  func detach() {
    guard let attachment else { return }
    attachment.sockets.uninstall(from: pointer)
    // Otherwise the last reference to the connection would drop undelivered messages, with their descriptors, here.
    while let message = dbus_connection_pop_message(pointer) {
      _ = Message(adopting: message, disposer: attachment.disposer)
    }
    deferred = []
    unwritten.removeAll()
    for reply in removeAllPending() {
      attachment.loop.next { reply.complete(.failure(Self.disconnected)) }
    }
    self.attachment = nil
  }

  /// The socket was ready, and libdbus has read that many bytes or has written.
  func received(_ bytes: Int) {
    releaseWritten()
    if bytes > 0, let turns = attachment?.turns {
      turns.freshBytes += bytes
      turns.servedTime = 0
      turns.letsRead = false
    }
    dispatch()
  }

  /// Delivers in the loop's next turn what was read during a blocking call.
  func dispatchLater() {
    guard let attachment else { return }
    if dbus_connection_get_dispatch_status(pointer) != DBUS_DISPATCH_COMPLETE || !deferred.isEmpty {
      schedule(attachment)
    }
  }

  /// Delivers in the loop's next turn what libdbus has queued. Calls nothing of libdbus.
  func dispatchInNextTurn() {
    if let attachment { schedule(attachment) }
  }

  private func schedule(_ attachment: LoopAttachment) {
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
    // A connection that serves in turn only sorts here, and serves later.
    var left = attachment.turns == nil ? Self.messagesPerTurn : .max
    while !deferred.isEmpty, left > 0, !isClosed {
      let waited = deferred.prefix(left)
      deferred.removeFirst(waited.count)
      left -= waited.count
      for message in waited where !isClosed { accept(message) }
    }
    attachment.disposer.dispatchWillStart()
    var status = dbus_connection_get_dispatch_status(pointer)
    // The deferred messages arrived before these, so they come first.
    while deferred.isEmpty, status == DBUS_DISPATCH_DATA_REMAINS, left > 0, !isClosed {
      status = dbus_connection_dispatch(pointer)
      left -= 1
    }
    attachment.disposer.dispatchDidEnd()
    attachment.isDispatching = false
    if isClosed {
      return close()
    }
    if status != DBUS_DISPATCH_COMPLETE || !deferred.isEmpty { schedule(attachment) }
    if let turns = attachment.turns { sortArrived(turns) }
  }
}
