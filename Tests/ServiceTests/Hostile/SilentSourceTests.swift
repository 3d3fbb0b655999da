import Harness
import Testing

/// A source that never answers. The bus remembers every call until its reply, and limits the number of such calls of
/// dragd.
@Suite struct SilentSourceTests {
  @Test(arguments: eitherBus())
  func `what a silent source would have to answer is refused after a while, and nothing else`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, isQuiet: true) { service in
      let (silent, honest) = (try service.peer(), try service.peer())
      try silent.serve(["*": [.close], "Ended": []])
      let count = 256
      let lazy = try silent.offer(
        (0..<count).map { _ in Item(lazily("a/b")) }, ["source": .o(Names.sourcePath)])
      let held = try silent.offer([Item(data("a/b", "held"))])
      let other = try honest.offerLazily(steps: Step.all("from another"))

      for round in 1...4_096 / count {
        let destination = try service.peer()
        #expect(try destination.accept(lazy).count == count)
        try silent.waitForCall("Provide", count: round * count)
        destination.kill()
        try eventually("its transfers to be cancelled") {
          try service.observer.statistics()["transfers_running"] == 0
        }
      }

      let destination = try service.peer()
      try expectFailure("Busy", saying: silent.name, "4096") {
        try destination.accept(lazy, items: [0])
      }
      #expect(try destination.acceptOne(held).data?.text == "held")
      let (transfer, pipe) = try destination.stream(other)
      #expect(try destination.read(pipe).text == "from another")
      try destination.finish(transfer)
    }
  }

  @Test(arguments: everyBus)
  func `what a source would have to be told of is refused while it does not read`(
    bus: PrivateBus.Kind
  ) throws {
    let limits = ["--limit", "unread_bytes_per_connection=65536"]
    try Service.run(bus, limits, isQuiet: true) { service in
      let (deaf, destination) = (try service.peer(), try service.peer())
      try deaf.serve(["Ended": []])
      let offer = try deaf.offer([Item(data("a/b", "held"))], ["source": .o(Names.sourcePath)])
      let unheard = try deaf.offer([Item(data("a/b", "held too"))])
      try deaf.perform("deaf")
      try expectFailure("Busy", saying: deaf.name, "does not read") {
        for _ in 0..<2_000 { _ = try destination.acceptOne(offer) }
        return "2000 Accepts"
      }
      // This offer has no source object, so its end makes no call.
      #expect(try destination.acceptOne(unheard).data?.text == "held too")
      try deaf.perform("deaf", ["deaf": false])
      try eventually("the source to have read") {
        do {
          return try destination.acceptOne(offer).data?.text == "held"
        } catch is BusFailure {
          return false
        }
      }
    }
  }

  @Test(arguments: everyBus)
  func `one Accept asks a source for no more than it may leave unanswered`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, isQuiet: true) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve(["*": [.close], "Ended": []])
      let types = (0..<64).map { lazily("a/\($0)") }
      let offer = try source.offer(
        (0..<65).map { _ in Item(attributes: [:], representations: types) },
        ["source": .o(Names.sourcePath)])
      let everything: [String: Value] = ["also": .strings(["*/*"])]
      try expectFailure("TooManyItems", saying: "4160", "4096") {
        try destination.accept(offer, types: ["a/0"], everything)
      }
      try source.settle()
      #expect(source.calls("Provide").isEmpty)
      #expect(try destination.accept(offer, items: [0], types: ["a/0"], everything).count == 64)
      // Together with the calls before, these exceed the limit.
      try expectFailure("Busy", saying: source.name, "4096") {
        try destination.accept(
          offer, items: Array(1...64), types: ["a/0"], everything)
      }
    }
  }

  @Test(arguments: everyBus)
  func `what silent sources leave unanswered together leaves room for others`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--limit", "unanswered_calls_per_user=512"], isQuiet: true) { service in
      let greedy = try service.peer()
      var owed: [Int] = []
      for _ in 0..<8 {
        let silent = try service.peer()
        try silent.serve(["*": [.close], "Ended": []])
        let offer = try silent.offer(
          (0..<256).map { _ in Item(lazily("a/b")) }, ["source": .o(Names.sourcePath)])
        // The greatest number of items that one Accept may still request.
        let most = try [256, 128, 64, 32, 16].first { count in
          do {
            return try greedy.accept(offer, items: Array(0..<UInt32(count))).count == count
          } catch let failure as BusFailure {
            #expect(failure.name == "\(Names.error)Busy", "\(failure.message)")
            return false
          }
        }
        owed.append(most ?? 0)
      }
      #expect(owed == [256, 128, 64, 32, 16, 16, 16, 16])

      let (honest, destination) = (try service.peer(), try service.peer())
      try honest.serve(["*": Step.all("honest")])
      let offer = try honest.offer(
        (0..<16).map { _ in Item(lazily("a/b")) }, ["source": .o(Names.sourcePath)])
      for _ in 0..<3 {
        for part in try destination.accept(offer, ["delivery": .s("stream")]) {
          #expect(try destination.read(try #require(part.fd)).text == "honest")
          try destination.finish(part.transfer)
        }
      }
    }
  }
}
