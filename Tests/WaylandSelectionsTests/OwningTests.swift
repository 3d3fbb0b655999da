import DisplaySelections
import DragSystem
import Foundation
import Harness
import Testing
import WaylandSelections

/// What is owned here, pasted by programs.
@Suite struct OwningTests {
  private static let types: [(String, [UInt8])] = [
    ("text/html", Array("<b>bold</b>".utf8)), ("text/plain;charset=utf-8", Array("bold\n".utf8)),
    ("image/png", pattern(70_000)), ("application/x-empty", []),
    ("application/x-large", pattern(32 << 20)),
  ]

  @Test(arguments: Compositor.here)
  func eachTypeIsPastedUnchanged(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      try desk.own(Self.types)
      let list = try desk.result(of: running.start("wl-paste", "--list-types"))
      #expect(list.output == Self.types.map { $0.0 + "\n" }.joined())
      for (type, bytes) in Self.types {
        let result = try desk.result(of: running.start("wl-paste", "--no-newline", "--type", type))
        #expect(result.outputBytes == bytes, "\(type)")
      }
      let sizes = Self.types.map { AnswerEnd.complete(bytes: UInt64($0.1.count)) }
      #expect(desk.turn { desk.answerEnds.count == sizes.count })
      #expect(desk.answerEnds == sizes)
    }
  }

  @Test(arguments: Compositor.here)
  func whatIsOwnedComesBackAsOurOwn(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      let bytes = pattern(32 << 20)
      for selection in SelectionName.allCases {
        try desk.own([("text/x-small", [7]), ("application/x-large", bytes)], of: selection)
        #expect(desk.owner(of: selection)?.targets == ["text/x-small", "application/x-large"])
        let (end, read) = try desk.read("application/x-large", of: selection)
        #expect(end == .handedOver)
        #expect(read == bytes)
      }
    }
  }

  @Test(arguments: Compositor.here)
  func primaryIsPasted(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/plain", Array("marked".utf8))], of: .primary)
      let result = try desk.result(
        of: running.start("wl-paste", "--no-newline", "--primary", "--type", "text/plain"))
      #expect(result.output == "marked")
      #expect(desk.present[.clipboard] == nil)
    }
  }

  @Test(arguments: Compositor.here)
  func anotherCopyIsAChangeOfOwner(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      desk.forgetEvents()
      _ = try running.copy([2], as: "application/x-two")
      try #require(desk.turn { desk.owner()?.targets == ["application/x-two"] })
      #expect(desk.changes == [OwnedSelection(targets: ["application/x-two"], isOwn: false)])
      // It is somebody else's now, and giving up what was ours changes nothing.
      desk.seat.disown(.clipboard)
      #expect(try desk.read("application/x-two") == (.handedOver, [2]))
    }
  }

  @Test(arguments: Compositor.here)
  func disowningLeavesNoOwner(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      desk.forgetEvents()
      desk.seat.disown(.clipboard)
      try #require(desk.turn { !desk.changes.isEmpty })
      #expect(desk.changes == [nil])
      // Without an owner wl-paste waits on KWin for ever; another program of ours does not.
      #expect(try Desk(running).owner() == nil)
    }
  }

  @Test(arguments: Compositor.here)
  func theLastOfManyOwnershipsHolds(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      for number in 0..<100 { desk.seat.own(.clipboard, targets: ["text/x-\(number)"]) }
      try #require(desk.turn { desk.owner()?.targets == ["text/x-99"] })
      #expect(desk.owner()?.isOwn == true)
      let result = try desk.result(of: running.start("wl-paste", "--list-types"))
      #expect(result.output == "text/x-99\n")
      #expect(desk.owner()?.isOwn == true)
    }
  }

  @Test(arguments: Compositor.here)
  func aRequestorThatNeverReadsHindersNobody(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      let other = try Desk(running, besides: desk)
      let bytes = pattern(4 << 20)
      try desk.own([("application/x-large", bytes)])
      try #require(desk.turn { other.owner() != nil })
      var idle: [Int32] = []
      for _ in 0..<40 {
        let pipe = try Pipe(capacity: 4_096)
        idle.append(pipe.reader.release())
        _ = other.seat.read("application/x-large", of: .clipboard, into: pipe.writer) { _ in }
      }
      defer { for reader in idle { close(reader) } }
      try #require(desk.turn { desk.requests.count == 40 })
      let result = try desk.result(
        of: running.start("wl-paste", "--no-newline", "--type", "application/x-large"))
      #expect(result.outputBytes == bytes)
      #expect(desk.answerEnds == [.complete(bytes: UInt64(bytes.count))])
    }
  }

  @Test(arguments: Compositor.here)
  func aRequestorThatLeavesIsNoticedBeforeAndAfterTheAnswer(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      let bytes = pattern(4 << 20)
      try desk.own([("application/x-large", bytes)])
      desk.contents = [:]
      for isAnswered in [false, true] {
        desk.forgetEvents()
        let paste = try running.start("wl-paste", "--no-newline", "--type", "application/x-large")
        try #require(desk.turn { desk.requests.count == 1 })
        let id = desk.requests[0]
        if isAnswered {
          // With its child: wl-paste lets cat read.
          paste.sendToAll(SIGSTOP)
          desk.answer(id, with: bytes)
        }
        paste.close()
        if isAnswered {
          try #require(desk.turn { desk.answerEnds.count == 1 })
          guard case .failed(let reason) = desk.answerEnds[0] else {
            Issue.record("\(desk.answerEnds)")
            return
          }
          #expect(reason.hasPrefix("the requestor closed its pipe"))
        } else {
          #expect(desk.turn { desk.events.contains(.requestCancelled(id)) })
          // Too late: nothing but the word that it was.
          desk.answer(id, with: bytes)
          #expect(desk.turn { desk.answerEnds.count == 1 })
          #expect(desk.answerEnds == [.failed("the requestor has left")])
          desk.forgetAnswers()
        }
      }
    }
  }

  @Test(arguments: Compositor.here)
  func aRefusedRequestIsAnEmptyPaste(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      desk.contents = [:]
      let paste = try running.start("wl-paste", "--no-newline", "--type", "text/x-one")
      try #require(desk.turn { desk.requests.count == 1 })
      desk.seat.refuse(desk.requests[0])
      #expect(try desk.result(of: paste).outputBytes.isEmpty)
    }
  }

  @Test func aPipeIsContentToo() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      desk.contents = [:]
      let paste = try running.start("wl-paste", "--no-newline", "--type", "text/x-one")
      try #require(desk.turn { desk.requests.count == 1 })
      let pipe = try Pipe()
      var ends: [AnswerEnd] = []
      desk.seat.answer(desk.requests[0], with: pipe.reader, size: nil) { ends.append($0) }
      try pipe.writer.write(all: Array("first ".utf8))
      desk.loop.turn(timeout: 20)
      #expect(ends.isEmpty)
      try pipe.writer.write(all: Array("second".utf8))
      _ = consume pipe.writer
      #expect(try desk.result(of: paste).output == "first second")
      #expect(desk.turn { ends == [.complete(bytes: 12)] })
    }
  }

  @Test func contentThatEndsTooSoonIsNoCompleteAnswer() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      desk.contents = [:]
      let paste = try running.start("wl-paste", "--no-newline", "--type", "text/x-one")
      try #require(desk.turn { desk.requests.count == 1 })
      desk.answer(desk.requests[0], with: [1, 2, 3], size: 5)
      #expect(try desk.result(of: paste).outputBytes == [1, 2, 3])
      #expect(desk.turn { desk.answerEnds == [.failed("the content ended after 3 of 5 bytes")] })
    }
  }

  @Test func aTypeThatIsNotOwnedIsRefusedAtOnce() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let desk = try Desk(running)
      try desk.own([("text/x-one", [1])])
      // wl-paste itself does not ask for what is not in the list.
      let result = try desk.result(
        of: running.start("wl-paste", "--no-newline", "--type", "text/x-two"))
      #expect(result.outputBytes.isEmpty)
      #expect(desk.requests.isEmpty)
    }
  }
}
