import Harness
import Testing

@Suite struct SecrecyTests {
  /// Whether a word is in anything that the bus has delivered to a peer.
  private func wasTold(_ peer: Peer, _ word: String) throws -> Bool {
    peer.told.contains { String(decoding: $0.json, as: UTF8.self).contains(word) }
  }

  private func introspect(_ peer: Peer, _ path: String) throws -> String {
    try peer.call("Introspect", on: Names.introspectable, at: path)[0].string ?? ""
  }

  @Test(arguments: eitherBus())
  func `a private offer is reached by its path and found in no other way`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let watcher = try service.peer()
      try watcher.watch("type='signal',sender='\(Names.broker)'")
      try source.serve(["text/plain": Step.all("lazy")])
      let offer = try source.offer(
        [
          Item(name: "secret-name", key: "secret-key", data("a/secret", "hidden bytes")),
          Item(lazily("text/plain")),
        ],
        ["private": .b(true), "label": .s("secret-label"), "source": .o(Names.sourcePath)])
      let id = offer.suffix(26).description

      #expect(try destination.property("Label", of: offer, Names.offer) == "secret-label")
      #expect(try destination.accept(offer, items: [0])[0].data?.text == "hidden bytes")
      let stream = try destination.accept(offer, items: [1], ["delivery": .s("stream")])[0]
      #expect(try destination.read(try #require(stream.fd)).text == "lazy")
      try destination.finish(stream.transfer)

      try expectFailure("NoSuchOffer") { try watcher.find() }
      try expectFailure("NoSuchOffer") { try source.find() }
      #expect(
        try watcher.call("GetManagedObjects", on: Names.objectManager, at: Names.root)[0] == [:])
      for path in ["/", "/org", "/org/dragd", Names.root, "\(Names.root)/offer"] {
        #expect(try !introspect(watcher, path).contains(id))
      }
      let replacement = try source.offer(
        [Item(data("text/plain", "b"))], ["private": .b(true), "replaces": .o(offer)])
      try source.withdraw(replacement)
      try watcher.settle()
      for word in [id, replacement.suffix(26).description, "secret-"] {
        #expect(try !wasTold(watcher, word))
        #expect(!service.daemon.standardError.contains(word))
      }
      let transfer = stream.transfer.suffix(26).description
      #expect(!service.daemon.standardError.contains(transfer))
    }
  }

  @Test(arguments: eitherBus())
  func `a private offer that lingers stays private`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, watcher) = (try service.peer(), try service.peer())
      try watcher.watch("type='signal',sender='\(Names.broker)'")
      let offer = try source.offer(
        [Item(data("text/plain", "a"))], ["private": .b(true), "linger": .t(200)])
      source.kill()
      try eventually("the source to be gone") {
        do {
          return try service.observer.property("Source", of: offer, Names.offer)["connection"]
            == .s("")
        } catch let failure as BusFailure {
          return failure.name.hasSuffix("NoSuchOffer")
        }
      }
      try eventually("the offer to be gone") {
        do {
          _ = try service.observer.items(of: offer)
          return false
        } catch let failure as BusFailure {
          return failure.name.hasSuffix("NoSuchOffer")
        }
      }
      try watcher.settle()
      #expect(try !wasTold(watcher, offer.suffix(26).description))
    }
  }

  @Test(arguments: eitherBus())
  func `a sensitive offer shows no label, is never on disk and never logged`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve([:])
      let secret = "correct horse battery staple 7f3a"
      let offer = try source.offer(
        [Item(data("text/plain", .text(secret)))],
        ["sensitive": .b(true), "label": .s("the label"), "source": .o(Names.sourcePath)])
      #expect(try destination.property("Label", of: offer, Names.offer) == "")
      #expect(try destination.find(["text/plain"]) == offer, "it is not private")
      #expect(try destination.acceptOne(offer).data?.text == secret)
      let file = try destination.acceptOne(offer, ["delivery": .s("file")])
      let fd = try file.fd ?? destination.receive(file.transfer, "text/plain").fd
      #expect(try destination.read(fd).text == secret)
      // “…/.” makes grep look into hidden files too; status 1 means no match.
      let found = try service.fixture.run(
        "grep", ["-r", secret, "\(service.fixture.folder.path)/."])
      #expect(found.exit == .exited(1), "\(found.output)")
      let id = offer.suffix(26).description
      let onDisk = try service.fixture.run("grep", ["-rl", id, service.fixture.folder.path])
      #expect(onDisk.exit == .exited(1), "\(onDisk.output)")
      try source.withdraw(offer)
      for word in [id, "the label", secret] {
        #expect(!service.daemon.standardError.contains(word))
      }
    }
  }

  @Test(arguments: eitherBus())
  func `sensitive content does not go to disk where other content would`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "held_memory=100000"]) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cache = service.fixture.folder.path("cache")
      func filesOnDisk() throws -> [String] {
        try service.daemon.facts.descriptors().values.filter { $0.hasPrefix(cache) }
      }
      let memory = try source.memory(.pattern(2_000_000), seals: [])
      var held: String?
      // dragd may hold the content in memory or refuse it, but must not write it to disk.
      do {
        held = try source.offer([Item(file("a/b", memory))], ["sensitive": .b(true)])
      } catch let failure as BusFailure {
        #expect(
          ["QuotaExceeded", "StorageFull"].contains { failure.name == Names.error + $0 },
          "\(failure)")
      }
      #expect(try filesOnDisk() == [])
      if let held {
        let result = try destination.acceptOne(held, ["delivery": .s("file")])
        let fd = try result.fd ?? destination.receive(result.transfer, "a/b").fd
        #expect(try destination.read(fd) == destination.digest(.pattern(2_000_000)))
        #expect(try filesOnDisk() == [])
      }
      try source.serve(["a/c": Step.all(.pattern(2_000_000))])
      let lazy = try source.offer(
        [Item(lazily("a/c"))], ["sensitive": .b(true), "source": .o(Names.sourcePath)])
      let result = try destination.acceptOne(lazy)
      do {
        let fd = try destination.receive(result.transfer, "a/c").fd
        #expect(try destination.read(fd) == destination.digest(.pattern(2_000_000)))
      } catch let failure as BusFailure {
        expect(failure, "StorageFull")
      }
      #expect(try filesOnDisk() == [])
    }
  }

  @Test(arguments: eitherBus())
  func `sensitive and move do not go together`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      try expectFailure(Names.invalidArguments, saying: "sensitive", "move") {
        try service.observer.offer(
          [Item(key: "1", data("text/plain", "a"))],
          [
            "sensitive": .b(true), "operations": .strings(["move"]),
            "cookie": .s("abcdefghijklmnopqrstuvwxyz"), "source": .o(Names.sourcePath),
          ])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `an ordinary offer is on the list and in the log`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offer([Item(data("text/plain", "a"))])
      // Proves that the other tests would find these words if dragd did not hide them.
      try service.daemon.waitForError(offer.suffix(26).description)
      #expect(try introspect(source, "\(Names.root)/offer").contains(offer.suffix(26)))
    }
  }
}
