import Harness
import Testing

@Suite struct ManyTests {
  @Test(arguments: eitherBus())
  func `two hundred lazy streams at once bring each recipient its own bytes`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let destinations = [try service.peer(), try service.peer()]
      let size = 300_000
      var scripts: [String: [Step]] = [:]
      for index in 0..<200 {
        let content = Content.pattern(size, seed: index)
        scripts["a/\(index)"] = [
          .gate("all"), .write(content), .close, .reply(bytes: UInt64(size)),
        ]
      }
      try source.serve(scripts)
      let offer = try source.offer(
        (0..<200).map { Item(lazily("a/\($0)")) }, ["source": .o(Names.sourcePath)])
      var streams: [(item: Int, peer: Peer, transfer: String, read: PendingRead)] = []
      for first in stride(from: 0, to: 200, by: 10) {
        let peer = destinations[first / 10 % 2]
        let results = try peer.accept(
          offer, items: (first..<first + 10).map { UInt32($0) }, ["delivery": .s("stream")])
        for (offset, result) in results.enumerated() {
          let read = try peer.startReading(try #require(result.fd))
          streams.append((first + offset, peer, result.transfer, read))
        }
      }
      #expect(try service.observer.statistics()["transfers_running"] == 200)
      try source.openGate("all")
      for stream in streams {
        let wanted = try service.observer.digest(.pattern(size, seed: stream.item))
        #expect(try stream.read.bytes() == wanted, "item \(stream.item)")
        #expect(try stream.peer.finish(stream.transfer)["bytes"] == .t(UInt64(size)))
      }
      try source.waitForCall("Ended", count: 200)
      try source.settle()
      #expect(source.calls("Ended").count == 200)
    }
  }

  @Test(arguments: eitherBus())
  func `one dead slow reader among fifty harms nobody`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, dead, live) = (try service.peer(), try service.peer(), try service.peer())
      let size = 2_000_000
      let offer = try source.offerLazily(steps: Step.all(.pattern(size)))
      let held = try source.offer([Item(file("a/b", try source.memory(.pattern(size))))])
      // This destination reads a little of each kind and then stops.
      for other in [offer, held] {
        let (_, pipe) = try dead.stream(other)
        _ = try dead.read(pipe, count: 100)
      }
      let wanted = try live.digest(.pattern(size))
      let streams = try (0..<49).map { index in
        let (transfer, pipe) = try live.stream(index.isMultiple(of: 7) ? held : offer)
        return (transfer: transfer, read: try live.startReading(pipe))
      }
      for stream in streams {
        #expect(try stream.read.bytes() == wanted)
        try live.finish(stream.transfer)
      }
      #expect(try service.observer.statistics()["transfers_running"] == 2)
    }
  }

  @Test(arguments: eitherBus())
  func `a thousand offers come and go without a trace`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let memory = try source.memory(.pattern(70_000))
      let pending = try (0..<999).map { index in
        try source.startOffer([Item(name: "\(index)", file("a/b", memory))])
      }
      var offers = try pending.map { try $0.reply()[0].string ?? "" }
      // dragd checked the content of those offers in parallel, so only this one is certainly the newest.
      offers.append(try source.offer([Item(name: "last", file("a/b", memory))]))
      #expect(try service.observer.statistics()["offers"] == 1000)
      #expect(try destination.find(["a/b"]) == offers.last)
      let fd = try #require(try destination.acceptOne(offers[500]).fd)
      #expect(try destination.read(fd) == destination.digest(.pattern(70_000)))
      source.kill()
      try eventually("the source to be gone") {
        try service.observer.statistics()["peers"] == 0
      }
      #expect(try service.observer.statistics()["offers"] == 1000, "they linger")
    }
  }
}
