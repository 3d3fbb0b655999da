import Harness
import Testing

@Suite struct HeldContentTests {
  @Test(arguments: eitherBus())
  func `data, a sealed memfd, an unsealed one and a file are delivered as they were offered`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let size = 200_000
      let path = try service.fixture.folder.write("empty", [])
      let onDisk = try source.open(path, "both")
      try source.attempt(
        "write", ["fd": .integer(Int64(onDisk)), "content": Content.pattern(size, seed: 3).value])
      let offer = try source.offer([
        Item(data("a/data", .pattern(size, seed: 0))),
        Item(file("a/sealed", try source.memory(.pattern(size, seed: 1)))),
        Item(file("a/unsealed", try source.memory(.pattern(size, seed: 2), seals: []))),
        // The descriptor's offset is at the end of the file; the content still begins at 0.
        Item(file("a/file", try source.open(path))),
      ])
      for (index, result) in try destination.accept(offer).enumerated() {
        #expect(result.item == UInt64(index))
        #expect(result.size == UInt64(size))
        let type = try #require(result.type)
        let fd = try result.fd ?? destination.receive(result.transfer, type).fd
        #expect(try destination.read(fd) == destination.digest(.pattern(size, seed: index)))
      }
    }
  }

  @Test(arguments: eitherBus())
  func `the content begins at offset 0 and the source's offset is left alone`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let path = try service.fixture.folder.write("file", text: "0123456789")
      for descriptor in [
        try source.open(path), try source.memory("0123456789"),
        try source.memory("0123456789", seals: []),
      ] {
        try source.attempt("seek", ["fd": .integer(Int64(descriptor)), "offset": 4])
        let offer = try source.offer([Item(file("text/plain", descriptor))])
        #expect(try service.observer.acceptOne(offer).data?.text == "0123456789")
        #expect(try source.examine(descriptor)["offset"] == 4)
      }
    }
  }

  @Test(arguments: eitherBus())
  func `what a source writes later into an unsealed memfd does not show`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let weak: [[String]] = [[], ["write"], ["shrink", "grow"]]
      for seals in weak {
        let memory = try source.memory("before", seals: seals)
        let offer = try source.offer([Item(file("text/plain", memory))])
        _ = try? source.attempt(
          "write_at", ["fd": .integer(Int64(memory)), "offset": 0, "content": "AFTER!"])
        _ = try? source.attempt("truncate", ["fd": .integer(Int64(memory)), "size": 2])
        #expect(try service.observer.acceptOne(offer).data?.text == "before", "seals \(seals)")
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a regular file is held by reference and costs no bytes`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let path = try service.fixture.folder.write("big", [UInt8](repeating: 7, count: 3_000_000))
      _ = try source.offer([Item(file("a/b", try source.open(path)))])
      #expect(try service.observer.statistics()["bytes_held"] == 0)
      _ = try source.offer([Item(file("a/b", try source.memory(.pattern(1000))))])
      #expect(try service.observer.statistics()["bytes_held"] == 1000)
    }
  }

  @Test(arguments: eitherBus())
  func `an offered file may be unlinked`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let path = try service.fixture.folder.write("file", text: "still here")
      let offer = try source.offer([Item(file("text/plain", try source.open(path)))])
      _ = try service.fixture.run("rm", [path])
      #expect(try service.observer.acceptOne(offer).data?.text == "still here")
    }
  }

  @Test(arguments: eitherBus())
  func `an empty item is delivered empty however it is held and asked for`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let path = try service.fixture.folder.write("file", [])
      try source.serve(["a/lazy": [.close, .reply(bytes: 0)]])
      let offer = try source.offer(
        [
          Item(data("a/data", "")), Item(file("a/memfd", try source.memory(""))),
          Item(file("a/file", try source.open(path))), Item(lazily("a/lazy")),
          Item(lazily("a/lazy", size: 0)),
        ], ["source": .o(Names.sourcePath)])
      for delivery in ["any", "file", "stream"] {
        for result in try destination.accept(offer, ["delivery": .s(delivery)]) {
          let type = try #require(result.type)
          if let data = result.data {
            #expect(data.length == 0)
            continue
          }
          let fd = try result.fd ?? destination.receive(result.transfer, type).fd
          #expect(try destination.read(fd).length == 0, "\(type) as \(delivery)")
          #expect(try destination.finish(result.transfer)["bytes"] == .t(0))
        }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `what exceeds the memory allowance goes to an unlinked file in the cache folder`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "held_memory=100000"]) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let small = try source.offer([Item(file("a/b", try source.memory(.pattern(60_000))))])
      let big = try source.offer([
        Item(file("a/b", try source.memory(.pattern(1_000_000, seed: 1), seals: [])))
      ])
      let numbers = try service.observer.statistics()
      #expect(numbers["bytes_held"] == 1_060_000)
      #expect(try #require(numbers["memory_held"]) <= 100_000)
      let cache = service.fixture.folder.path("cache")
      #expect(
        try service.daemon.facts.descriptors().values.contains {
          $0.hasPrefix(cache) && $0.hasSuffix("(deleted)")
        })
      #expect(try service.fixture.run("find", [cache, "-type", "f"]).output == "")
      for (offer, seed, size) in [(small, 0, 60_000), (big, 1, 1_000_000)] {
        let wanted = try destination.digest(.pattern(size, seed: seed))
        let result = try destination.acceptOne(offer, ["delivery": .s("file")])
        let fd = try result.fd ?? destination.receive(result.transfer, "a/b").fd
        #expect(try destination.read(fd) == wanted)
        let (transfer, pipe) = try destination.stream(offer)
        #expect(try destination.read(pipe) == wanted)
        try destination.finish(transfer)
      }
    }
  }
}
