import DisplaySelections
import DragModel
import DragSystem
import Foundation
import Harness
import Testing
import WaylandSelections

/// What programs have copied, seen and read from here.
@Suite struct ReadingTests {
  @Test(arguments: Compositor.here)
  func noProgramOwnsASelectionAtFirst(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let client = try WaylandClient(compositor.start(fixture))
      #expect(client.events == [.changed(.clipboard, nil), .changed(.primary, nil)])
    }
  }

  @Test(arguments: Compositor.here)
  func aCopyIsSeenWithItsTypesInOrderAndWithoutDoubles(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let copier = try running.copy(Array("straße\n".utf8))
      try #require(client.turn { client.owner() != nil })
      // wl-copy offers the type that it has found, and then the other names of text; “text/plain” is twice in its list.
      #expect(
        client.owner()?.targets
          == ["text/plain", "text/plain;charset=utf-8", "TEXT", "STRING", "UTF8_STRING"])
      #expect(client.owner()?.isOwn == false)
      #expect(try client.read("UTF8_STRING") == (.handedOver, Array("straße\n".utf8)))
      #expect(copier.isRunning)
    }
  }

  @Test(arguments: Compositor.here)
  func whatWasThereBeforeIsAnnouncedFirst(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      _ = try running.copy([1, 2, 3], as: "application/x-first")
      try eventually("it is copied") {
        try fixture.run(
          "/usr/bin/wl-paste", ["--list-types"], environment: ["WAYLAND_DISPLAY": running.socket]
        ).output.contains("application/x-first")
      }
      let client = try WaylandClient(running)
      #expect(
        client.events.first
          == .changed(.clipboard, OwnedSelection(targets: ["application/x-first"], isOwn: false)))
    }
  }

  @Test(arguments: Compositor.here, [("image/png", 70_000), ("application/x-large", 32 << 20)])
  func bytesComeUnchanged(_ compositor: Compositor, _ content: (type: String, size: Int)) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let bytes = pattern(content.size)
      _ = try running.copy(bytes, as: content.type)
      try #require(client.turn { client.owner() != nil })
      let (end, read) = try client.read(content.type)
      #expect(end == .handedOver)
      #expect(read == bytes)
    }
  }

  @Test(arguments: Compositor.here)
  func primaryIsASelectionOfItsOwn(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      // Without an owner of PRIMARY wl-copy takes KWin for a compositor that has none.
      let other = try WaylandClient(running, besides: client)
      other.contents = ["text/x-marked": Array("marked".utf8)]
      other.seat.own(.primary, targets: ["text/x-marked"])
      try #require(client.turn { client.owner(of: .primary) != nil })
      #expect(client.owner(of: .primary)?.targets == ["text/x-marked"])
      #expect(client.owner() == nil)
      #expect(
        try client.read("text/x-marked", of: .primary) == (.handedOver, Array("marked".utf8)))
      _ = try running.copy(Array("marked anew".utf8), as: "application/x-anew", "--primary")
      try #require(client.turn { client.owner(of: .primary)?.targets == ["application/x-anew"] })
      #expect(
        try client.read("application/x-anew", of: .primary) == (
          .handedOver, Array("marked anew".utf8)
        ))
      #expect(client.owner() == nil)
    }
  }

  @Test(arguments: Compositor.here)
  func clearingLeavesNoOwner(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      _ = try running.copy([1], as: "application/x-one")
      try #require(client.turn { client.owner() != nil })
      _ = try client.result(of: running.start("wl-copy", "--clear"))
      try #require(client.turn { client.owner() == nil })
      let (end, bytes) = try client.read("application/x-one")
      #expect(end == .failed("no program owns clipboard"))
      #expect(bytes.isEmpty)
    }
  }

  @Test(arguments: Compositor.here)
  func anOwnerThatIsKilledLeavesNoOwner(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let copier = try running.copy([1], as: "application/x-one")
      try #require(client.turn { client.owner() != nil })
      copier.kill()
      #expect(client.turn { client.owner() == nil })
    }
  }

  @Test(arguments: Compositor.here)
  func anOwnerThatIsKilledInTheMiddleEndsThePipe(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let bytes = pattern(32 << 20)
      let copier = try running.copy(bytes, as: "application/x-large")
      try #require(client.turn { client.owner() != nil })
      let pipe = try Pipe()
      var end: ReadEnd?
      _ = client.seat.read("application/x-large", of: .clipboard, into: pipe.writer) { end = $0 }
      try #require(client.turn { end != nil })
      #expect(end == .handedOver)
      let begin = try pipe.reader.read(upTo: 1_000)
      // wl-copy has cat(1) do it.
      copier.close()
      let rest = try pipe.reader.readToEnd() ?? []
      #expect(begin + rest == Array(bytes[..<(begin.count + rest.count)]))
      #expect(begin.count + rest.count < bytes.count)
      #expect(client.turn { client.owner() == nil })
    }
  }

  @Test func aTypeThatNobodyOffersIsNotAskedFor() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let client = try WaylandClient(running)
      _ = try running.copy([1], as: "application/x-one")
      try #require(client.turn { client.owner() != nil })
      let (end, bytes) = try client.read("application/x-two")
      #expect(end == .failed("the owner of clipboard does not offer “application/x-two”"))
      #expect(bytes.isEmpty)
    }
  }

  @Test func aReadOfAnOwnerThatWasReplacedIsNoEmptySuccess() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      // On loops of their own.
      let (client, other) = (try WaylandClient(running), try WaylandClient(running))
      try other.own([("text/x-one", [1])])
      try #require(client.turn { client.owner()?.targets == ["text/x-one"] })
      // The compositor knows the new owner before it gets the read, and its event waits in the socket.
      try other.own([("text/x-two", [2])])
      let reading = try client.startRead("text/x-one")
      try #require(client.turn { reading.end != nil })
      #expect(reading.end == .failed("the selection has another owner now"))
    }
  }

  @Test func aReadCanBeCancelledOnce() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/x-one", [1])])
      let reading = try client.startRead("text/x-one")
      let id = try #require(reading.id)
      #expect(reading.end == nil)
      client.seat.cancel(id)
      #expect(reading.end == .cancelled)
      client.seat.cancel(id)
      // The next read works.
      #expect(try client.read("text/x-one") == (.handedOver, [1]))
    }
  }
}
