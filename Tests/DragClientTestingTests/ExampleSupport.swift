import DragClient
import DragClientTesting
import Foundation
import Harness

/// The library's client, where another type has its name.
typealias Client = DragClient

struct Note: DragTransferable, Equatable {
  var title: String
  var text: String

  static var transferRepresentations: [TransferRepresentation<Note>] {
    [
      .data("text/markdown") { note in
        Array("# \(note.title)\n\n\(note.text)".utf8)
      } importing: { bytes in
        try Note(markdown: bytes)
      },
      .proxy { note in
        note.text
      } importing: { text in
        Note(title: "", text: text)
      },
    ]
  }

  init(title: String, text: String) {
    (self.title, self.text) = (title, text)
  }

  init(markdown: [UInt8]) throws {
    let lines = String(decoding: markdown, as: UTF8.self).split(separator: "\n")
    guard lines.count == 2 else { throw HarnessFailure("no note") }
    self.init(title: String(lines[0].dropFirst(2)), text: String(lines[1]))
  }
}

struct WrittenNote: RepresentationWriting {
  var text: String
  static var writableTypes: [String] { ["text/plain;charset=utf-8"] }
  func write(as type: String, to writer: RepresentationWriter) async throws {
    try await writer.write(text)
  }
}

actor NoteStore {
  private(set) var notes: [Note] = []
  func add(_ more: [Note]) throws { notes += more }
}

/// Cards by their keys, and the moves that are not settled yet.
actor CardStore: MoveJournal {
  nonisolated let cookie = MoveSource.newCookie()
  private var cards: [String: String]
  private var pending: [TransferID: String] = [:]
  private(set) var permanent: [String] = []

  struct Card {
    let provider: ItemProvider
  }

  init(_ cards: [String: String]) { self.cards = cards }

  var shown: [Card] {
    cards.map { key, text in
      var provider = ItemProvider(key: key)
      provider.register("application/x-card", bytes: Array(text.utf8))
      return Card(provider: provider)
    }
  }

  func delete(_ key: String) throws { cards[key] = nil }

  func insertPending(_ bytes: [UInt8], _ move: TransferID) throws -> String {
    pending[move] = String(decoding: bytes, as: UTF8.self)
    return String(decoding: bytes, as: UTF8.self)
  }

  func pendingMoves() -> [TransferID] { Array(pending.keys) }
  func makePermanent(_ move: TransferID) { permanent += pending[move].map { [$0] } ?? [] }
  func discard(_ move: TransferID) { pending[move] = nil }
  func forget(_ move: TransferID) { pending[move] = nil }
}

/// Files by their names.
actor FileStore {
  nonisolated let cookie = MoveSource.newCookie()
  private let folder: String
  private(set) var forgotten: [String] = []

  init(_ folder: String) { self.folder = folder }

  nonisolated func path(of key: String) -> String { "\(folder)/\(key)" }
  func forget(_ key: String) throws { forgotten.append(key) }
}

/// Waits until the condition holds.
func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
  let clock = ContinuousClock()
  let end = clock.now + Timeout.usual
  while try await !condition() {
    guard clock.now < end else { throw HarnessFailure("not in time: \(what)") }
    await Task.yield()
  }
}
