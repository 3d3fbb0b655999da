import DragClient
import DragConnection
import DragModel
import DragProtocol
import Harness
import Testing

/// The clipboard in a program that uses the library.
@Suite struct LibraryTests {
  /// The next value that satisfies a condition, within a generous time.
  private func next<Value: Sendable>(
    _ values: AsyncStream<Value>, _ what: String,
    where isWanted: @escaping @Sendable (Value) -> Bool
  ) async throws -> Value {
    let found = try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { await values.first(where: isWanted) }
      group.addTask {
        try await Task.sleep(for: Timeout.usual)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    guard let found else { throw HarnessFailure("\(what) did not come") }
    return found
  }

  @Test(arguments: DisplayServer.usual)
  func `what a program copies is pasted, seen, remembered and taken back`(
    _ kind: DisplayServer
  ) async throws {
    try await ClipboardSession.runAsync(kind) { session in
      let client = try await DragClient.connect(to: .address(session.bus.address))
      let clipboard = client.clipboard
      let contents = clipboard.contents
      _ = try await next(contents, "the empty clipboard") { $0 == nil }
      let offering = try await clipboard.copy("words")
      #expect(try session.paste("text/plain;charset=utf-8").output == "words")
      let content = try #require(
        try await next(contents, "the copy") { $0?.offered.path == offering.path })
      #expect(!content.isSensitive && !content.isCut)
      #expect(try await clipboard.paste(as: String.self) == ["words"])
      let entries = try await next(clipboard.histories, "the entry") { $0.count == 1 }
      #expect(entries[0].types.contains("text/plain;charset=utf-8"))

      // Another program copies: the offer ends by itself.
      _ = try session.copies(["text/plain;charset=utf-8=theirs"])
      var last: OfferingEnd?
      for await case .released(let end) in offering.events { last = end }
      guard case .withdrawn? = last else {
        Issue.record("\(String(describing: last))")
        return
      }
      #expect(try await clipboard.paste(as: String.self) == ["theirs"])

      try await entries[0].pin()
      try await entries[0].copy()
      #expect(try session.paste("text/plain;charset=utf-8").output == "words")
      try await entries[0].forget()
      let left = try await clipboard.history()
      #expect(!left.contains { $0.id == entries[0].id })
      try await clipboard.clear()
      _ = try await next(contents, "nothing") { $0 == nil }
      #expect(try await clipboard.paste(as: String.self) == [])
      client.close()
    }
  }

  @Test(arguments: DisplayServer.usual)
  func `what is made on demand is pasted again once another dragd runs`(
    _ kind: DisplayServer
  ) async throws {
    try await ClipboardSession.runAsync(kind) { session in
      let client = try await DragClient.connect(to: .address(session.bus.address))
      var item = ItemProvider()
      item.register("application/x-made") { try await $0.write("made") }
      let offering = try await client.clipboard.copy([item])
      #expect(try session.paste("application/x-made").output == "made")
      let former = offering.path
      let dragd = try #require(session.dragd)
      dragd.kill()
      _ = try dragd.wait()
      try session.restartDragd()
      try session.current("the new dragd's offer is there") {
        $0.isOwn && $0.offer.offerPath != former
      }
      #expect(try session.paste("application/x-made").output == "made")
      try await offering.withdraw()
      try eventually("the clipboard is empty") {
        try session.hasNothingToPaste("application/x-made")
      }
      client.close()
    }
  }

  @Test(arguments: [DisplayServer.x11])
  func `a secret is in no history, and what is for once is pasted once`(
    _ kind: DisplayServer
  ) async throws {
    try await ClipboardSession.runAsync(kind) { session in
      let client = try await DragClient.connect(to: .address(session.bus.address))
      let clipboard = client.clipboard
      try await clipboard.copy("hunter2", options: ClipboardOptions(isSensitive: true))
      #expect(try await clipboard.content()?.isSensitive == true)
      let once = try await clipboard.copy("once", options: ClipboardOptions(uses: 1))
      #expect(try session.paste("text/plain;charset=utf-8").output == "once")
      for await case .released(let end) in once.events {
        guard case .used = end else {
          Issue.record("\(end)")
          return
        }
      }
      // A copy that is remembered comes after those.
      try await clipboard.copy("remembered")
      let entries = try await next(clipboard.histories, "the entry") { !$0.isEmpty }
      #expect(entries.count == 1)
      client.close()
    }
  }
}
