internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// Properties, ObjectManager and Introspectable.

extension BrokerService {
  func properties(
    _ method: PropertiesMethod, _ call: Call, _ message: Message, at path: ObjectPath
  ) throws(Rejection) {
    let request: PropertiesRequest
    do throws(BusError) {
      request = try PropertiesRequest(method, message, at: path)
    } catch {
      return call.refuse(error)
    }
    switch path {
    case .root:
      try readLedger(for: call, request) { [self] in reply(to: call, request, brokerProperties) }
    case .offer(let id):
      reply(to: call, request, OfferProperties(try model.shown(offer: id)))
    case .transfer(let id):
      reply(to: call, request, TransferProperties(try model.shown(transfer: id, to: call.peer)))
    case .target(let id):
      reply(to: call, request, TargetProperties(try model.shown(target: id)))
    case .folder, .absent, .parent:
      // Nothing there has properties: `PropertiesRequest` has refused.
      call.refuse(BusError(name: BusError.Name.unknownInterface, message: "\(path) has none"))
    }
  }

  private func reply(
    to call: Call, _ request: PropertiesRequest, _ values: some PropertyValues
  ) {
    call.answer { call throws(BusError) in try values.reply(to: call, request) }
  }

  /// Calls `then` when it is known which ledger this is, if that is asked for, or a disk has not told it for a while.
  private func readLedger(
    for call: Call, _ request: PropertiesRequest, then: @escaping () -> Void
  ) throws(Rejection) {
    guard request.asks(for: BrokerProperty.ledger), ledgerIdentity == nil else { return then() }
    let attempt = try begin(call)
    attempt.giveUp(after: Self.identityPatience, loop) { [self] in
      _ = end(attempt)
      then()
      rearm()
    }
    ledger.identity { [self] identity in
      ledgerIdentity = identity
      guard end(attempt) else { return }
      then()
      rearm()
    }
  }

  /// Microseconds.
  private static let identityPatience: UInt64 = 2_000_000

  private var brokerProperties: BrokerProperties {
    let inventory = model.inventory
    let statistics = model.statistics
    return BrokerProperties(
      version: Release.version,
      limit: { configuration.limits[$0] },
      statistic: { key in
        switch key {
        case .offers: inventory.offers
        case .items: inventory.items
        case .targets: inventory.targets
        case .peers: inventory.peers
        case .transfersRunning: inventory.transfersRunning
        case .transfersFinished: statistics.transfersFinished
        case .transfersFailed: statistics.transfersFailed
        case .transfersCancelled: statistics.transfersCancelled
        case .bytesMoved: statistics.bytesMoved
        case .bytesHeld: inventory.bytesHeld
        case .memoryHeld: memory.whole.used
        }
      },
      ledger: ledgerIdentity?.description ?? "")
  }

  func introspect(_ call: Call, at path: ObjectPath) {
    let ids: [Identifier]
    switch path {
    case .folder(.offer): ids = Array(model.listed)
    case .folder(.target): ids = model.targets(named: "").map(\.id)
    case .folder(.transfer), .root, .offer, .transfer, .target, .absent, .parent: ids = []
    }
    call.answer { call throws(BusError) in
      let reply = call.reply()
      try reply.write { writer throws(BusError) in
        try writer.append(Introspection.xml(of: path, ids: ids.map(\.description)))
      }
      return reply
    }
  }
}

extension DragModel.Limits {
  /// The value of a limit. Nobody can exceed those of what is not served.
  subscript(key: LimitKey) -> UInt64 {
    switch key {
    case .offersPerConnection: offersPerConnection
    case .itemsPerConnection: itemsPerConnection
    case .representationsPerItem: representationsPerItem
    case .typesPerOffer: typesPerOffer
    case .metadataBytesPerConnection: metadataBytesPerConnection
    case .metadataBytesPerUser: metadataBytesPerUser
    case .listedBytesPerConnection: listedBytesPerConnection
    case .listedBytesPerUser: listedBytesPerUser
    case .transfersPerConnection: transfersPerConnection
    case .targetsPerConnection: targetsPerConnection
    case .dropsPerConnection: dropsPerConnection
    case .targetsPerUser: targetsPerUser
    case .dropsPerUser: dropsPerUser
    case .offersPerUser: offersPerUser
    case .itemsPerUser: itemsPerUser
    case .transfersPerUser: transfersPerUser
    case .waitingCallsPerConnection: waitingCallsPerConnection
    case .waitingCallsPerUser: waitingCallsPerUser
    case .waitingCallsPerPart: waitingCallsPerPart
    case .queuedBytesPerConnection: queuedBytesPerConnection
    case .queuedBytesPerUser: queuedBytesPerUser
    case .unreadBytesPerConnection: unreadBytesPerConnection
    case .unreadBytesPerUser: unreadBytesPerUser
    case .unwrittenBytes: unwrittenBytes
    case .unansweredCallsPerConnection: unansweredCallsPerConnection
    case .unansweredCallsPerUser: unansweredCallsPerUser
    case .heldMemory: heldMemory
    case .heldMemoryPerConnection: heldMemoryPerConnection
    case .descriptorMessagesPerConnection: descriptorMessagesPerConnection
    case .receiveTimeout: receiveTimeout
    case .heldBytesPerConnection: heldBytesPerConnection
    case .heldBytesPerUser: heldBytesPerUser
    case .dataBytes: 1 << 20
    case .inlineBytes: AcceptOptions.inlineLimit
    case .descriptorsPerMessage: UInt64(Broker.replyDescriptors)
    case .endedTransfers: endedTransfers
    case .moves: moves
    case .moveBytes: moveBytes
    case .cookiesPerConnection: cookiesPerConnection
    }
  }
}
