import DisplaySelections
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
      let desk = try Desk(compositor.start(fixture))
      #expect(desk.events == [.changed(.clipboard, nil), .changed(.primary, nil)])
    }
  }

  @Test(arguments: Compositor.here)
  func aCopyIsSeenWithItsTypesInOrderAndWithoutDoubles(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      let copier = try running.copy(Array("straße\n".utf8))
      try #require(desk.turn { desk.owner() != nil })
      // wl-copy offers the type that it has found first, and then what text is also called; the first one comes twice.
      #expect(
        desk.owner()?.targets
          == ["text/plain", "text/plain;charset=utf-8", "TEXT", "STRING", "UTF8_STRING"])
      #expect(desk.owner()?.isOwn == false)
      #expect(try desk.read("UTF8_STRING") == (.handedOver, Array("straße\n".utf8)))
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
      let desk = try Desk(running)
      #expect(
        desk.events.first
          == .changed(.clipboard, OwnedSelection(targets: ["application/x-first"], isOwn: false)))
    }
  }

  @Test(arguments: Compositor.here, [("image/png", 70_000), ("application/x-large", 32 << 20)])
  func bytesComeUnchanged(_ compositor: Compositor, _ content: (type: String, size: Int)) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      let bytes = pattern(content.size)
      _ = try running.copy(bytes, as: content.type)
      try #require(desk.turn { desk.owner() != nil })
      let (end, read) = try desk.read(content.type)
      #expect(end == .handedOver)
      #expect(read == bytes)
    }
  }

  @Test(arguments: Compositor.here)
  func primaryIsASelectionOfItsOwn(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      // Without an owner of PRIMARY wl-copy takes KWin for a compositor that has none.
      let other = try Desk(running, besides: desk)
      other.contents = ["text/x-marked": Array("marked".utf8)]
      other.seat.own(.primary, targets: ["text/x-marked"])
      try #require(desk.turn { desk.owner(of: .primary) != nil })
      #expect(desk.owner(of: .primary)?.targets == ["text/x-marked"])
      #expect(desk.owner() == nil)
      #expect(
        try desk.read("text/x-marked", of: .primary) == (.handedOver, Array("marked".utf8)))
      _ = try running.copy(Array("marked anew".utf8), as: "application/x-anew", "--primary")
      try #require(desk.turn { desk.owner(of: .primary)?.targets == ["application/x-anew"] })
      #expect(
        try desk.read("application/x-anew", of: .primary) == (
          .handedOver, Array("marked anew".utf8)
        ))
      #expect(desk.owner() == nil)
    }
  }

  @Test(arguments: Compositor.here)
  func clearingLeavesNoOwner(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      _ = try running.copy([1], as: "application/x-one")
      try #require(desk.turn { desk.owner() != nil })
      _ = try desk.result(of: running.start("wl-copy", "--clear"))
      try #require(desk.turn { desk.owner() == nil })
      let (end, bytes) = try desk.read("application/x-one")
      #expect(end == .failed("no program owns clipboard"))
      #expect(bytes.isEmpty)
    }
  }

  @Test(arguments: Compositor.here)
  func anOwnerThatIsKilledLeavesNoOwner(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      let copier = try running.copy([1], as: "application/x-one")
      try #require(desk.turn { desk.owner() != nil })
      copier.kill()
      #expect(desk.turn { desk.owner() == nil })
    }
  }

  @Test(arguments: Compositor.here)
  func anOwnerThatIsKilledInTheMiddleEndsThePipe(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      let bytes = pattern(32 << 20)
      let copier = try running.copy(bytes, as: "application/x-large")
      try #require(desk.turn { desk.owner() != nil })
      let pipe = try Pipe()
      var end: ReadEnd?
      _ = desk.seat.read("application/x-large", of: .clipboard, into: pipe.writer) { end = $0 }
      try #require(desk.turn { end != nil })
      #expect(end == .handedOver)
      let begin = try pipe.reader.read(upTo: 1_000)
      // wl-copy has cat(1) do it.
      copier.close()
      let rest = try pipe.reader.readToEnd() ?? []
      #expect(begin + rest == Array(bytes[..<(begin.count + rest.count)]))
      #expect(begin.count + rest.count < bytes.count)
      #expect(desk.turn { desk.owner() == nil })
    }
  }

  @Test func aTypeThatNobodyOffersIsNotAskedFor() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let desk = try Desk(running)
      _ = try running.copy([1], as: "application/x-one")
      try #require(desk.turn { desk.owner() != nil })
      let (end, bytes) = try desk.read("application/x-two")
      #expect(end == .failed("the owner of clipboard does not offer “application/x-two”"))
      #expect(bytes.isEmpty)
    }
  }

  @Test func aReadOfAnOwnerThatWasReplacedIsNoEmptySuccess() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      // On loops of their own.
      let (desk, other) = (try Desk(running), try Desk(running))
      try other.own([("text/x-one", [1])])
      try #require(desk.turn { desk.owner()?.targets == ["text/x-one"] })
      // The compositor knows the new owner before it gets the read, and its event waits in the socket.
      try other.own([("text/x-two", [2])])
      let reading = try desk.startRead("text/x-one")
      try #require(desk.turn { reading.end != nil })
      #expect(reading.end == .failed("the selection has another owner now"))
    }
  }

  @Test func aReadCanBeCancelledOnce() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      let reading = try desk.startRead("text/x-one")
      let id = try #require(reading.id)
      #expect(reading.end == nil)
      desk.seat.cancel(id)
      #expect(reading.end == .cancelled)
      desk.seat.cancel(id)
      // The one that follows works.
      #expect(try desk.read("text/x-one") == (.handedOver, [1]))
    }
  }
}
