import Foundation
import Harness

@testable import BoardModel

/// The store of one of the two boards, as the test reads it.
struct BoardPlace {
  let folder: String

  private func open() throws -> BoardStore { try BoardStore(folder: "\(folder)/dragboard") }

  /// Adds cards that no run touches.
  func fill(_ titles: [String]) throws {
    let store = try open()
    for (list, title) in zip(try store.lists(), titles) {
      try store.perform(.addCards([NewCard(title: title)], to: list.id, at: .end))
    }
  }

  /// Adds the card that is to move, before another one; returns its id.
  func add(_ card: NewCard) throws -> String {
    let store = try open()
    try store.perform(.addCards([card], to: try store.lists()[0].id, at: .index(0)))
    return card.id.rawValue
  }

  func remove(_ title: String) throws {
    let store = try open()
    let ids = try store.board().flatMap(\.cards).filter { $0.title == title }.map(\.id)
    if !ids.isEmpty { try store.perform(.deleteCards(ids)) }
  }

  /// All cards without this title.
  func others(_ title: String) throws -> [Card] {
    try open().board().flatMap(\.cards).filter { $0.title != title }
  }

  /// The contents of all cards with this title.
  func contents(_ title: String) throws -> [[UInt8]] {
    let store = try open()
    return try store.board().flatMap(\.cards).filter { $0.title == title }.map { card in
      guard let type = card.representations.first?.type else { return [] }
      return try store.content(of: card.id, type: type).bytes()
    }
  }

  func has(_ title: String) throws -> Bool {
    try open().board().flatMap(\.cards).contains { $0.title == title }
  }

  /// What unfinished moves have left in the store.
  func leftovers() throws -> [String] {
    let database = try open().database
    var found: [String] = []
    for table in ["pending_moves", "pending_cards", "departures"] {
      let count = try database.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0
      if count > 0 { found.append("\(table) has \(count)") }
    }
    return found
  }
}
