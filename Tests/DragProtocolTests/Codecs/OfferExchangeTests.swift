import DBus
import DragModel
import DragProtocol
import DragSystem
import Harness
import Testing

/// Offers, accepts and transfers, as client and broker tell each other on a real bus.
@Suite struct OfferExchangeTests {
  static let id = NamesTests.id

  static func type(_ text: String) throws -> MIMEType { try #require(MIMEType(text)) }

  static func items() throws -> [Item<SentContent>] {
    [
      Item(
        attributes: ItemAttributes(name: "a.txt", key: "k1", local: "l1"),
        representations: [
          Representation(type: try type("text/plain;charset=utf-8"), content: .bytes([1, 2, 3])),
          Representation(type: nil, visibility: .app, content: .descriptor(0)),
          Representation(type: try type("image/png"), content: .lazy(size: 9)),
          Representation(type: try type("a/b"), visibility: .connection, content: .lazy(size: nil)),
        ]),
      Item(
        attributes: ItemAttributes(key: "k2"),
        representations: [Representation(type: nil, content: .descriptor(1))]),
    ]
  }

  static func expectEqual(
    _ one: [Item<ReceivedContent>], _ other: [Item<ReceivedContent>],
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(one.map(\.attributes) == other.map(\.attributes), sourceLocation: location)
    let parts = [one, other].map { $0.map(\.representations) }
    #expect(
      parts[0].map { $0.map(\.type) } == parts[1].map { $0.map(\.type) }, sourceLocation: location)
    #expect(
      parts[0].map { $0.map(\.visibility) } == parts[1].map { $0.map(\.visibility) },
      sourceLocation: location)
    #expect(
      parts[0].map { $0.map(\.content) } == parts[1].map { $0.map(\.content) },
      sourceLocation: location)
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `an offer arrives as it was sent, with its descriptors`(_ kind: PrivateBus.Kind) throws {
    var options = OfferOptions()
    options.operations = [.move, .copy, .link]
    options.source = "/my/source"
    options.cookie = OfferOptionsTests.cookie
    options.label = "Label"
    options.isPrivate = true
    options.uses = 1
    options.expiresIn = 2
    options.linger = 0
    options.replaces = Self.id
    options.more = true
    let sent = OfferCall(items: try Self.items(), options: options)
    let descriptors = [SharedDescriptor(nullDevice()), SharedDescriptor(nullDevice())]
    try Exchange.run(kind) { exchange in
      let reply = try exchange.call(
        sent.message(descriptors: descriptors), expecting: .broker(.offer)
      ) { call throws in
        var kept: [[UInt64]] = []
        let received = try OfferCall(call) { kept.append(identity(of: $0)) }
        Self.expectEqual(received.items, sent.items)
        #expect(received.options == options)
        #expect(kept == [identity(of: nullDevice()), identity(of: nullDevice())])
        return try call.reply(with: .offer(Self.id))
      }
      #expect(try reply.readOffer() == Self.id)

      var plain = OfferOptions()
      plain.isSensitive = true
      try exchange.call(
        OfferCall(items: [Self.items()[1]], options: plain).message(descriptors: descriptors),
        expecting: .broker(.offer)
      ) { call throws in
        #expect(try OfferCall(call) { _ in }.options == plain)
        return try call.reply(with: .offer(Self.id))
      }
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `the other calls about offers arrive as they were sent`(_ kind: PrivateBus.Kind) throws {
    try Exchange.run(kind) { exchange in
      let added = AddItemsCall(items: try Self.items(), more: true)
      let descriptors = [SharedDescriptor(nullDevice()), SharedDescriptor(nullDevice())]
      try exchange.call(
        added.message(to: Self.id, descriptors: descriptors),
        expecting: .offer(.addItems, Self.id)
      ) { call throws in
        let received = try AddItemsCall(call) { _ in }
        Self.expectEqual(received.items, added.items)
        #expect(received.more)
        return call.reply()
      }
      let find = FindCall(types: ["image/*", "text/plain"])
      let found = try exchange.call(find.message(), expecting: .broker(.find)) { call throws in
        #expect(try FindCall(call) == find)
        return try call.reply(with: .offer(Self.id))
      }
      #expect(try found.readOffer() == Self.id)
      try exchange.call(.withdraw(Self.id), expecting: .offer(.withdraw, Self.id))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `what Accept brings arrives whole`(_ kind: PrivateBus.Kind) throws {
    var options = AcceptOptions()
    options.operation = .link
    options.also = ["text/html"]
    options.delivery = .file
    options.inlineMax = 7
    options.startTimeout = 8
    options.stallTimeout = 0
    options.finishTimeout = 9
    let accept = AcceptCall(items: [2, 0], types: ["image/*", "*/*"], options: options)
    let parts = [
      AcceptedPart(
        transfer: nil, item: 2, type: try Self.type("text/plain"), name: "n", size: 3,
        content: .data([1, 2, 3])),
      AcceptedPart(
        transfer: Self.id, item: 0, type: try Self.type("image/png"),
        content: .descriptor(SharedDescriptor(nullDevice()))),
      AcceptedPart(
        transfer: Self.id, item: 0, type: try Self.type("text/html"), size: 1 << 40,
        content: .later),
    ]
    try Exchange.run(kind) { exchange in
      let reply = try exchange.call(
        accept.message(to: Self.id), expecting: .offer(.accept, Self.id)
      ) { call throws in
        #expect(try AcceptCall(call) == accept)
        return try AcceptedPart.reply(to: call, parts)
      }
      let read = try AcceptedPart.read(reply)
      #expect(read.map(\.transfer) == parts.map(\.transfer))
      #expect(read.map(\.item) == parts.map(\.item))
      #expect(read.map(\.type) == parts.map(\.type))
      #expect(read.map(\.name) == parts.map(\.name))
      #expect(read.map(\.size) == parts.map(\.size))
      guard case .data(let data) = read[0].content,
        case .descriptor(let shared) = read[1].content, case .later = read[2].content
      else {
        Issue.record("the contents came as \(read)")
        return
      }
      #expect(data == [1, 2, 3])
      #expect(identity(of: shared.descriptor) == identity(of: nullDevice()))
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `what GetItems shows arrives whole`(_ kind: PrivateBus.Kind) throws {
    func shown(_ type: String, _ size: UInt64?, _ isHeld: Bool) throws -> Representation<
      ShownRepresentation
    > {
      let type = try Self.type(type)
      return Representation(
        type: type, content: ShownRepresentation(type: type, size: size, isHeld: isHeld))
    }
    let items = [
      Item(
        attributes: ItemAttributes(name: "n", key: "k", local: "l"),
        representations: [try shown("a/b", 1, true), try shown("c/d", nil, false)]),
      Item(attributes: ItemAttributes(), representations: []),
    ]
    let wanted = GetItemsCall(first: 3, count: 4)
    try Exchange.run(kind) { exchange in
      let reply = try exchange.call(
        wanted.message(to: Self.id), expecting: .offer(.getItems, Self.id)
      ) { call throws in
        #expect(try GetItemsCall(call) == wanted)
        return try ShownItems.reply(to: call, items)
      }
      let read = try ShownItems.read(reply)
      #expect(read.map(\.attributes) == items.map(\.attributes))
      #expect(
        read.map { $0.representations.map(\.content) }
          == items.map { $0.representations.map(\.content) })
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `the calls about a transfer arrive as they were sent`(_ kind: PrivateBus.Kind) throws {
    try Exchange.run(kind) { exchange in
      let receive = ReceiveCall(type: try Self.type("text/plain;charset=utf-8"))
      let reply = try exchange.call(
        receive.message(to: Self.id), expecting: .transfer(.receive, Self.id)
      ) { call throws in
        #expect(try ReceiveCall(call) == receive)
        return try ReceivedFile.reply(to: call, nullDevice(), size: 77)
      }
      let file = try ReceivedFile(reply)
      #expect(file.size == 77)
      #expect(identity(of: file.descriptor) == identity(of: nullDevice()))

      let result = FinishResult(bytes: 1 << 33, operation: .move, acknowledged: false)
      let finished = try exchange.call(
        .finish(Self.id), expecting: .transfer(.finish, Self.id)
      ) { try result.reply(to: $0) }
      #expect(try FinishResult(finished) == result)

      let cancel = CancelCall(reason: "enough")
      try exchange.call(
        cancel.message(to: Self.id), expecting: .transfer(.cancel, Self.id)
      ) { call throws in
        #expect(try CancelCall(call) == cancel)
        return call.reply()
      }
    }
  }
}
