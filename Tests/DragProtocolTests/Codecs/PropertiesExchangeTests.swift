import DBus
import DragModel
import DragProtocol
import DragSystem
import Harness
import Testing

/// Properties, their signals and the object manager, on a real bus.
@Suite struct PropertiesExchangeTests {
  static let id = NamesTests.id

  static func offer() throws -> OfferProperties {
    var offer = OfferProperties()
    offer.itemCount = 3
    offer.types = try ["a/b", "text/plain;charset=utf-8"].map { try OfferExchangeTests.type($0) }
    offer.operations = [.copy, .link]
    offer.label = "Label"
    offer.application = "org.example.App"
    offer.connection = ":1.4"
    offer.created = 1 << 50
    offer.expires = 1 << 51
    offer.isSensitive = true
    return offer
  }

  static func transfer(_ failure: BusError? = nil) throws -> TransferProperties {
    var transfer = TransferProperties()
    transfer.offer = Self.id
    transfer.item = 4
    transfer.types = [try OfferExchangeTests.type("a/b")]
    transfer.operation = .move
    transfer.size = 10
    transfer.bytes = 5
    transfer.state = failure == nil ? .running : .failed
    transfer.failure = failure
    return transfer
  }

  static let target = {
    var target = TargetProperties()
    target.name = "board/To Do"
    target.label = "To Do"
    target.types = ["image/*"]
    target.operations = [.move]
    target.owner = ":1.9"
    target.application = "org.example.Board"
    return target
  }()

  static let broker = BrokerProperties(
    version: "1.2.3", limit: { UInt64($0.name.utf8.count) },
    statistic: { UInt64($0.rawValue.utf8.count) << 32 }, ledger: "abc")

  /// Asks for all properties, and for each alone.
  func check<Values: PropertyValues & Equatable>(
    _ values: Values, at path: ObjectPath, _ exchange: Exchange
  ) throws {
    func answer(_ call: Message) throws -> Message {
      guard case .properties(let method, let object) = try Request(call) else {
        throw BusError(name: BusError.Name.failed, message: "no call about properties")
      }
      return try values.reply(to: call, PropertiesRequest(method, call, at: object))
    }
    let all = try exchange.call(
      Values.getAll(at: path), expecting: .properties(.getAll, path), answer: answer)
    #expect(try Values(all) == values)
    for property in Contract.interface(Values.interface).properties {
      let get = try Message.call(
        to: BusName.broker, path: path.description,
        interface: InterfaceName.properties.rawValue, member: "Get")
      try get.write { writer throws(BusError) in
        try writer.append(Values.interface.rawValue)
        try writer.append(property.name)
      }
      let reply = try exchange.call(
        get, expecting: .properties(.get, path), answer: answer)
      var reader = reply.read()
      var value = try reader.variant()
      #expect(value.nextSignature == property.signature, "\(property.name)")
      var one = Values()
      try one.read(try #require(Values.Name(rawValue: property.name)), from: &value)
      #expect(one != Values(), "\(property.name) is as if it had not come")
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `every property arrives, together and alone`(_ kind: PrivateBus.Kind) throws {
    try Exchange.run(kind) { exchange in
      try check(Self.broker, at: .root, exchange)
      try check(Self.offer(), at: .offer(Self.id), exchange)
      let failure = BusError(Rejection(.truncated, "too short"))
      try check(Self.transfer(failure), at: .transfer(Self.id), exchange)
      try check(Self.target, at: .target(Self.id), exchange)
    }
  }

  @Test func `every limit and statistic has its name`() {
    #expect(Self.broker.limits.count == LimitKey.allCases.count)
    #expect(Self.broker.limits["held_memory"] == 11)
    #expect(Self.broker.statistics.count == StatisticKey.allCases.count)
    #expect(Self.broker.statistics["peers"] == 5 << 32)
  }

  @Test func `an unknown size is all ones on the wire`() throws {
    var transfer = try Self.transfer()
    transfer.size = nil
    let message = try call { writer throws(BusError) in
      try transfer.write(.size, to: &writer)
      try transfer.write(.error, to: &writer)
    }
    var reader = message.read()
    var ahead = reader
    #expect(try ahead.uint64() == .max)
    try transfer.read(.size, from: &reader)
    #expect(transfer.size == nil)
    try transfer.read(.error, from: &reader)
    #expect(transfer.failure == nil)
  }

  @Test func `properties of a newer dragd are passed over`() throws {
    let message = try call(
      .dictionary([
        ("ItemCount", .uint32(2)), ("Colour", .string("red")),
        ("Operations", .strings(["copy", "teleport"])),
        ("Source", .dictionary([("app_id", .string("a")), ("planet", .int32(1))])),
      ]))
    let offer = try OfferProperties(message)
    #expect(offer.itemCount == 2)
    #expect(offer.operations == [.copy])
    #expect(offer.application == "a")
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a change arrives and is taken in`(_ kind: PrivateBus.Kind) throws {
    try Exchange.run(kind) { exchange in
      var changed = try Self.transfer()
      changed.bytes = 10
      changed.state = .delivered
      let signal = try exchange.signal(
        changed.changed(TransferProperties.changing, at: .transfer(Self.id))
          .copy(for: exchange.client.uniqueName))
      #expect(signal.path == Self.id.transferPath)
      #expect(signal.member == "PropertiesChanged")
      #expect(
        signal.signature == Contract.properties.signals[0].arguments.map(\.signature).joined())
      var known = try Self.transfer()
      #expect(try known.update(signal))
      #expect(known == changed)
      var other = OfferProperties()
      #expect(try !other.update(signal))
      #expect(other == OfferProperties())
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `coming and going objects are announced`(_ kind: PrivateBus.Kind) throws {
    try Exchange.run(kind) { exchange in
      try exchange.client.addMatchAndWait(
        "type='signal',interface='org.freedesktop.DBus.ObjectManager'")
      let signals = Contract.objectManager.signals.map {
        $0.arguments.map(\.signature).joined()
      }
      let offer = try Self.offer()
      let added = try exchange.signal(offer.added(at: .offer(Self.id)))
      #expect(added.path == "/org/dragd/Broker1")
      #expect(added.signature == signals[0])
      guard case .offer(Self.id, offer)? = try ManagedObject(added: added) else {
        Issue.record("no offer came")
        return
      }
      let target = try exchange.signal(Self.target.added(at: .target(Self.id)))
      guard case .target(Self.id, Self.target)? = try ManagedObject(added: target) else {
        Issue.record("no target came")
        return
      }
      let removed = try exchange.signal(OfferProperties.removed(at: .offer(Self.id)))
      #expect(removed.signature == signals[1])
      #expect(try ManagedObject.removed(removed) == .offer(Self.id))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `the object manager's list arrives whole`(_ kind: PrivateBus.Kind) throws {
    var objects = ManagedObjects()
    objects.offers = [(Self.id, try Self.offer()), (SourceExchangeTests.transfer, .init())]
    objects.targets = [(Self.id, Self.target)]
    try Exchange.run(kind) { exchange in
      let reply = try exchange.call(
        ManagedObjects.get(), expecting: .getManagedObjects
      ) { try objects.reply(to: $0) }
      let read = try ManagedObjects(reply)
      #expect(read.offers.map(\.id) == objects.offers.map(\.id))
      #expect(read.offers.map(\.properties) == objects.offers.map(\.properties))
      #expect(read.targets.map(\.id) == [Self.id])
      #expect(read.targets.map(\.properties) == [Self.target])
    }
  }
}
