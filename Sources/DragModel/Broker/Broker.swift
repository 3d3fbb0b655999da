/// The broker's mind: it decides everything and does nothing. It knows no clock, no descriptor and no
/// name of the bus; what happened comes in as an event, what is to be done goes out as effects.
package struct Broker: Hashable, Sendable {
  package let limits: Limits
  let rules: MoveRules
  package internal(set) var statistics = Statistics()

  var offers: [Identifier: Offer] = [:]
  var transfers: [Identifier: Transfer] = [:]
  /// The listed offers, newest first, are a chain through the offers.
  var newest: Identifier?
  /// The same by their types.
  var index = OfferIndex()
  var connections: [Peer: Connection] = [:]
  var charges = Charges()
  /// The first mistake in the charges of connections; see `Usage.shortfall`.
  var accountingMistake: String?
  var moves = Moves()
  /// Whether held content comes back after a crash: changes of offers come out as effects to be written down.
  package var keepsContent = false
  var targets: [Identifier: Target] = [:]
  var registeredTargets: UInt64 = 0
  /// Proposals and drops that wait for the owners of their targets.
  var dropRequests: [CallID: DropRequest] = [:]
  /// Until when proposals are waited for, on the clock that stops in sleep.
  var proposalDeadlines = Deadlines<CallID>()
  /// Ended transfers in the order of their ends, each with the moment it is forgotten.
  var ended = EndedTransfers()
  /// Reminders on the clock that stops in sleep: stalls, progress.
  var wakingReminders = Deadlines<Identifier>()
  /// Reminders on the clock that does not: expiry and lingering.
  var sleepingReminders = Deadlines<Identifier>()

  package init(limits: Limits = Limits(), rules: MoveRules = .all) {
    self.limits = limits
    self.rules = rules
  }

  /// What a connection has here; it is forgotten when it has nothing.
  struct Connection: Hashable, Sendable {
    var usage = Usage()
    /// When a transfer to it last got on by its own doing, on the waking clock.
    var lastProgress: UInt64 = 0
    var offers: Set<Identifier> = []
    /// Its running transfers, as destination.
    var receiving: Set<Identifier> = []
    /// Transfers that it still has to make something for, or to hear the end of.
    var providing: Set<Identifier> = []
    /// The cookies that it holds.
    var cookies: Set<String> = []
    /// The drop targets that it has registered.
    var targets: Set<Identifier> = []
    /// What it waits for as a dropper.
    var dropRequest: Set<CallID> = []
    /// What its targets are asked, or perform.
    var answering: Set<CallID> = []

    var isEmpty: Bool {
      usage.isEmpty && offers.isEmpty && receiving.isEmpty && providing.isEmpty
        && cookies.isEmpty && targets.isEmpty && dropRequest.isEmpty && answering.isEmpty
    }
  }

  /// Takes in what has happened and says what to do.
  /// - Throws: why a peer's request is refused; nothing has changed then.
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
      try askForUser(.openMoves(call), caller: caller)
    case .settleMove(let call, let id, let caller):
      try askForUser(.settleMove(call, transfer: id), caller: caller)
    case .prepared(let id, let refusal):
      prepared(id, refusal, at: now)
    case .sourceDeleted(let id, let hasDeleted):
      sourceDeleted(id, hasDeleted: hasDeleted, at: now)
    case .ledgerAnswered(let request, let answer):
      ledgerAnswered(request, answer, at: now)
    case .moved(let part, let total):
      moved(part, total: total, at: now)
    case .waits(let part, let side):
      step(part.transfer, at: now) { transfer in
        transfer.waits(part: part.index, for: side, at: now)
        return []
      }
    case .roomWanted(let part):
      roomWanted(part, at: now)
    case .copied(let part, let bytes):
      shrinkRoom(of: part, to: bytes)
    case .sourceEnded(let part, let total):
      step(part.transfer, at: now) { $0.sourceEnded(part: part.index, total: total, at: now) }
    case .sourceReplied(let part, let bytes):
      step(part.transfer, at: now) { $0.sourceReplied(part: part.index, bytes: bytes, at: now) }
    case .partFailed(let part, let why):
      step(part.transfer, at: now) { $0.fail(why) }
    case .destinationClosed(let part):
      step(part.transfer, at: now) { $0.destinationClosed(part: part.index) }
    case .verified(let part):
      step(part.transfer, at: now) { $0.verified(part: part.index, at: now) }
    // Targets
    case .registerTarget(let id, let name, let types, let owner, let options):
      try registerTarget(id, name: name, types: types, owner: owner, options: options)
    case .updateTarget(let id, let caller, let changes):
      try updateTarget(id, caller: caller, changes: changes)
    case .unregisterTarget(let id, let caller):
      try unregisterTarget(id, caller: caller)
    case .propose(let call, let plan):
      try ask(call, plan, isDrop: false, at: now)
    case .drop(let call, let plan):
      try ask(call, plan, isDrop: true, at: now)
    case .leaveTarget(let id, let offer):
      try leave(target: id, offer: offer)
    case .proposed(let call, let target, let answer):
      proposed(call, target: target, answer)
    case .performed(let call, let answer):
      performed(call, answer)
    case .ownerAbsent(let call):
      ownerAbsent(call)
    case .peerLeft(let peer, let unread):
      peerLeft(peer, unread: unread, at: now)
    case .stopping:
      stopping(at: now)
    case .reminded:
      reminded(at: now)
    }
  }

  /// Hands on what was found wrong with the charges, for the log.
  package mutating func takeAccountingMistake() -> String? {
    accountingMistake.take() ?? charges.takeShortfall()
  }

  /// Whether nothing is on offer and nothing is on its way.
  package var isIdle: Bool {
    offers.isEmpty && connections.isEmpty && dropRequests.isEmpty
  }
}
