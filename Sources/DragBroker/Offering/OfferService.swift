internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity
internal import ServiceLog

/// Serves Offer, Find, AddItems, GetItems and Withdraw, and announces the listed offers.
final class OfferService {
  let context: BrokerContext
  private let objects: ObjectService
  private let unfinished = UnfinishedReplies()
  /// Calls of AddItems whose items are being stored, in the order in which they came.
  private var adding: [Adding: [ObjectIdentifier]] = [:]

  /// An offer, and the caller: only its owner adds items, but dragd may learn late who that is not.
  private struct Adding: Hashable {
    let offer: Identifier
    let caller: Peer
  }

  init(_ context: BrokerContext, _ objects: ObjectService) {
    self.context = context
    self.objects = objects
  }

  // MARK: Calls

  func offer(_ call: Call, _ message: Message) throws(Rejection) {
    try readItems(of: message, for: call) { [self] reader, passed throws(Rejection) in
      try offer(try OfferCall(reader), passed, for: call, message)
    }
  }

  private func offer(
    _ request: OfferCall, _ passed: [PeerDescriptor], for call: Call, _ message: Message
  ) throws(Rejection) {
    context.log(request.unknownKeys, in: "Offer")
    try OfferContentStorage.checkRoom(for: passed)
    let (options, count) = (request.options, request.items.count)
    try store(
      request.items, passed, isSensitive: options.isSensitive, for: call, message
    ) { [context] party, items throws(Rejection) in
      let id = Identifier.random()
      let effects = try context.apply(
        .offer(id: id, owner: party, items: items, options: options))
      context.perform(effects) {
        context.whenKept {
          call.answer { call throws(BusError) in try call.reply(with: .offer(id)) }
        }
      }
      if !options.isSecret {
        context.log.detail("\(party.peer.name) offers \(id) with \(count) items")
      }
    }
  }

  func addItems(_ call: Call, _ message: Message, to id: Identifier) throws(Rejection) {
    try readItems(of: message, for: call) { [self] reader, passed throws(Rejection) in
      try addItems(try AddItemsCall(reader), passed, to: id, for: call, message)
    }
  }

  private func addItems(
    _ request: AddItemsCall, _ passed: [PeerDescriptor], to id: Identifier, for call: Call,
    _ message: Message
  ) throws(Rejection) {
    try OfferContentStorage.checkRoom(for: passed)
    let rules = try context.model.rules(of: id)
    try OfferRules.check(request.items, addedTo: rules.options, after: rules.keys)
    let more = request.more
    let (place, number) = (Adding(offer: id, caller: call.peer), ObjectIdentifier(call))
    adding[place, default: []].append(number)
    call.onEnd = { [weak self] in self?.endAdding(number, place) }
    try store(
      request.items, passed, isSensitive: rules.options.isSensitive, for: call, message
    ) { [self] party, items throws(Rejection) in
      // The source knows its items by their order.
      guard adding[place]?.first == number else {
        throw Rejection(
          .busy,
          "the items of an earlier AddItems to offer \(id) are still being stored: wait for its "
            + "reply")
      }
      let effects = try context.apply(
        .addItems(offer: id, caller: party, items: items, more: more))
      endAdding(number, place)
      context.perform(effects) { context.whenKept { call.acknowledge() } }
    }
  }

  private func endAdding(_ number: ObjectIdentifier, _ place: Adding) {
    adding[place]?.removeAll { $0 == number }
    if adding[place]?.isEmpty == true { adding[place] = nil }
  }

  /// Reads the items of a message in its sender's turns, and then calls `then` with them and with the descriptors.
  private func readItems(
    of message: Message, for call: Call,
    then: @escaping (ItemReader, [PeerDescriptor]) throws(Rejection) -> Void
  ) throws(Rejection) {
    var reader = try ItemReader(message)
    var passed: [PeerDescriptor] = []
    let readInSteps = { [self] () -> Bool in
      let deadline = Clock.monotonic + Turns.step
      var isDone = true
      call.attempt { () throws(Rejection) in
        while !reader.isAtEnd {
          try reader.readNext { descriptor in
            passed.append(peerDescriptor(descriptor, from: call.peer))
          }
          guard reader.isAtEnd || Clock.monotonic < deadline else {
            isDone = false
            return
          }
        }
        try then(reader, passed)
        context.updateTimers()
      }
      return isDone
    }
    context.bus.serve(inSteps: readInSteps, from: call.peer.name)
  }

  private func peerDescriptor(
    _ descriptor: consuming OwnedFileDescriptor, from peer: Peer
  ) -> PeerDescriptor {
    PeerDescriptor(descriptor, lane: .peer(peer.name), pool: context.workers)
  }

  /// Reads the patterns in the caller's turns, and then searches.
  func find(_ call: Call, _ message: Message) throws(Rejection) {
    var patterns = try FindCall.patterns(of: message)
    var types = SearchedTypes()
    let readInSteps = { [self] () -> Bool in
      let deadline = Clock.monotonic + Turns.step
      var isRead = true
      call.attempt { () throws(Rejection) in
        isRead = try read(&patterns, into: &types, for: call.peer, until: deadline)
        if isRead { find(types, for: call, until: deadline) }
      }
      return isRead
    }
    context.bus.serve(inSteps: readInSteps, from: call.peer.name)
  }

