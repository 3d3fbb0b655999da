/// The broker's decisions, without any side effect. The model knows no clock, no descriptor and no name of the bus:
/// each event says what happened, and the effects that it leads to say what DragBroker has to do.
package struct Broker: Hashable, Sendable {
  package let limits: Limits
  package internal(set) var statistics = Statistics()

  var offers: [Identifier: Offer] = [:]
  var transfers: [Identifier: Transfer] = [:]
  /// The head of the list of listed offers, newest first, which links them to each other.
  var newest: Identifier?
  /// The listed offers by their types.
  var index = OfferIndex()
  var connections: [Peer: Connection] = [:]
  var charges = Charges()
  /// The first mistake in the charges of connections (`Usage.shortfall`).
  var accountingMistake: String?
  var moves = Moves()
  /// Connections that have left the bus and whose offers, transfers and calls have not all ended.
  var departures = Departures()
  /// Whether held content comes back after a crash: then each change of an offer has an effect that records it.
  package var keepsContent = false
  var targets: [Identifier: Target] = [:]
  var registeredTargets: UInt64 = 0
  /// Proposals and drops that wait for the owner of their target.
  var dropRequests: [CallID: DropRequest] = [:]
  /// Until when a target's owner may answer a proposal, on the monotonic clock.
  var proposalTimers = Timers<CallID>()
  /// Ended transfers in the order of their ends, each with the moment at which it is forgotten.
  var ended = EndedTransfers()
  /// Timers of transfers, on the monotonic clock: stalls and missing calls.
  var monotonicTimers = Timers<Identifier>()
  /// Timers of offers, on the boottime clock: expiry and lingering.
  var boottimeTimers = Timers<Identifier>()

  package init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// The offers, transfers, targets and charges of a connection. A connection without any is removed.
  struct Connection: Hashable, Sendable {
    var usage = Usage()
    /// When it last read or called something for a transfer, on the monotonic clock.
    var lastProgress: UInt64 = 0
    var offers: Set<Identifier> = []
    /// Running transfers of which it is the destination.
    var receiving: Set<Identifier> = []
    /// Running transfers of which it is the source.
    var providing: Set<Identifier> = []
    /// The cookies that it holds.
    var cookies: Set<String> = []
    /// The drop targets that it has registered.
    var targets: Set<Identifier> = []
    /// Proposals and drops that it waits for.
    var dropRequests: Set<CallID> = []
    /// Proposals and drops that wait for it as the owner of their target.
    var answering: Set<CallID> = []

    var isEmpty: Bool {
      usage.isEmpty && offers.isEmpty && receiving.isEmpty && providing.isEmpty
        && cookies.isEmpty && targets.isEmpty && dropRequests.isEmpty && answering.isEmpty
    }
  }

  /// Applies an event and returns what DragBroker has to do.
  /// - Throws: why a peer's request is refused; then nothing has changed.
  package mutating func handle(
    _ event: Event, at now: Instant
  ) throws(Rejection) -> [Effect] {
    switch event {
    case .offer(let id, let owner, let items, let options):
      try offer(id, owner: owner, items: items, options: options, at: now)
    case .addItems(let offer, let caller, let items, let more):
      try addItems(to: offer, caller: caller, items: items, more: more, at: now)
    case .withdraw(let offer, let caller):
      try withdraw(offer, caller: caller)
    case .accept(let plan, let ids):
      try accept(plan, transfers: ids, at: now)
    case .receive(let call, let id, let type, let caller):
      try receive(call, transfer: id, type: type, caller: caller, at: now)
    case .finish(let call, let id, let caller, let hasUnreadStream):
      try finish(call, transfer: id, caller: caller, hasUnreadStream: hasUnreadStream, at: now)
    case .cancel(let id, let caller, let reason):
      try cancel(transfer: id, caller: caller, reason: reason, at: now)
    case .claim(let call, let cookie, let caller):
      try claim(call, cookie: cookie, caller: caller.peer, at: now)
    case .supersede(let superseded):
      supersede(superseded, at: now)
    case .reserve(let call, let plan, let ids):
      try reserve(call, plan, transfers: ids, at: now)
    case .unreserve(let ids):
      unreserve(ids)
    case .outcome(let call, let id):
      outcome(call, of: id, at: now)
    case .acknowledgeMove(let call, let id, let cookie):
      [.ledger(.acknowledgeMove(call, transfer: id, cookie: cookie))]
    case .acknowledgeOutcome(let call, let id):
      try acknowledgeOutcome(call, of: id, at: now)
    case .openMoves(let call, let caller):
      try askAsUser(.openMoves(call), caller: caller)
    case .settleMove(let call, let id, let caller):
      try askAsUser(.settleMove(call, move: id), caller: caller)
    case .prepared(let id, let refusal):
      prepared(id, refusal, at: now)
    case .sourceDeleted(let id, let hasDeleted):
      sourceDeleted(id, hasDeleted: hasDeleted, at: now)
    case .ledgerAnswered(let request, let answer):
      ledgerAnswered(request, answer, at: now)
    case .part(let part, let event):
      apply(event, to: part, at: now)
    // Targets
    case .registerTarget(let id, let name, let types, let owner, let options):
      try registerTarget(id, name: name, types: types, owner: owner, options: options)
    case .updateTarget(let id, let caller, let changes):
      try updateTarget(id, caller: caller, changes: changes)
    case .unregisterTarget(let id, let caller):
      try unregisterTarget(id, caller: caller)
    case .propose(let call, let plan):
      try requestDrop(call, plan, isDrop: false, at: now)
    case .drop(let call, let plan):
      try requestDrop(call, plan, isDrop: true, at: now)
    case .leaveTarget(let id, let offer):
      try leaveTarget(id, offer: offer)
    case .proposed(let call, let target, let answer):
      proposed(call, target: target, answer)
    case .performed(let call, let answer):
      performed(call, answer)
    case .ownerAbsent(let call):
      ownerAbsent(call)
    // Connections that leave, and dragd itself
    case .peerLeft(let peer, let unread):
      peerLeft(peer, unread: unread)
    case .continueDeparture:
      continueDeparture(at: now)
    case .departOffer(let id):
      departOffer(id, at: now)
    case .departTarget(let id):
      departTarget(id)
    case .stopTransfer(let id):
      stopTransfer(id, at: now)
    case .stopping:
      stop(at: now)
    case .timerFired:
      timerFired(at: now)
    }
  }

  /// Removes a mistake that was found in the charges and returns it, for the log.
  package mutating func removeAccountingMistake() -> String? {
    accountingMistake.take() ?? charges.removeShortfall() ?? (isIdle ? charges.removeRest() : nil)
  }

  /// Whether there is no offer, running transfer, held cookie, drop target or waiting call.
  package var isIdle: Bool {
    offers.isEmpty && connections.isEmpty && dropRequests.isEmpty
  }
}
