import Harness
import Testing

/// Messages that no library would send.
@Suite struct RawMessageTests {
  private func call(_ member: String, _ more: [String: Value] = [:]) -> [String: Value] {
    [
      "kind": "call", "destination": .string(Names.broker), "path": .string(Names.root),
      "interface": .string(Names.broker), "member": .string(member),
    ].merging(more) { $1 }
  }

  @Test(arguments: eitherBus())
  func `text that is not UTF-8 costs its sender the connection and dragd nothing`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let peer = try service.peer()
      try peer.perform(
        "send",
        call(
          "Find",
          [
            "signature": "asa{sv}", "arguments": [["MARK"], [:]],
            "corrupt": ["4d41524b", "ff41ff4b"],
          ]))
      _ = try peer.event("be cut off") { $0["event"] == "disconnected" }
      #expect(try service.responseTime() < .seconds(1))
    }
  }

  @Test(arguments: eitherBus())
  func `replies that nobody asked for are ignored`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let peer = try service.peer()
      let owner = try peer.callBus("GetNameOwner", "s", [.string(Names.broker)])[0]
      for serial in 1...30 {
        for kind in ["return", "error"] {
          try peer.perform(
            "send",
            [
              "kind": .string(kind), "destination": owner, "reply_to": .integer(Int64(serial)),
              "signature": "s", "arguments": ["surprise"],
              "error": kind == "error" ? "org.example.Error.Surprise" : .null,
            ])
        }
      }
      #expect(try service.responseTime() < .seconds(1))
    }
  }

  @Test(arguments: eitherBus())
  func `a reply to Provide of another signature is no success`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let offer = try source.offerLazily(steps: [.write("x"), .close, .gate("never")])
      let (transfer, pipe) = try destination.stream(offer)
      _ = try destination.read(pipe)
      try source.waitForCall("Provide")
      let provide = try #require(source.told.first { $0["member"] == "Provide" })
      try source.perform(
        "send",
        [
          "kind": "return", "destination": provide["sender"], "reply_to": provide["serial"],
          "signature": "u", "arguments": [7],
        ])
      try expectFailure("SourceFailed") { try destination.finish(transfer) }
      #expect(try source.expectEndedOnce().operation == "none")
    }
  }

  @Test(arguments: eitherBus())
  func `messages as large as can be are taken or refused`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      // An array may have 64 MiB: 63 items of 1 MiB fit.
      let offer = try source.offer(
        (0..<63).map { Item(data("a/b", .pattern(1 << 20, seed: $0 % 4))) })
      let last = try service.observer.accept(offer, items: [62], ["delivery": .s("file")])[0]
      let fd = try last.fd ?? service.observer.receive(last.transfer, "a/b").fd
      #expect(try service.observer.read(fd) == service.observer.digest(.pattern(1 << 20, seed: 2)))
      try expectFailure("TooManyItems", saying: "16777216") {
        try service.observer.accept(offer, ["inline_max": .t(1 << 20)])
      }
      // A message may have 128 MiB; this one calls a method that does not exist.
      try expectFailure("org.freedesktop.DBus.Error.UnknownMethod", saying: "Nothing") {
        try source.call(
          "Nothing", on: Names.broker, at: Names.root, "ayay",
          [Content.pattern(60 << 20).value, Content.pattern(60 << 20).value])
      }
      #expect(try service.responseTime() < .seconds(1))
    }
  }

  @Test(arguments: eitherBus())
  func `a peer that floods dragd and reads nothing is outlived`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let flooder = try service.peer()
      try flooder.perform("deaf")
      for member in ["Find", "Offer", "Nothing"] {
        try flooder.perform(
          "send",
          call(
            member,
            [
              "signature": "asa{sv}", "arguments": [["no/such"], [:]], "repeat": 5000,
            ]))
      }
      // All messages of this peer come before this call in dragd's queue.
      _ = try service.observer.statistics()
      flooder.kill()
      #expect(try service.responseTime() < .seconds(1))
    }
  }

  @Test(arguments: eitherBus())
  func `what does not exist is named in the error`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let peer = service.observer
      let standard = "org.freedesktop.DBus.Error."
      let offer = try peer.offer([Item(data("a/b", "x"))])
      try expectFailure(standard + "UnknownMethod", saying: "Steal") {
        try peer.call("Steal", on: Names.broker, at: Names.root)
      }
      try expectFailure(standard + "UnknownInterface", saying: "org.example.X") {
        try peer.call("Offer", on: "org.example.X", at: Names.root)
      }
      try expectFailure(standard + "UnknownInterface", saying: Names.offer) {
        try peer.call("Withdraw", on: Names.offer, at: Names.root)
      }
      try expectFailure(standard + "UnknownObject", saying: "/org/example") {
        try peer.call("Steal", on: Names.broker, at: "/org/example")
      }
      try expectFailure(standard + "UnknownProperty", saying: "Colour") {
        try peer.property("Colour", of: offer, Names.offer)
      }
      try expectFailure(standard + "PropertyReadOnly", saying: "Label") {
        try peer.call(
          "Set", on: Names.properties, at: offer, "ssv",
          [.string(Names.offer), "Label", .s("mine")])
      }
      try expectFailure(standard + "UnknownInterface", saying: "org.example.X") {
        try peer.properties(of: offer, "org.example.X")
      }
      try expectFailure(Names.invalidArguments, saying: "asa{sv}", "(s)") {
        try peer.call("Find", on: Names.broker, at: Names.root, "s", ["text/plain"])
      }
      try expectFailure(Names.invalidArguments) {
        try peer.call("Withdraw", on: Names.offer, at: offer, "s", ["please"])
      }
      for kind in ["offer", "transfer", "target"] {
        let name = ["offer": "NoSuchOffer", "transfer": "NoSuchTransfer"][kind] ?? "NoSuchTarget"
        for id in ["aaaaaaaaaaaaaaaaaaaaaaaaaa", "1", "AAAAAAAAAAAAAAAAAAAAAAAAAA", "a/b"] {
          try expectFailure(name) {
            try peer.call(
              "GetAll", on: Names.properties, at: "\(Names.root)/\(kind)/\(id)", "s", [""])
          }
        }
      }
    }
  }

  @Test(arguments: eitherBus())
  func `Peer is answered, and no interface need be named`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let peer = service.observer
      let id = try peer.call("GetMachineId", on: "org.freedesktop.DBus.Peer", at: Names.root)[0]
      #expect(id.string?.count == 32)
      try peer.call("Ping", on: "org.freedesktop.DBus.Peer", at: "/")
      _ = try peer.offer([Item(data("a/c", "x"))])
      try expectFailure("NoSuchOffer", saying: "a/b") {
        try peer.call("Find", on: "", at: Names.root, "asa{sv}", [["a/b"], [:]])
      }
    }
  }
}
