import DBus
import DragModel
import DragProtocol
import Harness
import Testing

/// The clipboard, as dragclip and its callers tell each other on a real bus.
@Suite struct ClipboardExchangeTests {
  static let offer = NamesTests.id
  static let other = Identifier(high: 5, middle: 6, low: 0)

  @Test func `a copy arrives as it was sent`() throws {
    try Exchange.run(.dbusDaemon) { exchange in
      for copy in [
        CopyCall(offer: Self.offer),
        CopyCall(
          offer: Self.offer, selection: .primary, seat: "seat0", cut: true, remember: true,
          replaces: Self.other),
      ] {
        try exchange.callClipboard(copy.message(), expecting: .method(.copy)) { call throws in
          #expect(try CopyCall(call) == copy)
          return call.reply()
        }
      }
    }
  }

  @Test func `the present content arrives as it was told`() throws {
    let contents = [
      CurrentContent(offer: Self.offer),
      CurrentContent(
        offer: Self.offer, targets: ["UTF8_STRING", "text/html"], isSensitive: true, isCut: true,
        isOwn: true, isHeld: true, process: 42, serial: 1 << 40,
        types: [.utf8Text, .octetStream], data: [0, 255], dataType: .octetStream,
        keptOffer: Self.other),
    ]
    try Exchange.run(.dbusDaemon) { exchange in
      for content in contents {
        let current = CurrentCall(
          selection: .primary, seat: content.isCut ? "seat0" : nil,
          read: content.isCut ? [.utf8Text, .octetStream] : nil)
        let reply = try exchange.callClipboard(
          current.message(), expecting: .method(.current)
        ) { call throws in
          #expect(try CurrentCall(call) == current)
          return try content.reply(to: call)
        }
        #expect(try CurrentContent(reply) == content)
      }
    }
  }

  @Test func `a history arrives as it was told`() throws {
    let history = [
      HistoryEntry(
        offer: Self.offer, types: [.utf8Text, .octetStream], size: 1 << 33, copied: 77,
        isPinned: true, id: "bcdfg"),
      HistoryEntry(offer: Self.other),
    ]
    try Exchange.run(.dbusDaemon) { exchange in
      let reply = try exchange.callClipboard(
        HistoryCall(count: 2).message(), expecting: .method(.history)
      ) { call throws in
        #expect(try HistoryCall(call).count == 2)
        return try HistoryEntry.reply(to: call, history)
      }
      #expect(try HistoryEntry.read(reply) == history)
    }
  }

  @Test func `the short calls arrive as they were sent`() throws {
    let about = HistoryOfferCall(offer: Self.offer)
    try Exchange.run(.dbusDaemon) { exchange in
      for offer in [Self.offer, nil] {
        let forget = ForgetCall(offer: offer)
        try exchange.callClipboard(forget.message(), expecting: .method(.forget)) { call throws in
          #expect(try ForgetCall(call) == forget)
          return call.reply()
        }
      }
      try exchange.callClipboard(about.pin(), expecting: .method(.pin)) { call throws in
        #expect(try HistoryOfferCall(call) == about)
        return call.reply()
      }
      try exchange.callClipboard(about.unpin(), expecting: .method(.unpin)) { call throws in
        #expect(try HistoryOfferCall(call) == about)
        return call.reply()
      }
      let clear = ClearCall(selection: .primary)
      try exchange.callClipboard(clear.message(), expecting: .method(.clear)) { call throws in
        #expect(try ClearCall(call) == clear)
        return call.reply()
      }
      try exchange.callClipboard(.watchClipboard(), expecting: .method(.watch))
    }
  }

  @Test(arguments: [false, true])
  func `the property Paused can be read and set`(_ isPaused: Bool) throws {
    try Exchange.run(.dbusDaemon) { exchange in
      try exchange.callClipboard(
        ClipboardProperties.setPaused(isPaused), expecting: .setPaused(isPaused))
      let reply = try exchange.callClipboard(
        ClipboardProperties.getAll(), expecting: .getAll
      ) { call throws in
        try ClipboardProperties(isPaused: isPaused).reply(to: call, ClipboardProperty.allCases)
      }
      #expect(try ClipboardProperties(reply).isPaused == isPaused)
    }
  }

  @Test func `a change reaches the one who watches`() throws {
    let change = ClipboardChanged(selection: .primary, serial: 1 << 50)
    try Exchange.run(.dbusDaemon) { exchange in
      let signal = try exchange.signal(change.message(to: exchange.client.uniqueName))
      #expect(try ClipboardChanged(signal) == change)
      #expect(ClipboardHistoryChanged(signal) == nil)
      let other = try exchange.signal(
        ClipboardHistoryChanged().message(to: exchange.client.uniqueName))
      #expect(ClipboardHistoryChanged(other) != nil)
      #expect(try ClipboardChanged(other) == nil)
    }
  }

  @Test(arguments: [
    ("/org/dragd/Clipboard1", "org.dragd.Clipboard1", "Paste", BusError.Name.unknownMethod),
    ("/org/dragd/Clipboard1", "org.dragd.Broker1", "Find", BusError.Name.unknownInterface),
    ("/org/dragd/Broker1", "org.dragd.Clipboard1", "Watch", BusError.Name.unknownObject),
    ("/org/dragd", "org.dragd.Clipboard1", "Watch", BusError.Name.unknownInterface),
    ("/org/dragd/Clipboard1", "org.dragd.Clipboard1", "Pin", BusError.Name.invalidArgs),
  ])
  func `a call of what is not there says so`(
    _ path: String, _ interface: String, _ member: String, _ name: String
  ) throws {
    let call = try Message.call(
      to: BusName.clipboard, path: path, interface: interface, member: member)
    do throws(BusError) {
      _ = try ClipboardRequest(call)
      Issue.record("\(member) was found")
    } catch {
      #expect(error.name == name)
    }
  }

  @Test func `introspection leads from the top to the clipboard`() throws {
    func xml(_ path: String) throws -> IntrospectionReader {
      let call = try Message.call(
        to: BusName.clipboard, path: path, interface: InterfaceName.introspectable.rawValue,
        member: "Introspect")
      guard case .introspect(let xml) = try ClipboardRequest(call) else {
        throw BusError(name: "", message: "no introspection")
      }
      return try IntrospectionReader(xml)
    }
    #expect(try xml("/").children == ["org"])
    #expect(try xml("/org").children == ["dragd"])
    #expect(try xml("/org/dragd").children == ["Clipboard1"])
    #expect(
      try xml("/org/dragd/Clipboard1").interfaces.map(\.name).first == "org.dragd.Clipboard1")
  }
}
