import Harness
import Testing

@Suite struct DescriptorTests {
  @Test(arguments: everyBus)
  func `only what is a regular file or memfd open for reading is taken`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let path = try service.fixture.folder.write("file", text: "x")
      let pipe = try source.pipe()
      let wrong: [(what: String, descriptor: Int)] = [
        ("pipe", pipe.reader), ("pipe's other end", pipe.writer), ("socket", try source.socket()),
        ("device", try source.open("/dev/null")), ("folder", try source.open("/tmp", "folder")),
        ("write-only file", try source.open(path, "write")),
        ("path only", try source.open(path, "path")),
        ("path of a folder", try source.open("/tmp", "path")),
      ]
      let growing = try source.offer([], ["more": .b(true)])
      for (what, descriptor) in wrong {
        let items = [Item(data("text/plain", "fine")), Item(file("a/b", descriptor))]
        let failure = try expectFailure("InvalidDescriptor", saying: "item 1") {
          try source.offer(items)
        }
        #expect(failure != nil, "\(what)")
        try expectFailure("InvalidDescriptor") { try source.addItems(to: growing, items) }
      }
      let right = [try source.open(path), try source.open(path, "both"), try source.memory("x")]
      let offer = try source.offer(right.map { Item(file("a/b", $0)) })
      #expect(try service.observer.accept(offer).map { $0.data?.text } == ["x", "x", "x"])
    }
  }

  @Test(arguments: everyBus)
  func `sixteen descriptors travel in a message, and more do not harm dragd`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let memory = try source.memory("x")
      func items(_ count: Int) -> [Item] { (0..<count).map { _ in Item(file("a/b", memory)) } }
      let offer = try source.offer(items(16))
      #expect(try service.observer.property("ItemCount", of: offer, Names.offer) == 16)
      for count in [17, 253] {
        let peer = try service.peer()
        let memory = try peer.memory("x")
        let many = (0..<count).map { _ in Item(file("a/b", memory)) }
        switch bus {
        case .dbusBroker:
          try expectFailure("TooManyItems", saying: "16") { try peer.offer(many) }
        case .dbusDaemon:
          // The bus disconnects the sender.
          _ = try peer.startOffer(many)
          _ = try peer.event("be cut off") { $0["event"] == "disconnected" }
        }
        #expect(try service.responseTime() < .seconds(1))
      }
    }
  }

  @Test(arguments: everyBus)
  func `an Accept that needs more than sixteen descriptors is refused, batches work`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offer((0..<20).map { Item(data("a/b", .text("\($0)"))) })
      try expectFailure("TooManyItems", saying: "20", "16") {
        try destination.accept(offer, ["delivery": .s("stream")])
      }
      #expect(try service.observer.statistics()["transfers_running"] == 0)
      for batch in [Array(0..<16), Array(16..<20)] {
        let results = try destination.accept(
          offer, items: batch.map { UInt32($0) }, ["delivery": .s("stream")])
        for (index, result) in zip(batch, results) {
          #expect(try destination.read(try #require(result.fd)).text == "\(index)")
          try destination.finish(result.transfer)
        }
      }
    }
  }
}
