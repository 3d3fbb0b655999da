internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

// Broker1.Offer and Find, Offer1.AddItems, GetItems and Withdraw.

extension BrokerService {
  func offer(_ call: Call, _ message: Message) throws(Rejection) {
    var passed: [PeerDescriptor] = []
    let request = try OfferCall(message) { descriptor in
      passed.append(keep(descriptor, from: call.peer))
    }
    try Intake.checkRoom(for: passed)
    try takeIn(
      request.items, passed, isSensitive: request.options.isSensitive, for: call
    ) { [self] party, items throws(Rejection) in
      let id = Identifier.random()
      let effects = try model.handle(
        .offer(id: id, owner: party, items: items, options: request.options), at: now)
      perform(effects) { [self] in
        whenKept {
          call.answer { call throws(BusError) in try call.reply(with: .offer(id)) }
        }
      }
      if !request.options.isSecret {
        log.everyday("\(party.peer.name) offers \(id) with \(items.count) items")
      }
    }
  }

  func addItems(_ call: Call, _ message: Message, to id: Identifier) throws(Rejection) {
    var passed: [PeerDescriptor] = []
    let request = try AddItemsCall(message) { descriptor in
      passed.append(keep(descriptor, from: call.peer))
    }
    try Intake.checkRoom(for: passed)
    let rules = try model.rules(of: id)
    try OfferRules.check(request.items, addedTo: rules.options, after: rules.keys)
    try takeIn(
      request.items, passed, isSensitive: rules.options.isSensitive, for: call
    ) { [self] party, items throws(Rejection) in
      let effects = try model.handle(
        .addItems(offer: id, caller: party, items: items, more: request.more), at: now)
      perform(effects) { [self] in whenKept { call.acknowledge() } }
    }
  }

  func find(_ call: Call, _ message: Message) throws(Rejection) {
    let request = try FindCall(message)
    let preferences = try TypePreferences(request.types)
    // Who he is costs more than what he asks for, and seldom matters.
    if let found = try model.find(preferences, forUnidentified: call.peer, hierarchy: types) {
      return call.answer { call throws(BusError) in try call.reply(with: .offer(found)) }
    }
    peers.identify(call.peer) { [self] party in
      call.attempt { () throws(Rejection) in
        let found = try model.find(preferences, for: party, hierarchy: types)
        call.answer { call throws(BusError) in try call.reply(with: .offer(found)) }
      }
    }
  }

  func getItems(_ call: Call, _ message: Message, of id: Identifier) throws(Rejection) {
    let request = try GetItemsCall(message)
    identifyIfNeeded(call, offer: id) { [self] party throws(Rejection) in
      let items = try model.items(
        of: id, from: request.first, count: request.count, for: party)
      call.answer { call throws(BusError) in try ShownItems.reply(to: call, items) }
    }
  }

  func withdraw(_ call: Call, _ id: Identifier) throws(Rejection) {
    guard ask({ $0.lingers(id) }) else { return try withdraw(call, id, by: Party(call.peer)) }
    // A caller that leaves before it is known is unknown, and changes nothing.
    peers.identify(call.peer) { [self] party in
      call.attempt { () throws(Rejection) in
        try withdraw(call, id, by: party)
        rearm()
      }
    }
  }

  private func withdraw(_ call: Call, _ id: Identifier, by party: Party) throws(Rejection) {
    let effects = try model.handle(.withdraw(offer: id, caller: party), at: now)
    perform(effects) { call.acknowledge() }
  }

  /// Calls `then` with who is calling; unless `always` is set the system is asked only if the offer has
  /// representations for one application.
  func identifyIfNeeded(
    _ call: Call, offer: Identifier, always: Bool = false,
    then: @escaping (Party) throws(Rejection) -> Void
  ) {
    guard always || ask({ $0.needsApplication(offer: offer) }) else {
      return call.attempt { () throws(Rejection) in try then(Party(call.peer)) }
    }
    peers.identify(call.peer) { party in
      call.attempt { () throws(Rejection) in try then(party) }
    }
  }

  private func keep(
    _ descriptor: consuming OwnedFileDescriptor, from peer: Peer
  ) -> PeerDescriptor {
    PeerDescriptor(descriptor, lane: peer.name, pool: workers)
  }
}

extension Identifier {
  /// A new one from the kernel's randomness.
  static func random() -> Identifier { Identifier(randomBytes: Random.bytes(17)) }

  /// Of 17 bytes.
  init(randomBytes bytes: [UInt8]) {
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: number(0..<8), middle: number(8..<16), low: bytes[16])
  }
}
