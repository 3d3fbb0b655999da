import DragClient
import DragClientTesting
import Foundation
import Harness
import Testing

// The parts of programs that the documentation shows, as they stand there (`ExampleTextTests`), in whole functions.

/// Where the documentation connects to the session's bus, these connect to the test's.
private enum DragClient {
  @TaskLocal static var broker: TestBroker?
  @TaskLocal static var connected = Connected()

  static func connect() async throws -> Client {
    guard let broker else { throw HarnessFailure("no broker") }
    let client = try await broker.connect()
    await connected.add(client)
    return client
  }
}

private actor Connected {
  private var clients: [Client] = []
  func add(_ client: Client) { clients.append(client) }
  func close() { for client in clients { client.close() } }
}

/// What the examples print.
private actor Printed {
  @TaskLocal static var shared = Printed()
  private(set) var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

private func print(_ value: some Any) {
  let (printed, line) = (Printed.shared, "\(value)")
  Task { await printed.add(line) }
}

@Suite struct DocumentationExamples {
  private func run(_ body: (TestBroker, Fixture) async throws -> Void) async throws {
    try await withTestBroker { broker in
      try await Fixture.runAsync { fixture in
        try await DragClient.$broker.withValue(broker) {
          try await DragClient.$connected.withValue(Connected()) {
            try await Printed.$shared.withValue(Printed()) { try await body(broker, fixture) }
          }
        }
      }
    }
  }

  // README.md
  @Test func `a source and a destination in four lines`() async throws {
    try await run { _, folder in
      let folder = folder.folder
      let picture = try await offerPicture()
      let client = try await DragClient.connect()
      let offering = try await client.offer([ItemProvider("text to drag")])  // a source
      let item = try await client.find(["image/*"]).firstItem(["image/*"])  // a destination
      try await item.loading(["image/png", "image/*"]).save(to: folder.path("received.png"))
      #expect(FileManager.default.contents(atPath: folder.path("received.png")) == Data(Self.png))
      #expect(offering.path != picture.path)
    }
  }

  private static let png: [UInt8] = [137, 80, 78, 71]

  private func offerPicture() async throws -> Offering {
    var picture = ItemProvider(suggestedName: "map.png")
    picture.register("image/png", bytes: Self.png)
    return try await DragClient.connect().offer([picture])
  }

  // DragClient.md
  @Test func `a source in three representations`() async throws {
    try await run { broker, folder in
      let folder = folder.folder
      try folder.write("map.png", text: "a map")
      let strips: [[UInt8]] = [[1], [2]]
      let destination = Task {
        let client = try await broker.connect()
        for await offers in client.offers where !offers.isEmpty { break }
        let bytes = try await client.find(["image/*"]).firstItem().bytes(["image/tiff"])
        try await eventually("the source has heard it") { await !Printed.shared.lines.isEmpty }
        await DragClient.connected.close()
        return bytes
      }

      // The source.
      let client = try await DragClient.connect()
      var picture = ItemProvider(suggestedName: "map.png")
      picture.register("image/png", file: folder.path("map.png"))
      picture.register("text/plain;charset=utf-8", bytes: Array("A map of the harbour".utf8))
      picture.register("image/tiff") { writer in
        for strip in strips { try await writer.write(strip) }
      }
      let offering = try await client.offer([picture])
      for await event in offering.events {
        if case .ended(let transfer) = event { print(transfer.result) }
      }
      #expect(try await destination.value == [1, 2])
      #expect(await Printed.shared.lines == ["success(DragClient.DragOperation.copy)"])
    }
  }

  @Test func `a destination that shows its progress`() async throws {
    try await run { _, folder in
      let (folder, picture) = (folder.folder, try await offerPicture())

      // The destination, in another program.
      let client = try await DragClient.connect()
      let item = try await client.find(["image/*"]).firstItem(["image/*"])
      let loading = item.loading(["image/png", "image/*"])
      Task { for await progress in loading.progress { print(progress.fraction ?? 0) } }
      try await loading.save(to: folder.path("received.png"))
      #expect(FileManager.default.fileExists(atPath: folder.path("received.png")))
      #expect(!picture.path.isEmpty)
    }
  }

  @Test func `values of a type of one's own`() async throws {
    try await run { broker, _ in
      let client = try await broker.connect()
      let store = NoteStore()
      let note = Note(title: "Monday", text: "Milk and bread")

      let offering = try await client.offer([note])
      let notes = try await client.find(["text/markdown"]).load(as: Note.self)
      let target = try await client.registerTarget("Notes", for: Note.self) { notes, _ in
        try await store.add(notes)
      }
      let other = try await broker.connect()
      let result = try await other.targets(named: target.name)[0].drop(offering.path)
      #expect(result.operation == .copy)
      #expect(notes == [note])
      #expect(await store.notes == notes)
    }
  }

  // TestingYourApp.md
  @Test func `what writes a representation, without a bus`() async throws {
    let note = WrittenNote(text: "Milk and bread")
    let writer = RepresentationWriter()
    try await note.write(as: "text/plain;charset=utf-8", to: writer)
    #expect(try await writer.writtenBytes() == Array("Milk and bread".utf8))
  }

  // MovingItems.md
  @Test func `cards move from store to store`() async throws {
    try await run { broker, _ in
      let (sourceStore, destinationStore) = (CardStore(["a": "A"]), CardStore([:]))
      do {
        let (client, store) = (try await broker.connect(), sourceStore)
        let cards = await store.shown

        let moves = MoveSource(cookie: store.cookie) { key in
          try await store.delete(key)  // durably; deleted already is success
        }
        let offering = try await client.offer(
          cards.map(\.provider), options: OfferingOptions(operations: [.copy, .move], moves: moves))
        #expect(!offering.path.isEmpty)
      }
      let (client, store) = (try await broker.connect(), destinationStore)
      let item = try await client.find().firstItem()

      let recovery = try await client.recover(journal: store)
      let card = try await item.move(["application/x-card"], journal: store) { content, transfer in
        try await store.insertPending(try await content.bytes(), transfer)
      }
      #expect(recovery.kept.isEmpty)
      #expect(card == "A")
      #expect(await store.permanent == ["A"])
      try await eventually("the source has deleted it") { await sourceStore.shown.isEmpty }
    }
  }

  @Test func `files move by their paths`() async throws {
    try await run { broker, folder in
      let store = FileStore(folder.folder.path)
      try folder.folder.write("a", text: "A")

      let moves = MoveSource.files(cookie: store.cookie) { key in
        store.path(of: key)
      } moved: { key in
        try await store.forget(key)
      }
      var file = ItemProvider(suggestedName: "a", key: "a")
      file.register(nil, file: store.path(of: "a"))
      let options = OfferingOptions(operations: [.move], moves: moves)
      let offering = try await broker.connect().offer([file], options: options)
      let journal = CardStore([:])
      let item = try await broker.connect().find().firstItem()
      _ = try await item.move(journal: journal) { content, transfer in
        try await journal.insertPending(try await content.bytes(), transfer)
      }
      for await event in offering.events { if case .released = event { break } }
      #expect(!FileManager.default.fileExists(atPath: store.path(of: "a")))
      #expect(await store.forgotten == ["a"])
    }
  }
}