  /// - Returns: whether all patterns have been read.
  private func read(
    _ patterns: inout PatternReader, into types: inout SearchedTypes, for peer: Peer,
    until deadline: UInt64
  ) throws(Rejection) -> Bool {
    let offered = context.withModel { $0.typesOnOffer(for: peer, hierarchy: context.types) }
    while try patterns.next(
      Self.patternsAtOnce,
      { text throws(Rejection) in try types.append(text, among: offered) })
    {
      guard Clock.monotonic < deadline else { return false }
    }
    return true
  }

  private func find(_ types: SearchedTypes, for call: Call, until deadline: UInt64) {
    // Looking up the caller costs more than serving the call, and seldom changes the result.
    let early = OfferSearch(types, forUnidentified: call.peer, hierarchy: context.types)
    find(early, for: call, until: deadline) { [self] in
      context.identify(call) { [self] party in
        let search = OfferSearch(types, for: party, hierarchy: context.types)
        find(search, for: call, until: Clock.monotonic + Turns.step) {}
      }
    }
  }

  /// Searches in the caller's turns.
  /// - Parameters:
  ///   - deadline: of the first step.
  ///   - identify: called if the answer depends on the caller's application.
  private func find(
    _ search: OfferSearch, for call: Call, until deadline: UInt64,
    orElse identify: @escaping () -> Void
  ) {
    var (search, departed, first) = (search, 0, Optional(deadline))
    let serveInSteps = { [context] () -> Bool in
      let deadline = first.take() ?? Clock.monotonic + Turns.step
      do throws(Rejection) {
        while true {
          let step = try context.withModel { model throws(Rejection) in try model.advance(&search) }
          switch step {
          case .unfinished:
            guard Clock.monotonic < deadline else { return false }
          // An offer whose source has just left ends here, and the search starts again. After `mostDeparted` such
          // offers the caller gets the next one, as if its source had left after the answer.
          case .found(let id) where departed < Self.mostDeparted && context.depart(offer: id):
            departed += 1
            search.restart()
            context.updateTimers()
          case .found(let id):
            call.answer { call throws(BusError) in try call.reply(with: .offer(id)) }
            return true
          case .dependsOnApplication:
            identify()
            return true
          }
        }
      } catch {
        call.refuse(error)
        return true
      }
    }
    context.bus.serve(inSteps: serveInSteps, from: call.peer.name)
  }

  private static let mostDeparted = 64
  /// Patterns that are read between two looks at the clock: less than a twentieth of a step.
  private static let patternsAtOnce = 16

  func getItems(_ call: Call, _ message: Message, of id: Identifier) throws(Rejection) {
    let request = try GetItemsCall(message)
    context.identifyIfNeeded(call, offer: id) { [self] party throws(Rejection) in
      let shown = try context.withModel { model throws(Rejection) in
        try model.shownItems(of: id, from: request.first, count: request.count)
      }
      do throws(BusError) {
        let listing = try ItemsListing(
          call, shown.items, of: id, for: party, in: unfinished.reserve(shown.bytes), context)
        context.bus.serve(inSteps: listing.advance, from: call.peer.name)
      } catch {
        call.refuse(error)
      }
    }
  }

  func withdraw(_ call: Call, _ id: Identifier) throws(Rejection) {
    guard context.withModel({ $0.lingers(id) }) else {
      return try withdraw(call, id, by: Party(call.peer))
    }
    // A caller that leaves before it is identified counts as unknown, and withdraws nothing.
    context.identify(call) { [self] party throws(Rejection) in
      try withdraw(call, id, by: party)
      context.updateTimers()
    }
  }

  private func withdraw(_ call: Call, _ id: Identifier, by party: Party) throws(Rejection) {
    let effects = try context.apply(.withdraw(offer: id, caller: party))
    context.perform(effects) { call.acknowledge() }
  }

  // MARK: Signals

  func announce(_ id: Identifier) {
    guard let properties = properties(of: id) else { return }
    objects.broadcast(causedBy: properties.cause) { () throws(BusError) in
      try properties.added(at: .offer(id))
    }
  }

  func announceRemoval(of id: Identifier) {
    objects.broadcast(causedBy: nil) { () throws(BusError) in
      try OfferProperties.removed(at: .offer(id))
    }
  }

  /// Announces that the source has left or that content was removed.
  func announceChange(of id: Identifier) {
    guard let properties = properties(of: id) else { return }
    objects.broadcast(causedBy: properties.cause) { () throws(BusError) in
      try properties.changed([.types, .source, .expires], at: .offer(id))
    }
  }

  /// Nil for an offer that has ended in the same step.
  private func properties(of id: Identifier) -> OfferProperties? {
    (try? context.withModel { model throws(Rejection) in try model.shown(offer: id) })
      .map(OfferProperties.init)
  }
}

extension OfferProperties {
  /// The peer that caused the signal; nil if the source has left.
  fileprivate var cause: Peer? { connection.isEmpty ? nil : Peer(connection) }
}

extension Identifier {
  /// A new identifier from the kernel's random numbers.
  static func random() -> Identifier { Identifier(randomBytes: Random.bytes(17)) }

  /// - Parameter bytes: 17 bytes.
  init(randomBytes bytes: [UInt8]) {
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: number(0..<8), middle: number(8..<16), low: bytes[16])
  }
}
