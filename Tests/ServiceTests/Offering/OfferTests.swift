import Foundation
import Harness
import Testing

@Suite struct OfferTests {
  @Test(arguments: eitherBus())
  func `an offer without options has the defaults of the contract`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let before = UInt64(Date().timeIntervalSince1970 * 1e6)
      let offer = try source.offer([Item(data("text/plain", "hello"))])
      let after = UInt64(Date().timeIntervalSince1970 * 1e6)
      let shown = try service.observer.properties(of: offer, Names.offer)
      #expect(shown["ItemCount"] == 1)
      #expect(shown["Types"] == ["text/plain"])
      #expect(shown["Operations"] == ["copy"])
      #expect(shown["Label"] == "")
      #expect(shown["Source"]?["connection"] == .s(source.name))
      #expect(shown["Source"]?["app_id"].inside.string != nil)
      let created = try #require(shown["Created"]?.number)
      #expect(created >= before - 1 && created <= after + 1)
      #expect(shown["Expires"] == 0)
      #expect(shown["Sensitive"] == false)
      #expect(shown.count == 8)
    }
  }

  @Test(arguments: eitherBus())
  func `an offer shows the options its source gave`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offer(
        [Item(data("text/plain", "a")), Item(data("image/png", "b"), data("text/plain", "c"))],
        [
          "operations": .strings(["link", "copy"]), "label": .s("Zwei Dinge — 2"),
          "expires_in": .t(3_600_000),
        ])
      let shown = try service.observer.properties(of: offer, Names.offer)
      #expect(shown["ItemCount"] == 2)
      #expect(shown["Types"] == ["text/plain", "image/png"])
      #expect(shown["Operations"] == ["link", "copy"])
      #expect(shown["Label"] == "Zwei Dinge — 2")
      let created = try #require(shown["Created"]?.number)
      #expect(shown["Expires"]?.number == created + 3_600_000_000)
    }
  }

  @Test(arguments: eitherBus())
  func `ids are 26 characters of base32 and never repeat`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let paths = try (0..<50).map { _ in try source.offer([Item(data("text/plain", "a"))]) }
      #expect(Set(paths).count == 50)
      for path in paths {
        let id = path.dropFirst("\(Names.root)/offer/".count)
        #expect(path.hasPrefix("\(Names.root)/offer/"))
        #expect(id.count == 26 && id.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".contains($0) })
      }
    }
  }

  @Test(arguments: eitherBus())
  func `items show their attributes and representations in the source's order`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      try source.serve([:])
      let offer = try source.offer(
        [
          Item(
            name: "report.html", key: "k 1", local: "0xdeadbeef",
            lazily("text/html", size: 4_000_000_000_000), lazily("application/pdf"),
            data("text/plain;charset=utf-8", "plain")),
          Item(data("image/png", .pattern(300))),
        ], ["source": .o(Names.sourcePath)])
      let items = try service.observer.items(of: offer)
      try #require(items.count == 2)
      #expect(items[0][0] == ["name": .s("report.html"), "key": .s("k 1")])
      #expect(
        items[0][1] == [
          ["type": .s("text/html"), "size": .t(4_000_000_000_000), "held": .b(false)],
          ["type": .s("application/pdf"), "held": .b(false)],
          ["type": .s("text/plain;charset=utf-8"), "size": .t(5), "held": .b(true)],
        ])
      #expect(items[1][0] == [:])
      #expect(items[1][1] == [["type": .s("image/png"), "size": .t(300), "held": .b(true)]])
      #expect(
        try source.items(of: offer)[0][0] == [
          "name": .s("report.html"), "key": .s("k 1"), "local": .s("0xdeadbeef"),
        ], "local is for the offering connection")
    }
  }

  @Test(arguments: eitherBus())
  func `types are serialised as the MIME standard does`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offer([
        Item(data(" Text/PLAIN ; Charset=\"UTF-8\"; x=\"a b\" ", "a"), data("IMAGE/Png", "b"))
      ])
      #expect(
        try service.observer.property("Types", of: offer, Names.offer)
          == ["text/plain;charset=UTF-8;x=\"a b\"", "image/png"])
    }
  }

  @Test(arguments: eitherBus())
  func `GetItems gives the page that is asked for`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offer((0..<25).map { Item(name: "\($0)", data("text/plain", "a")) })
      func names(_ first: UInt32, _ count: UInt32) throws -> [String] {
        try service.observer.items(of: offer, from: first, count: count)
          .compactMap { $0[0]["name"].inside.string }
      }
      #expect(try names(0, 0) == (0..<25).map(String.init))
      #expect(try names(0, 10) == (0..<10).map(String.init))
      #expect(try names(10, 10) == (10..<20).map(String.init))
      #expect(try names(20, 10) == (20..<25).map(String.init))
      #expect(try names(24, 0) == ["24"])
      #expect(try names(25, 0) == [], "right after the last item the list is empty")
      #expect(try names(3, .max) == (3..<25).map(String.init))
      try expectFailure("NoSuchItem", saying: "25") { try names(26, 1) }
    }
  }

  @Test(arguments: eitherBus())
  func `an offer with more to come is unlisted and Busy until it is complete`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), service.observer)
      let offer = try source.offer(
        [Item(name: "0", data("text/plain", "0"))], ["more": .b(true)])
      try source.addItems(to: offer, [Item(name: "1", data("text/plain", "1"))], ["more": .b(true)])
      #expect(try other.property("ItemCount", of: offer, Names.offer) == 2)
      try expectFailure("Busy", saying: offer.suffix(26).description) { try other.accept(offer) }
      try expectFailure("NoSuchOffer") { try other.find() }
      try source.addItems(to: offer, [Item(name: "2", data("text/html", "2"))])
      #expect(try other.find() == offer)
      #expect(try other.property("Types", of: offer, Names.offer) == ["text/plain", "text/html"])
      #expect(try other.accept(offer).compactMap(\.data?.text) == ["0", "1", "2"])
      try expectFailure("OperationNotAllowed", saying: "complete") {
        try source.addItems(to: offer, [Item(data("text/plain", "3"))])
      }
    }
  }

  @Test(arguments: eitherBus())
  func `an offer can begin empty and be completed by an empty AddItems`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offer([], ["more": .b(true)])
      try expectFailure(Names.invalidArguments) { try source.addItems(to: offer, []) }
      try source.addItems(to: offer, [Item(data("text/plain", "x"))], ["more": .b(true)])
      try source.addItems(to: offer, [])
      #expect(try service.observer.acceptOne(offer).data?.text == "x")
    }
  }

  @Test(arguments: eitherBus())
  func `AddItems brings more descriptors than one message can`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offer([], ["more": .b(true)])
      for batch in 0..<3 {
        let items = try (0..<16).map { index in
          Item(file("text/plain", try source.memory(.text("\(batch * 16 + index)"))))
        }
        try source.addItems(to: offer, items, ["more": .b(batch < 2)])
      }
      let texts = try service.observer.accept(offer).compactMap(\.data?.text)
      #expect(texts == (0..<48).map(String.init))
    }
  }

  @Test(arguments: eitherBus())
  func `a withdrawn offer is gone for everybody`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, other) = (try service.peer(), service.observer)
      let offer = try source.offer([Item(data("text/plain", "a"))])
      try expectFailure("AccessDenied", saying: source.name) { try other.withdraw(offer) }
      #expect(try other.find() == offer, "a refused call changes nothing")
      try source.withdraw(offer)
      let id = offer.suffix(26).description
      try expectFailure("NoSuchOffer", saying: id) { try other.accept(offer) }
      try expectFailure("NoSuchOffer", saying: id) { try other.properties(of: offer, Names.offer) }
      try expectFailure("NoSuchOffer", saying: id) { try source.withdraw(offer) }
      try expectFailure("NoSuchOffer") { try other.find() }
    }
  }

  @Test(arguments: eitherBus())
  func `a refused offer changes nothing`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let source = try service.peer()
      let old = try source.offer([Item(data("text/plain", "old"))])
      let memory = try source.memory("content")
      let pipe = try source.pipe()
      // Only the last representation is wrong; dragd must keep nothing of those before it.
      try expectFailure("InvalidDescriptor") {
        try source.offer(
          [Item(file("text/plain", memory)), Item(file("text/plain", pipe.reader))],
          ["replaces": .o(old)])
      }
      #expect(try service.observer.find() == old)
      #expect(try service.observer.statistics()["offers"] == 1)
      #expect(try service.observer.statistics()["bytes_held"] == 3)
    }
  }
}
