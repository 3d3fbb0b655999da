internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

/// Ends the offers, targets and transfers of connections that have left the bus, a little in each turn of the loop: a
/// connection may have thousands of them, and no other peer waits for their end.
final class DepartureService {
  private let context: BrokerContext
  private let transfers: TransferService
  /// Whether this turn of the loop has had its share of departures.
  private var isPausing = false

  /// Microseconds of work in one turn of the loop.
  private static let slice: UInt64 = 1_000
  /// Microseconds until the bus may have taken what it was sent.
  private static let pause: UInt64 = 2_000

  init(_ context: BrokerContext, _ transfers: TransferService) {
    self.context = context
    self.transfers = transfers
  }

  /// A connection has left the bus. All of its calls were served before.
  func peerLeft(_ peer: Peer) {
    // A stream whose end it has read counts as delivered: reports of workers that have arrived come first.
    context.loop.runPostedWork()
    let hadWaited = context.waitingCalls.endSuspended(of: peer)
    context.peers.forget(peer)
    context.memory.forget(peer)
    // `forget` has just resumed calls that waited for the peer's identity; they may wait again.
    let waitedAgain = context.waitingCalls.endSuspended(of: peer)
    guard context.withModel({ $0.knows(peer) }) else {
      // Nothing else may come, and dragd has been kept only by these calls.
      if hadWaited || waitedAgain { context.updateTimers() }
      return
    }
    let unread = context.withModel { $0.receiving(peer) }.filter(transfers.hasUnreadStream)
    context.handleOne(.peerLeft(peer, unread: Set(unread)))
    if !isPausing { continueDepartures() }
    context.updateTimers()
  }

  /// Takes the steps of a slice, and the others in later turns.
  private func continueDepartures() {
    let deadline = Clock.monotonic + Self.slice
    while context.withModel({ $0.hasDepartures }), !context.bus.isBehind {
      context.handleOne(.continueDeparture)
      if Clock.monotonic >= deadline { break }
    }
    isPausing = true
    if context.bus.isBehind {
      context.loop.pause(microseconds: Self.pause) { [weak self] in self?.endPause() }
    } else {
      context.loop.next { [weak self] in self?.endPause() }
    }
  }

  private func endPause() {
    isPausing = false
    guard context.withModel({ $0.hasDepartures }) else { return }
    continueDepartures()
    context.updateTimers()
  }

  // MARK: Calls that name what is leaving

  /// Ends the object that a call names, if its owner has left: no call may find an object that ends with its owner.
  func depart(_ path: ObjectPath) {
    switch path {
    case .offer(let id): context.depart(offer: id)
    case .target(let id):
      if context.withModel({ $0.isLeaving(target: id) }) { context.handleOne(.departTarget(id)) }
    case .transfer, .root, .folder, .absent, .parent: return
    }
  }
}

extension BrokerContext {
  /// - Returns: whether the offer's source had left: then the offer has ended or lingers now.
  @discardableResult
  func depart(offer id: Identifier) -> Bool {
    guard withModel({ $0.isLeaving(offer: id) }) else { return false }
    handleOne(.departOffer(id))
    return true
  }
}
