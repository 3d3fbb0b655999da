import Foundation
import Harness
import Testing

/// What dragd stores outside of its process, and what it must never store.
@Suite struct TraceTests {
  @Test(arguments: eitherBus())
  func `sensitive content is in no file, not in the manager's store, and ends with dragd`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let secret = "the-password-\(UInt64.random(in: 0 ... .max))"
      let sealed = try source.memory(.text(secret))
      let open = try source.memory(.text(secret), seals: [])
      let long = String(repeating: secret, count: 5_000)
      let offer = try source.offer(
        [
          Item(
            name: secret, key: secret, data("text/plain", .text(secret)),
            data("text/long", .text(long)), file("text/sealed", sealed), file("text/open", open))
        ], ["sensitive": .b(true), "label": .s(secret), "uses": .u(9)])
      let visible = try source.offer([Item(file("text/plain", try source.memory("visible")))])
      try service.manager.waitUntilHolding(1)
      #expect(try service.observer.accept(offer, types: ["text/plain"]).count == 1)
      try service.manager.settle()
      let state = try #require(try service.stateFile)
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: state)))
      #expect(!bytes.contains(secret))
      let id = try #require(offer.split(separator: "/").last.map(String.init))
      #expect(!bytes.contains(id), "not even that there is one")
      #expect(bytes.contains(try #require(visible.split(separator: "/").last.map(String.init))))
      for (name, content) in service.manager.contents {
        #expect(!name.contains(id) && !content.contains(secret))
      }
      try service.crash()
      try expectFailure("NoSuchOffer") { try service.observer.items(of: offer) }
    }
  }

  @Test(arguments: eitherBus())
  func `what is withdrawn leaves the file and the store`(bus: PrivateBus.Kind) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let content = Content.pattern(60_000, seed: 1)
      // Enough offers to make dragd rewrite the file more than once.
      for _ in 0..<60 {
        let offer = try source.offer(
          [Item(data("image/png", content), file("image/tiff", try source.memory("x")))])
        let kept = try source.offer([Item(data("text/plain", "kept"))])
        try source.withdraw(offer)
        #expect(try service.observer.acceptOne(kept).data?.text == "kept")
      }
      try service.manager.waitUntilHolding(0)
      let state = try #require(try service.stateFile)
      let size = try #require(
        try FileManager.default.attributesOfItem(atPath: state)[.size] as? Int)
      #expect(size < 1_500_000, "of 3,600,000 that were written")
      try service.crash()
      #expect(try service.observer.statistics()["offers"] == 60)
    }
  }

  @Test(arguments: eitherBus())
  func `with nothing on offer dragd leaves, and leaves no file`(bus: PrivateBus.Kind) throws {
    try PersistentService.run(bus, ["--idle-exit", "1"]) { service in
      let offer = try service.observer.offer([Item(data("text/plain", "a"))])
      #expect(try service.stateFile != nil)
      try service.observer.withdraw(offer)
      #expect(try service.daemon.wait().exit == .success)
      #expect(try service.stateFile == nil)
    }
  }

  @Test(arguments: eitherBus())
  func `descriptors that did not come back take their representations along`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let offer = try source.offer(
        [Item(data("text/plain", "inside"), file("image/png", try source.memory("outside")))])
      let other = try source.offer([Item(file("image/png", try source.memory("outside")))])
      try service.manager.waitUntilHolding(2)
      try service.crash { service.manager.lose { _ in true } }
      #expect(
        try service.observer.property("Types", of: offer, Names.offer).strings == ["text/plain"])
      #expect(try service.observer.acceptOne(offer).data?.text == "inside")
      try expectFailure("NoSuchOffer") { try service.observer.items(of: other) }
      try service.daemon.waitForError("2 representations are lost")
    }
  }

  @Test(arguments: eitherBus())
  func `descriptors that nobody knows are closed and leave the store`(
    bus: PrivateBus.Kind
  ) throws {
    try PersistentService.run(bus) { service in
      let source = try service.peer()
      let known = try source.offer([Item(file("image/png", try source.memory("known")))])
      try service.manager.waitUntilHolding(1)
      let before = try service.daemon.facts.descriptorCount()
      let pipe = try service.fixture.folder.write("other", text: "other")
      try service.crash {
        for name in ["unknown", "another", "another"] {
          let other = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe))
          service.manager.hold(other.fileDescriptor, as: name)
        }
      }
      try service.manager.waitUntilHolding(1)
      #expect(try service.content(of: known, "image/png").text == "known")
      try eventually("dragd to have closed them") {
        try service.daemon.facts.descriptorCount() <= before
      }
      // Without the state file dragd knows no offer.
      try service.crash {
        try FileManager.default.removeItem(atPath: try #require(try service.stateFile))
      }
      try service.manager.waitUntilHolding(0)
      #expect(try service.observer.statistics()["offers"] == 0)
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}
