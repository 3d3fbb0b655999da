import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

/// The types that Current names are those that dragd has, and the bytes those that were copied.
@Suite struct PresentTypesTests {
  @Test(arguments: DisplayServer.usual, [true, false])
  func `another program's content has dragd's types, lazy and held`(
    _ kind: DisplayServer, _ isHeld: Bool
  ) throws {
    try ClipboardSession.run(kind, isHeld ? [] : ["--persist", "off"]) { session in
      let owner = try session.copies(["image/x-made=abc", "text/html=<b>", "text/plain=text"])
      defer { owner.kill() }
      try session.expectKnownTypes(
        try session.current("the copy is there") { $0.isHeld == isHeld })
    }
  }

  @Test(arguments: [
    (["--text", "words"], true), (["--exec", "text/plain=echo made"], false),
  ])
  func `a copied offer has them while it cannot lose any`(
    _ words: [String], _ isKnown: Bool
  ) throws {
    try ClipboardSession.run(.x11) { session in
      let copied = try session.fixture.run(
        Built.dragctl, ["copy"] + words, on: session.bus, environment: session.variables)
      try #require(copied.exit == .success, "\(copied.error)")
      let current = try session.current("the copy is there") { $0.isOwn }
      #expect((current.types != nil) == isKnown)
      if isKnown { try session.expectKnownTypes(current) }
      let pasted = try session.fixture.run(Built.dragctl, ["paste"], on: session.bus)
      #expect(pasted.output == (isKnown ? "words" : "made\n"))
    }
  }

  @Test(arguments: [true, false])
  func aShortTextComesWithTheReply(_ isCopiedByProgram: Bool) throws {
    try ClipboardSession.run(.x11) { session in
      let copies = { (text: String) in
        if isCopiedByProgram {
          let file = try session.fixture.folder.write("text\(text.count)", text: text)
          _ = try session.copies(["UTF8_STRING@\(file)", "text/html=<b>"])
        } else {
          let copied = try session.fixture.run(
            Built.dragctl, ["copy"], on: session.bus, environment: session.variables,
            input: .text(text))
          try #require(copied.exit == .success, "\(copied.error)")
        }
      }
      try copies("words")
      _ = try session.waitForHistory(1)
      let any = try #require(MIMEType("*/*"))
      let markup = try #require(MIMEType("text/html"))
      let text = try session.current(read: [.octetStream, .utf8Text, markup])
      #expect(text.data == Array("words".utf8) && text.dataType == .utf8Text)
      let only = try session.current(read: [any])
      #expect(only.data == (isCopiedByProgram ? nil : Array("words".utf8)))
      #expect(try session.current(read: [.octetStream]).data == nil)
      #expect(try session.current().data == nil)
      let pasted = try session.fixture.run(Built.dragctl, ["paste"], on: session.bus)
      #expect(pasted.output == "words", "\(pasted.error)")
      // A longer one is accepted.
      let long = String(repeating: "long ", count: 4_000)
      try copies(long)
      _ = try session.waitForHistory(2)
      #expect(try session.current(read: [.utf8Text]).data == nil)
      let all = try session.fixture.run(Built.dragctl, ["paste"], on: session.bus)
      #expect(all.output == long, "\(all.error)")
    }
  }
}

extension ClipboardSession {
  /// Expects of a content the types that dragd has of its offer.
  fileprivate func expectKnownTypes(_ content: CurrentContent) throws {
    let properties = try connection.perform(.properties(of: content.offer), timeout: 20_000)
    #expect(content.types == properties.types)
    #expect(content.types?.isEmpty == false)
  }
}
