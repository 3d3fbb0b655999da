import BoardModel
import DragModel
import Harness

/// The board of one test.
struct TestBoard {
  let folder: TemporaryFolder
  let store: BoardStore

  /// Runs a test on a new board.
  static func run(_ body: (TestBoard) throws -> Void) throws {
    let folder = try TemporaryFolder("board", inMemory: true)
    defer { folder.remove() }
    try body(TestBoard(folder: folder, store: try BoardStore(folder: folder.path("data"))))
  }

  /// The board as another process opens it, as far as one process can open it twice.
  func another() throws -> BoardStore { try BoardStore(folder: folder.path("data")) }

  func lists() throws -> [ListID] { try store.lists().map(\.id) }

  /// The titles of a list's cards.
  func titles(_ list: Int = 0) throws -> [String] {
    try store.cards(in: try lists()[list]).map(\.title)
  }

  @discardableResult
  func add(_ titles: String..., to list: Int = 0, at position: Position = .end) throws -> [CardID] {
    let cards = titles.map { NewCard(title: $0) }
    return try store.perform(.addCards(cards, to: try lists()[list], at: position)).cards
  }

  /// Adds the content of a drop.
  @discardableResult
  func add(_ item: IncomingItem) throws -> [CardID] {
    let cards = try CardReader().cards(from: item)
    return try store.perform(.addCards(cards, to: try lists()[0], at: .end)).cards
  }

  /// Whether an export says that it could not have all of a card.
  static func isTold(_ card: Card, in export: BoardExport) -> Bool {
    export.left.contains { line in
      line.hasPrefix(Printable.line("“\(card.shownTitle)”"))
        || card.details.labels.contains {
          line.hasSuffix(Printable.line("the label “\($0.name)”"))
        }
    }
  }

  /// The files of the cards.
  func files() -> [String] {
    let listing = try? Program.run("ls", [folder.path("data/blobs")])
    return listing?.output.split(separator: "\n").map(String.init) ?? []
  }
}

/// One representation in memory.
func item(_ type: String, _ bytes: some Sequence<UInt8>, name: String? = nil) -> IncomingItem {
  IncomingItem(name: name, representations: [(type, .bytes(Array(bytes)))])
}

/// The error that `body` throws.
func error(_ body: () throws -> Void) -> BoardError? {
  do {
    try body()
    return nil
  } catch {
    return error as? BoardError
  }
}
