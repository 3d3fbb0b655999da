import DBus
import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// Copies of programs, offered to dragd.
@Suite struct InTests {
  @Test(arguments: DisplayServer.allCases)
  func `the types of a copy come in their order, with equal bytes`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let picture = try session.fixture.folder.write(
        "picture", text: String(repeating: "picture ", count: 300_000))
      _ = try session.copies([
        "application/x-first=one", "text/html=<b>two</b>", "image/png@\(picture)",
        "text/plain;charset=utf-8=thr\u{e9}e", "x-unknown=4",
      ])
      let present = try session.current("the copy is there") { $0.targets.count >= 5 }
      let items = try session.connection.perform(.items(of: present.offer), timeout: 20_000)
      #expect(
        items[0].representations.map { $0.content.type.description } == [
          "application/x-first", "text/html", "image/png", "text/plain;charset=utf-8",
        ])
      #expect(try session.accept(present.offer, "application/x-first") == Array("one".utf8))
      #expect(try session.accept(present.offer, "text/html") == Array("<b>two</b>".utf8))
      #expect(
        try session.accept(present.offer, "image/png")
          == Array(String(repeating: "picture ", count: 300_000).utf8))
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("thr\u{e9}e".utf8))
    }
  }

  @Test func `text without a type of its own is UTF-8`() throws {
    try ClipboardSession.run(.x11) { session in
      _ = try session.copies(["UTF8_STRING=gr\u{fc}n", "STRING=nothing"])
      let present = try session.current("the copy is there") { _ in true }
      let items = try session.connection.perform(.items(of: present.offer), timeout: 20_000)
      #expect(items[0].representations.map(\.content.type) == [.utf8Text])
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("gr\u{fc}n".utf8))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `with persist off nothing is read before it is wanted`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind, ["--persist", "off"]) { session in
      let owner = try session.copies(["text/plain;charset=utf-8=lazy words"])
      let present = try session.current("the copy is there") { _ in true }
      #expect(!present.isHeld)
      #expect(!owner.standardOutput.contains("asked"))
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("lazy words".utf8))
      try owner.waitForOutput("asked text")
      #expect(owner.standardOutput.components(separatedBy: "asked text").count == 2)
      #expect(try session.history().isEmpty)
    }
  }

  /// `make test` makes two thousand copies.
  @Test(arguments: DisplayServer.varied)
  func `ten thousand copies reach dragd with none when persist is off`(
    _ kind: DisplayServer
  ) throws {
    // The bus has no dragd and starts none: a call to it would fail.
    try ClipboardSession.run(kind, ["--persist", "off"], hasBroker: false) { session in
      let times = Extent.current == .usual ? "2000" : "10000"
      let idle = try session.dragclip.facts.anonymousMemory()
      let owner = try session.copies(["--times", times, "1000", "text/plain;charset=utf-8=x y"])
      try owner.waitForOutput("done", within: Timeout.long)
      #expect(try session.hasName(BusName.broker) == false)
      #expect(!owner.standardOutput.contains("asked"))
      #expect(try session.dragclip.facts.anonymousMemory() - idle < 1 << 20)
      // dragclip may still read the other copies; only this one can be told from them.
      _ = try session.copies(["text/plain;charset=utf-8=the last", "application/x-last=1"])
      try session.restartDragd()
      let present = try session.current("the last copy is there") {
        $0.targets.contains("application/x-last")
      }
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("the last".utf8))
    }
  }

  /// `make test` makes two thousand copies.
  @Test(arguments: DisplayServer.varied)
  func `of ten thousand copies at most four a second are read ahead`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      // What dragclip needs for the first read is not growth.
      _ = try session.copies(["text/plain;charset=utf-8=the first"])
      try session.current("the first copy is held") { $0.isHeld }
      let idle = try session.dragclip.facts.anonymousMemory()
      let clock = ContinuousClock()
      let begin = clock.now
      let times = Extent.current == .usual ? "2000" : "10000"
      let owner = try session.copies(["--times", times, "1000", "text/plain;charset=utf-8=x y"])
      try owner.waitForOutput("done", within: Timeout.long)
      let seconds = Int((clock.now - begin).components.seconds) + 1
      let reads = owner.standardOutput.components(separatedBy: "asked text").count - 1
      #expect(reads <= 4 * seconds, "\(seconds) s")
      _ = try session.copies(["text/plain;charset=utf-8=the last", "application/x-last=1"])
      let present = try session.current("the last copy is held") {
        $0.isHeld && $0.targets.contains("application/x-last")
      }
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("the last".utf8))
      #expect(try session.dragclip.facts.anonymousMemory() - idle < 1 << 20)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `a secret is read by nobody but who wants it`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      let owner = try session.copies([
        "text/plain;charset=utf-8=pass word", "x-kde-passwordManagerHint=secret",
      ])
      let present = try session.current("the copy is there") { _ in true }
      #expect(present.isSensitive)
      #expect(!present.isHeld)
      try owner.waitForOutput("asked x-kde-passwordManagerHint")
      #expect(!owner.standardOutput.contains("asked text"))
      #expect(try session.history().isEmpty)
      #expect(
        try session.accept(present.offer, "text/plain;charset=utf-8") == Array("pass word".utf8))
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `an owner that does not say whether it is a secret has one`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      _ = try session.copies([
        "text/plain;charset=utf-8=pass word", "x-kde-passwordManagerHint!",
      ])
      #expect(try session.current("the copy is there") { _ in true }.isSensitive)
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `the pause ends the history`(_ kind: DisplayServer) throws {
    try ClipboardSession.run(kind) { session in
      try session.connection.perform(.pauseClipboard(true), timeout: 20_000)
      #expect(try session.connection.perform(.clipboardStatus(), timeout: 20_000).isPaused)
      let owner = try session.copies(["text/plain;charset=utf-8=two words"])
      let present = try session.current("the copy is there") { _ in true }
      #expect(!present.isHeld)
      #expect(!owner.standardOutput.contains("asked"))
      try session.connection.perform(.pauseClipboard(false), timeout: 20_000)
      _ = try session.copies(["text/plain;charset=utf-8=three more words"])
      #expect(try session.waitForHistory(1)[0].size == 16)
    }
  }
}
