internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// Properties and Introspectable.

extension ObjectService {
  func readProperties(
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
      try readLedgerIdentity(for: call, request) { [self] in
        reply(to: call, request, brokerProperties)
      }
    case .offer(let id):
      reply(to: call, request, OfferProperties(try context.model.shown(offer: id)))
    case .transfer(let id):
      let shown = try context.model.shown(transfer: id, to: call.peer)
      reply(to: call, request, TransferProperties(shown))
    case .target(let id):
      reply(to: call, request, TargetProperties(try context.model.shown(target: id)))
    case .folder, .absent, .parent:
      // These have no properties: `PropertiesRequest` has refused them.
      call.refuse(
        BusError(name: BusError.Name.unknownInterface, message: "\(path) has no properties"))
    }
  }

  private func reply(
    to call: Call, _ request: PropertiesRequest, _ values: some PropertyValues
  ) {
    call.answer { call throws(BusError) in try values.reply(to: call, request) }
  }

  /// Calls `then` once the identity of the ledger is known, if the request asks for it, or after a timeout.
  private func readLedgerIdentity(
    for call: Call, _ request: PropertiesRequest, then: @escaping () -> Void
  ) throws(Rejection) {
    guard request.asks(for: BrokerProperty.ledger), moves.ledgerIdentity == nil else {
      return then()
    }
    let suspended = try context.suspend(call)
    suspended.setTimeout(Self.identityTimeout, context.loop) { [context] in
      _ = context.resume(suspended)
      then()
      context.updateTimers()
    }
    moves.readIdentity { [context] in
      guard context.resume(suspended) else { return }
      then()
      context.updateTimers()
    }
  }

  /// Microseconds that a disk has to tell the identity of the ledger.
  private static let identityTimeout: UInt64 = 2_000_000

  private var brokerProperties: BrokerProperties {
    let inventory = context.model.inventory
    let statistics = context.model.statistics
    return BrokerProperties(
      version: Release.version,
      limit: { context.limits[$0] },
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
        case .bytesMoved: statistics.bytesTransferred
        case .bytesHeld: inventory.bytesHeld
        case .memoryHeld: context.memory.whole.used
        }
      },
      ledger: moves.ledgerIdentity?.description ?? "")
  }

  func introspect(_ call: Call, at path: ObjectPath) {
    let ids: [Identifier]
    switch path {
    case .folder(.offer): ids = Array(context.model.listed)
    case .folder(.target): ids = context.model.targets(named: "").map(\.id)
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
