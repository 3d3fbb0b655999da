import DisplaySelections
import DragModel
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
      let client = try WaylandClient(running)
      try client.own(Self.types)
      let list = try client.result(of: running.start("wl-paste", "--list-types"))
      #expect(list.output == Self.types.map { $0.0 + "\n" }.joined())
      for (type, bytes) in Self.types {
        let result = try client.result(
          of: running.start("wl-paste", "--no-newline", "--type", type))
        #expect(result.outputBytes == bytes, "\(type)")
      }
      let sizes = Self.types.map { AnswerEnd.complete(bytes: UInt64($0.1.count)) }
      #expect(client.turn { client.answerEnds.count == sizes.count })
      #expect(client.answerEnds == sizes)
    }
  }

  @Test(arguments: Compositor.here)
  func whatIsOwnedComesBackAsOurOwn(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let bytes = pattern(32 << 20)
      for selection in ClipboardSelection.allCases {
        try client.own([("text/x-small", [7]), ("application/x-large", bytes)], of: selection)
        #expect(client.owner(of: selection)?.targets == ["text/x-small", "application/x-large"])
        let (end, read) = try client.read("application/x-large", of: selection)
        #expect(end == .handedOver)
        #expect(read == bytes)
      }
    }
  }

  @Test(arguments: Compositor.here)
  func primaryIsPasted(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/plain", Array("marked".utf8))], of: .primary)
      let result = try client.result(
        of: running.start("wl-paste", "--no-newline", "--primary", "--type", "text/plain"))
      #expect(result.output == "marked")
      #expect(client.present[.clipboard] == nil)
    }
  }

  @Test(arguments: Compositor.here)
  func anotherCopyIsAChangeOfOwner(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/x-one", [1])])
      client.forgetEvents()
      _ = try running.copy([2], as: "application/x-two")
      try #require(client.turn { client.owner()?.targets == ["application/x-two"] })
      #expect(client.changes == [OwnedSelection(targets: ["application/x-two"], isOwn: false)])
      // Another program owns the clipboard now, so giving up the old ownership changes nothing.
      client.seat.disown(.clipboard)
      #expect(try client.read("application/x-two") == (.handedOver, [2]))
    }
  }

  @Test(arguments: Compositor.here)
  func disowningLeavesNoOwner(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/x-one", [1])])
      client.forgetEvents()
      client.seat.disown(.clipboard)
      try #require(client.turn { !client.changes.isEmpty })
      #expect(client.changes == [nil])
      // Without an owner wl-paste waits on KWin for ever; another program of ours does not.
      #expect(try WaylandClient(running).owner() == nil)
    }
  }

  @Test(arguments: Compositor.here)
  func ownershipsAreVisibleOnlyWhenTheCompositorHasThem(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let desk = try WaylandClient(running)
      var visible = 0
      desk.seat.whenVisible { visible += 1 }
      #expect(visible == 1, "no change is under way")
      // The second list is sent only when the compositor has the first.
      for number in 1...2 { desk.seat.own(.clipboard, targets: ["text/x-\(number)"]) }
      desk.seat.whenVisible { visible += 1 }
      #expect(visible == 1)
      try #require(desk.turn { visible == 2 })
      let list = try desk.result(of: running.start("wl-paste", "--list-types"))
      #expect(list.output == "text/x-2\n")
      desk.seat.disown(.clipboard)
      desk.seat.whenVisible { visible += 1 }
      #expect(visible == 2)
      try #require(desk.turn { visible == 3 })
      #expect(try WaylandClient(running).owner() == nil)
      desk.seat.own(.clipboard, targets: ["text/x-3"])
      desk.seat.whenVisible { visible += 1 }
      running.process.kill()
      try #require(desk.turn { visible == 4 }, "the compositor has ended")
    }
  }

  @Test(arguments: Compositor.here)
  func theLastOfManyOwnershipsHolds(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      for number in 0..<100 { client.seat.own(.clipboard, targets: ["text/x-\(number)"]) }
      try #require(client.turn { client.owner()?.targets == ["text/x-99"] })
      #expect(client.owner()?.isOwn == true)
      let result = try client.result(of: running.start("wl-paste", "--list-types"))
      #expect(result.output == "text/x-99\n")
      #expect(client.owner()?.isOwn == true)
    }
  }

  /// Regression: 128 pastes that nobody read made every other one empty for ten seconds.
  @Test(arguments: Compositor.here)
  func aRequestorThatNeverReadsHindersNobody(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let other = try WaylandClient(running, besides: client)
      let bytes = pattern(4 << 20)
      try client.own([("application/x-large", bytes)])
      try #require(client.turn { other.owner() != nil })
      var idle: [Int32] = []
      defer { for reader in idle { close(reader) } }
      for _ in 0..<5 {
        for _ in 0..<60 {
          let pipe = try Pipe(capacity: 4_096)
          idle.append(pipe.reader.release())
          _ = other.seat.read("application/x-large", of: .clipboard, into: pipe.writer) { _ in }
        }
        try #require(client.turn { client.requests.count == idle.count })
      }
      // Those beyond the limit have ended.
      try #require(client.turn { client.answerEnds.count == 172 })
      client.forgetAnswers()
      let result = try client.result(
        of: running.start("wl-paste", "--no-newline", "--type", "application/x-large"))
      #expect(result.outputBytes == bytes)
      // The reader may end before the writer looks again.
      try #require(client.turn { client.answerEnds.count == 2 })
      #expect(client.answerEnds.contains(.complete(bytes: UInt64(bytes.count))))
    }
  }

  @Test(arguments: Compositor.here)
  func aRequestorThatLeavesIsNoticedBeforeAndAfterTheAnswer(_ compositor: Compositor) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      let bytes = pattern(4 << 20)
      try client.own([("application/x-large", bytes)])
      client.contents = [:]
      for isAnswered in [false, true] {
        client.forgetEvents()
        let paste = try running.start("wl-paste", "--no-newline", "--type", "application/x-large")
        try #require(client.turn { client.requests.count == 1 })
        let id = client.requests[0]
        if isAnswered {
          // With its child: wl-paste lets cat read.
          paste.sendToAll(SIGSTOP)
          client.answer(id, with: bytes)
        }
        paste.close()
        if isAnswered {
          try #require(client.turn { client.answerEnds.count == 1 })
          guard case .failed(let reason) = client.answerEnds[0] else {
            Issue.record("\(client.answerEnds)")
            return
          }
          #expect(reason.hasPrefix("the requestor left"))
        } else {
          #expect(client.turn { client.events.contains(.requestCancelled(id)) })
          // Too late: the answer has no effect but the report that it came too late.
          client.answer(id, with: bytes)
          #expect(client.turn { client.answerEnds.count == 1 })
          #expect(client.answerEnds == [.failed("the requestor has left")])
          client.forgetAnswers()
        }
      }
    }
  }

  @Test(arguments: Compositor.here)
  func aRefusedRequestIsAnEmptyPaste(_ compositor: Compositor) throws {
    try runPaste(compositor) { client, paste, request in
      client.seat.refuse(request)
      let result = try client.result(of: paste)
      #expect(result.outputBytes.isEmpty)
    }
  }

  @Test func aPipeIsContentToo() throws {
    try runPaste { client, paste, request in
      let pipe = try Pipe()
      var ends: [AnswerEnd] = []
      client.seat.answer(request, with: pipe.reader, size: nil) { ends.append($0) }
      try pipe.writer.write(all: Array("first ".utf8))
      client.loop.turn(timeout: 20)
      #expect(ends.isEmpty)
      try pipe.writer.write(all: Array("second".utf8))
      _ = consume pipe.writer
      #expect(try client.result(of: paste).output == "first second")
      #expect(client.turn { ends == [.complete(bytes: 12)] })
    }
  }

  @Test func anAnswerUnderWayCanBeRefused() throws {
    try runPaste { client, paste, request in
      let pipe = try Pipe()
      var ends: [AnswerEnd] = []
      client.seat.answer(request, with: pipe.reader, size: nil) { ends.append($0) }
      try pipe.writer.write(all: Array("half".utf8))
      #expect(client.turn { paste.standardOutput == "half" })
      client.seat.refuse(request)
      #expect(ends == [.failed("the owner cancelled the answer")])
      // The content has not ended.
      #expect(try client.result(of: paste).output == "half")
      _ = consume pipe.writer
    }
  }

  @Test func contentThatEndsTooSoonIsNoCompleteAnswer() throws {
    try runPaste { client, paste, request in
      client.answer(request, with: [1, 2, 3], size: 5)
      let result = try client.result(of: paste)
      #expect(result.outputBytes == [1, 2, 3])
      #expect(
        client.turn { client.answerEnds == [.cut("the content ended after 3 of 5 bytes")] })
    }
  }

  @Test func aTypeThatIsNotOwnedIsRefusedAtOnce() throws {
    try Fixture.run { fixture in
      let running = try Compositor.ext.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/x-one", [1])])
      // wl-paste itself does not ask for what is not in the list.
      let result = try client.result(
        of: running.start("wl-paste", "--no-newline", "--type", "text/x-two"))
      #expect(result.outputBytes.isEmpty)
      #expect(client.requests.isEmpty)
    }
  }

  /// Has a program paste, and gives the request to `body` without an answer.
  private func runPaste(
    _ compositor: Compositor = .ext,
    _ body: (WaylandClient, Program, RequestID) throws -> Void
  ) throws {
    try Fixture.run { fixture in
      let running = try compositor.start(fixture)
      let client = try WaylandClient(running)
      try client.own([("text/x-one", [1])])
      client.contents = [:]
      let paste = try running.start("wl-paste", "--no-newline", "--type", "text/x-one")
      try #require(client.turn { client.requests.count == 1 })
      try body(client, paste, client.requests[0])
    }
  }
}
