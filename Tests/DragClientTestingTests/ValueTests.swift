import DragClient
import Foundation
import Harness
import Testing

/// Values that a test makes itself, to call an app's own closures with.
@Suite struct ValueTests {
  @Test func `a proposal is decided by the types of an offer that nobody makes`() {
    let offered = Offered(types: ["image/png"], operations: [.copy, .link], label: "Sea")
    #expect(offered.canLoad(["image/*"]))
    #expect(!offered.canLoad(["text/plain"]))
    #expect(!offered.isOwn)
    let drop = HoveringDrop(offered: offered, operations: [.link, .copy], index: 2)
    #expect(DropProposal.best(for: drop).decision == .link)
    let target = FoundTarget("Album", types: ["image/*"], operations: [.copy])
    #expect(target.takes(offered))
    #expect(!target.takes(Offered(types: ["text/plain"])))
    #expect(target.path != FoundTarget("Album").path)
  }

  @Test func `what has no bus says that it is disconnected`() async throws {
    let offered = Offered(types: ["text/plain"], itemCount: 1)
    let item = OfferedItem(
      of: offered, suggestedName: "../a.txt", representations: [.init("text/plain", size: 3)])
    #expect(item.fileName?.contains("/") == false)
    let session = DropSession(HoveringDrop(offered: offered), items: [item])
    var progress = session.progress.makeAsyncIterator()
    #expect(await progress.next() == TransferProgress(bytes: 0, total: 3))
    for request in [
      { () async throws in _ = try await offered.items() },
      { _ = try await session.loading(item).bytes() },
      { try await FoundTarget("Album").leave(offered.path) },
      { try await ClipboardEntry("a", types: []).forget() },
    ] as [() async throws -> Void] {
      let error = await #expect(throws: DragError.self) { try await request() }
      #expect(error?.code == .disconnected)
    }
  }

  @Test func `a writer without a destination keeps what is written`() async throws {
    try await Fixture.runAsync { fixture in
      let writer = RepresentationWriter()
      try await writer.write("one")
      try fixture.folder.write("two", text: " two")
      try await writer.write(contentsOf: fixture.folder.path("two"))
      try await writer.write([0x21] as Set<UInt8>)
      #expect(try await writer.writtenBytes() == Array("one two!".utf8))
      #expect(writer.bytesWritten == 8)
    }
  }

  @Test func `content of one's own is read and saved like what has come`() async throws {
    try await Fixture.runAsync { fixture in
      let content = LoadedRepresentation(
        Data("words".utf8), type: "text/plain", suggestedName: "a/b.txt")
      #expect(content.size == 5)
      #expect(try await content.bytes() == Array("words".utf8))
      let path = try await content.save(into: fixture.folder.path)
      #expect(path == fixture.folder.path(content.fileName ?? ""))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "words")
      let open = try await content.descriptor()
      #expect(open.rawValue >= 0)
    }
  }

  @Test func `the end of a transfer and of a drop have their values`() throws {
    let ended = EndedTransfer(nil, item: 1, key: "a", result: .success(.move), bytes: 3)
    #expect(try ended.result.get() == .move)
    #expect(FoundTarget.DropResult(operation: .copy, items: 1, bytes: 3).bytes == 3)
    #expect(ClipboardContent(offered: Offered(types: []), isCut: true).isCut)
  }
}
