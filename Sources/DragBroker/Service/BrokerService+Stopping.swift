internal import DBus
internal import DragModel
internal import DragSystem
internal import ServiceLog

// dragd ends: when it is told to, and when the bus has gone.

extension BrokerService {
  /// Microseconds in which dragd tells others that it stops. A peer that is not told by then learns it from the bus
  /// when dragd closes the connection.
  private static let stopTimeout: UInt64 = 1_000_000
  /// Microseconds of work in one turn of the loop.
  private static let slice: UInt64 = 1_000
  /// Microseconds until the bus may have taken what it was sent.
  private static let pause: UInt64 = 2_000
  /// Milliseconds to write what is still queued when the service ends. The bus takes it at once, unless a peer reads
  /// nothing.
  private static let flushTimeout = 500

  /// Stops dragd, which answers the calls that wait as far as the time allows, those of moves before those of copies.
  /// The state file is complete at any moment. A commit that is still being written at the end has the outcome of its
  /// record, as when dragd is killed.
  package func stop() {
    guard !isStopping else { return }
    isStopping = true
    let running = context.withModel { $0.runningTransfers }
    context.log.info("stopping: \(running.count) transfers are cancelled")
    limitStop(status: 0)
    objects.refuseCallers()
    stopTransfers(running[...])
  }

  private func stopTransfers(_ running: ArraySlice<Identifier>) {
    guard !hasEnded else { return }
    var rest = running
    let deadline = Clock.monotonic + Self.slice
    while Clock.monotonic < deadline, !context.bus.isBehind, let next = rest.popFirst() {
      context.handleOne(.stopTransfer(next))
    }
    guard rest.isEmpty else {
      let isBehind = context.bus.isBehind
      context.loop.pause(microseconds: isBehind ? Self.pause : 0) { [self, rest] in
        stopTransfers(rest)
      }
      return
    }
    // Drops, and transfers that have begun meanwhile.
    context.handle(.stopping)
    // First the ledger decides a commit that is being written, and dragd answers the calls that wait for it.
    moves.ledger.drain { [self] in
      context.handle(.stopping)
      end(status: 0)
    }
  }

  /// Ends once the ledger has answered. A disk that does not answer has as much time as `stop()` has.
  func leave(status: Int32) {
    limitStop(status: status)
    moves.ledger.drain { [self] in end(status: status) }
  }

  private func limitStop(status: Int32) {
    stopTimer = context.loop.after(microseconds: Self.stopTimeout) { [self] in end(status: status) }
  }

  private func end(status: Int32) {
    guard !hasEnded else { return }
    hasEnded = true
    stopTimer?.cancel()
    exitStatus = status
    context.bus.flush(within: Self.flushTimeout)
    context.bus.close()
    context.loop.stop()
    onEnd?()
  }
}
