import Harness
import Testing

@Suite struct AcceptTests {
  @Test(arguments: eitherBus())
  func `small held content comes in the reply and needs no transfer`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", text: "by reference")
      let offer = try source.offer([
        Item(name: "a.txt", data("text/plain", "hello")),
        Item(file("text/plain", try source.memory("memory"))),
        Item(file("text/plain", try source.open(path))),
      ])
      let results = try destination.accept(offer)
      #expect(results.map(\.transfer) == ["/", "/", "/"])
      #expect(results.map(\.item) == [0, 1, 2])
      #expect(results.map(\.name) == ["a.txt", nil, nil])
      #expect(results.map(\.type) == ["text/plain", "text/plain", "text/plain"])
      #expect(results.map(\.size) == [5, 6, 12])
      #expect(results.map { $0.data?.text } == ["hello", "memory", "by reference"])
      #expect(results.allSatisfy { $0.fd == nil })
    }
  }

  @Test(arguments: eitherBus())
  func `inline_max decides what is small`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      func isInline(_ size: Int, _ options: [String: Value] = [:]) throws -> Bool {
        let offer = try source.offer([Item(file("a/b", try source.memory(.pattern(size))))])
        let result = try destination.acceptOne(offer, options)
        #expect((result.data == nil) != (result.fd == nil))
        return result.data != nil
      }
      #expect(try isInline(65_536))
      #expect(try !isInline(65_537))
      #expect(try isInline(10, ["inline_max": .t(10)]))
      #expect(try !isInline(11, ["inline_max": .i(10)]))
      #expect(try !isInline(1, ["inline_max": .u(0)]))
      #expect(try isInline(1_048_576, ["inline_max": .t(1_048_576)]))
      #expect(try !isInline(1_048_577, ["inline_max": .t(1_048_576)]))
      try expectFailure(Names.invalidArguments, saying: "inline_max", "1048577") {
        try isInline(1, ["inline_max": .t(1_048_577)])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `held memory as a file is finished with the reply`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offer([
        Item(name: "n", file("a/b", try source.memory(.pattern(500_000))), data("a/c", "small"))
      ])
      let result = try destination.acceptOne(offer, types: ["a/b"], ["delivery": .s("file")])
      #expect(result.name == "n" && result.type == "a/b" && result.size == 500_000)
      let fd = try #require(result.fd)
      let facts = try destination.examine(fd)
      #expect(facts["kind"] == "file" && facts["access"] == "read" && facts["offset"] == 0)
      #expect(facts["size"] == 500_000)
      #expect(facts["links"] == 0, "unlinked")
      #expect(try destination.read(fd) == destination.digest(.pattern(500_000)))
      let small = try destination.acceptOne(offer, types: ["a/c"], ["delivery": .s("file")])
      #expect(small.data == nil, "a file was asked for")
      let smallFile = try small.fd ?? destination.receive(small.transfer, "a/c").fd
      #expect(try destination.read(smallFile).text == "small")
      for transfer in [result.transfer, small.transfer] where transfer != "/" {
        #expect(try destination.state(of: transfer) == "finished")
        #expect(try destination.finish(transfer)["operation"] == .s("copy"), "and may be called")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a held file is delivered as a snapshot of the recipient's own`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", text: String(repeating: "a", count: 9000))
      let descriptor = try source.open(path)
      let offer = try source.offer([Item(file("text/plain", descriptor))])
      let result = try destination.acceptOne(offer, ["delivery": .s("file")])
      let (fd, size) = try destination.receive(result.transfer, "text/plain")
      #expect(size == 9000)
      let (own, theirs) = (try destination.examine(fd), try source.examine(descriptor))
      #expect(own["inode"] != theirs["inode"] || own["device"] != theirs["device"])
      #expect(own["access"] == "read" && own["offset"] == 0 && own["links"] == 0)
      try service.fixture.folder.write("file", text: "changed")
      #expect(try destination.read(fd).text == String(repeating: "a", count: 9000))
    }
  }

  @Test(arguments: eitherBus())
  func `the recipients of one content do not share an offset`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, one, other) = (try service.peer(), try service.peer(), try service.peer())
      let offer = try source.offer([Item(file("a/b", try source.memory(.pattern(100_000))))])
      let first = try #require(try one.acceptOne(offer).fd)
      _ = try one.read(first)
      let second = try #require(try other.acceptOne(offer).fd)
      #expect(try other.examine(second)["offset"] == 0)
      try one.attempt("seek", ["fd": .integer(Int64(first)), "offset": 50])
      #expect(try other.read(second) == other.digest(.pattern(100_000)))
    }
  }

  @Test(arguments: eitherBus())
  func `a stream of held content is a pipe that ends`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", [UInt8](repeating: 65, count: 3_000_000))
      let offer = try source.offer([
        Item(data("a/data", "few")), Item(file("a/memory", try source.memory(.pattern(3_000_000)))),
        Item(file("a/file", try source.open(path))),
      ])
      let sizes = [3, 3_000_000, 3_000_000]
      for (index, result) in try destination.accept(offer, ["delivery": .s("stream")]).enumerated()
      {
        let pipe = try #require(result.fd)
        #expect(result.size == UInt64(sizes[index]) && result.data == nil)
        let facts = try destination.examine(pipe)
        #expect(facts["kind"] == "pipe" && facts["access"] == "read" && facts["blocking"] == true)
        #expect(try destination.read(pipe).length == sizes[index])
        let finished = try destination.finish(result.transfer)
        #expect(finished["bytes"] == .t(UInt64(sizes[index])))
        #expect(finished["operation"] == .s("copy") && finished["acknowledged"] == .b(true))
        #expect(try destination.finish(result.transfer) == finished, "the same answer again")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `lazy content as a stream comes as it is written`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        steps: [.write("one"), .gate("next"), .write("two"), .close, .reply(bytes: 6)])
      let result = try destination.acceptOne(offer, ["delivery": .s("stream")])
      #expect(result.size == nil && result.data == nil)
      let pipe = try #require(result.fd)
      #expect(try destination.examine(pipe)["access"] == "read")
      #expect(try destination.read(pipe, count: 3).text == "one")
      try source.openGate("next")
      #expect(try destination.read(pipe).text == "two")
      #expect(try destination.finish(result.transfer)["bytes"] == .t(6))
    }
  }

  @Test(arguments: eitherBus())
  func `lazy content as a file is received when it is complete`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(
        size: 2_000_000,
        steps: [
          .write(.pattern(1_000_000)), .say("half"), .gate("next"),
          .write(.pattern(1_000_000)), .close, .reply(),
        ])
      let result = try destination.acceptOne(offer)
      #expect(result.fd == nil && result.data == nil && result.size == 2_000_000)
      let receiving = try destination.startReceive(result.transfer, "text/plain")
      try source.waitUntilSaid("half")
      #expect(["pending", "running"].contains(try destination.state(of: result.transfer)))
      try source.openGate("next")
      let received = try receiving.reply()[0]
      #expect(received["size"] == .t(2_000_000))
      let fd = try #require(received["fd"].inside.int)
      let facts = try destination.examine(fd)
      #expect(facts["kind"] == "file" && facts["access"] == "read" && facts["offset"] == 0)
      #expect(facts["links"] == 0)
      #expect(try destination.read(fd).length == 2_000_000)
      #expect(try destination.state(of: result.transfer) == "finished")
      try expectFailure("NoSuchItem", saying: "text/plain") {
        try destination.receive(result.transfer, "text/plain")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a file that nobody has received yet waits for Receive`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: Step.all("complete"))
      let result = try destination.acceptOne(offer)
      try destination.waitForState("delivered", of: result.transfer)
      let (fd, size) = try destination.receive(result.transfer, "text/plain")
      #expect(try destination.read(fd).text == "complete" && size == 8)
    }
  }

  @Test(arguments: eitherBus())
  func `items come in the order asked for, all without a list, none twice`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offer((0..<5).map { Item(data("text/plain", .text("\($0)"))) })
      func texts(_ items: [UInt32]) throws -> [String?] {
        try destination.accept(offer, items: items).map { $0.data?.text }
      }
      #expect(try texts([]) == ["0", "1", "2", "3", "4"])
      #expect(try texts([3, 0, 4]) == ["3", "0", "4"])
      try expectFailure("NoSuchItem", saying: "5") { try texts([1, 5]) }
      try expectFailure(Names.invalidArguments, saying: "2") { try texts([2, 1, 2]) }
    }
  }

  @Test(arguments: eitherBus())
  func `types are preferences in their order`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offer([
        Item(
          data("text/html", "a"), data("text/plain;charset=utf-8", "b"), data("image/png", "c"),
          data("text/csv", "d"))
      ])
      func chosen(_ types: String...) throws -> String? {
        try destination.acceptOne(offer, types: types).type
      }
      #expect(try chosen() == "text/html", "the source's first")
      #expect(try chosen("image/png", "text/html") == "image/png")
      #expect(try chosen("audio/ogg", "*/*") == "text/html")
      #expect(try chosen("image/*", "text/html") == "image/png")
      #expect(try chosen("text/*") == "text/html")
      #expect(try chosen("text/plain") == "text/plain;charset=utf-8", "the type with parameters")
      #expect(try chosen("TEXT/PLAIN; Charset=UTF-8") == "text/plain;charset=utf-8")
      #expect(try chosen("text/plain;charset=latin1", "image/png") == "image/png")
      try expectFailure("NotAcceptable", saying: "audio/ogg", "text/html", "image/png", "text/csv")
      {
        try destination.accept(offer, types: ["audio/ogg", "text/plain;charset=latin1"])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `accepting is all or nothing`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve(["text/plain": Step.all("x")])
      let offer = try source.offer(
        [Item(lazily("text/plain")), Item(data("image/png", "y"))],
        ["source": .o(Names.sourcePath), "uses": .u(1)])
      try expectFailure("NotAcceptable", saying: "item 1") {
        try destination.accept(offer, types: ["text/plain"], ["delivery": .s("stream")])
      }
      try source.settle()
      #expect(source.calls("Provide").isEmpty)
      #expect(try service.observer.statistics()["transfers_running"] == 0)
      #expect(try destination.accept(offer, items: [1])[0].data?.text == "y", "no use is reserved")
    }
  }

  @Test(arguments: eitherBus())
  func `also brings further representations in the same transfer`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve(["text/html": Step.all("<b>"), "image/png": Step.all("png")])
      let offer = try source.offer(
        [
          Item(
            lazily("text/html"), lazily("image/png"), data("text/plain", "plain"),
            data("audio/ogg", "ogg"))
        ], ["source": .o(Names.sourcePath)])
      let results = try destination.accept(
        offer, types: ["text/plain"], ["also": .strings(["image/*", "text/*"])])
      #expect(results.map(\.type) == ["text/plain", "text/html", "image/png"])
      #expect(results.map(\.item) == [0, 0, 0])
      let transfer = try #require(results.first?.transfer)
      #expect(transfer != "/" && Set(results.map(\.transfer)) == [transfer])
      #expect(results.map { $0.data?.text } == ["plain", nil, nil])
      #expect(
        try destination.property("Types", of: transfer, Names.transfer)
          == ["text/plain", "text/html", "image/png"])
      let html = try destination.receive(transfer, "text/html").fd
      let png = try destination.receive(transfer, "image/png").fd
      #expect(try destination.read(html).text == "<b>" && destination.read(png).text == "png")
      #expect(try destination.finish(transfer)["bytes"] == .t(11))
      let streams = try destination.accept(
        offer, types: ["text/html"], ["also": .strings(["image/png"]), "delivery": .s("stream")])
      #expect(streams.map(\.type) == ["text/html", "image/png"])
      for stream in streams { _ = try destination.read(try #require(stream.fd)) }
      #expect(try destination.finish(streams[0].transfer)["bytes"] == .t(6))
      let inline = try destination.accept(
        offer, types: ["text/plain"], ["also": .strings(["audio/ogg"])])
      #expect(inline.map(\.transfer) == ["/", "/"], "only data: no transfer is needed")
      #expect(inline.map { $0.data?.text } == ["plain", "ogg"])
    }
  }

  @Test(arguments: eitherBus())
  func `a link is a transfer of its own even when its bytes are in the reply`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve([:])
      let offer = try source.offer(
        [Item(key: "k", data("text/uri-list", "https://example.org\r\n"))],
        ["operations": .strings(["copy", "link"]), "source": .o(Names.sourcePath)])
      let result = try destination.acceptOne(offer, ["operation": .s("link")])
      #expect(result.data?.text == "https://example.org\r\n")
      if result.transfer != "/" {
        #expect(try destination.finish(result.transfer)["operation"] == .s("link"))
      }
      let ended = try source.expectEndedOnce()
      #expect(ended.operation == "link" && ended.key == "k" && ended.bytes == 21)
    }
  }
}
