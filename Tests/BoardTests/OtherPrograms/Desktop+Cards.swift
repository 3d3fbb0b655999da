import BoardModel
import Foundation
import Harness
import Testing

extension Desktop {
  /// Adds the cards of a file to the first list of the board.
  func add(_ file: String) throws {
    let store = try BoardStore(folder: "\(fixture.folder.makeFolder("data"))/dragboard")
    let list = try #require(try store.lists().first)
    let cards = try CardReader().cards(fromFileAt: file)
    try store.perform(.addCards(cards, to: list.id, at: .end))
  }

  /// Makes a coloured picture.
  func makePicture(_ name: String) throws -> (path: String, bytes: [UInt8]) {
    let path = fixture.folder.path(name)
    let result = try fixture.run(
      "/usr/bin/convert", ["-size", "60x40", "gradient:orange-blue", "png24:\(path)"])
    #expect(result.exit == .success, "\(result.error)")
    return (path, try Array(Data(contentsOf: URL(fileURLWithPath: path))))
  }
}

extension App {
  /// Waits for a card in a list of the store.
  func card(_ title: String, in list: String) throws -> Card {
    let store = try BoardStore(folder: "\(data)/dragboard")
    var all: [String] = []
    do {
      return try eventually(within: Timeout.long) {
        let cards = try store.board().first { $0.list.title == list }?.cards ?? []
        all = cards.map(\.title)
        return cards.first { $0.title == title }
      }
    } catch {
      throw HarnessFailure("there is no card “\(title)” among \(all); \(program.standardError)")
    }
  }

  /// The content of a card in a type.
  func content(of card: Card, _ type: String) throws -> [UInt8] {
    let store = try BoardStore(folder: "\(data)/dragboard")
    return try store.content(of: card.id, type: type).bytes()
  }

  /// Waits until a drag from the board has ended, with the board's work after it.
  func expectDragOver() throws {
    try eventually(within: Timeout.long, "the area to delete has gone") {
      try !look().contains { $0.role == "panel" && $0.name == "Delete" }
    }
  }
}
