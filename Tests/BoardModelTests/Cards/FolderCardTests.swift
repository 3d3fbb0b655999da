import BoardModel
import DragModel
import Harness
import Testing

/// Folders as cards.
@Suite struct FolderCardTests {
  private static let type = "application/x-tar;content=folder"

  private func make(_ folder: TemporaryFolder, large: Int) throws {
    try folder.write("photos/été/a", text: "hello")
    try folder.write("photos/large", [UInt8](repeating: 7, count: large))
    _ = try Program.run("ln", ["-s", "été/a", folder.path("photos/link")])
  }

  /// The content is in memory, or in a file of the store.
  @Test(arguments: [10, 700_000]) func `a folder is one card that becomes a folder again`(
    large: Int
  ) throws {
    try TestBoard.run { board in
      try make(board.folder, large: large)
      let list = "file://\(board.folder.path("photos"))\r\n"
      let drop = IncomingItem(representations: [("text/uri-list", .bytes(Array(list.utf8)))])
      let cards = try CardReader().cards(from: drop)
      #expect(cards.map(\.title) == ["photos"] && cards.map(\.kind) == [.file])
      let staged = try NewCard.staged(cards, by: board.store.staging) { _, _ in }
      let card = try #require(
        try board.store.perform(.addCards(staged, to: try board.lists()[0], at: .end)).cards.first)
      let offered = try board.store.representations(of: card)
      #expect(offered.map(\.type) == [Self.type, "text/uri-list"])
      let address = try offered[1].read().bytes()
      let path = try #require(FileURI.path(of: FileURI.uris(inList: address)[0]))
      let copy = String(decoding: path, as: UTF8.self)
      #expect(copy.hasSuffix("/photos"))
      let difference = try Program.run("diff", ["-r", board.folder.path("photos"), copy])
      #expect(difference.exit == .success, "\(difference.output)")
    }
  }

  @Test func `an archive of a folder from the bus is checked`() throws {
    try TestBoard.run { board in
      try make(board.folder, large: 10)
      _ = try Program.run(
        "tar", ["-C", board.folder.path, "-cf", board.folder.path("good.tar"), "photos"])
      let good = try Content.file(at: board.folder.path("good.tar")).bytes()
      let card = try board.add(item(Self.type, good, name: "photos"))[0]
      #expect(
        try board.store.representations(of: card).map(\.type) == [Self.type, "text/uri-list"])
      for bad in [Array(good.prefix(3_000)), good + [1], [1, 2, 3]] {
        let refused = error { try board.add(item(Self.type, bad, name: "photos")) }
        guard case .malformed(Self.type, _) = refused else {
          Issue.record("\(refused.map(String.init(describing:)) ?? "it is a card")")
          continue
        }
      }
    }
  }

  @Test func `a folder that changes while it is read is no card`() throws {
    try TestBoard.run { board in
      try make(board.folder, large: 10)
      let cards = try CardReader().cards(fromFileAt: board.folder.path("photos"))
      try board.folder.write("photos/new", text: "n")
      #expect(throws: BoardError.self) {
        _ = try NewCard.staged(cards, by: board.store.staging) { _, _ in }
      }
    }
  }
}
