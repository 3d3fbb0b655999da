internal import DragModel
internal import Foundation
internal import Translations

/// What a person writes on a card in a dialog that is still open.
package struct CardDraft: Hashable, Sendable {
  /// Names it among the drafts of its process.
  package let id: String
  /// The card; the id that a new one gets.
  package var card: CardID
  /// Where a new card goes, and the words of one that is deleted meanwhile.
  package var list: ListID
  /// What the person has seen of the card; nil for a new one.
  package var seen: CardWords?
  package var words: CardWords

  package init(
    id: String, card: CardID = CardID(), list: ListID, seen: CardWords? = nil, words: CardWords
  ) {
    (self.id, self.card, self.list, self.seen, self.words) = (id, card, list, seen, words)
  }
}

/// Drafts are files of their process. Once it has died, another process puts what they say on the board, as the end of
/// a session does: nobody is there to complete it, and undo has what it replaces.
extension BoardStore {
  private var draftsFolder: String { "\(folder)/drafts" }
  /// Far more than the limits of a card allow, in bytes.
  private static let largestDraft = 64 << 20

  private func path(ofDraft id: String) -> String { "\(draftsFolder)/\(processName).\(id)" }

  /// Keeps a draft until it is forgotten, instead of an earlier one of the same id.
  ///
  /// - Throws: `unwritable`.
  package func keep(_ draft: CardDraft) throws(BoardError) {
    try StoreFolder.make(draftsFolder)
    try Content.bytes(draft.json).save(to: path(ofDraft: draft.id), replacing: true)
  }

  package func forgetDraft(_ id: String) { StoreFolder.remove(path(ofDraft: id)) }

  /// Puts the drafts of dead processes on the board, each as one change. One that cannot be kept there stays a draft.
  ///
  /// - Returns: the changed and new cards.
  package func saveDraftsOfTheDead() -> [CardID] {
    let dead = StoreFolder.names(draftsFolder).filter { name in
      !isAlive(String(name.prefix { $0 != "." }))
    }
    return dead.compactMap { name in
      // Of several processes one gets it.
      let mine = path(ofDraft: UUID().uuidString.lowercased())
      guard rename("\(draftsFolder)/\(name)", mine) == 0,
        let bytes = try? OpenFile(reading: mine).readAll(limit: Self.largestDraft),
        let draft = try? CardDraft(json: bytes), let card = try? save(draft)
      else { return nil }
      StoreFolder.remove(mine)
      return card
    }
  }

  private func save(_ draft: CardDraft) throws(BoardError) -> CardID {
    if let seen = draft.seen {
      do throws(BoardError) {
        try edit(draft.card) { (card) throws(BoardError) in
          draft.words.merged(from: seen, into: CardWords(card))
        }
        return draft.card
      } catch {
        guard case .noSuchCard = error else { throw error }
      }
    }
    var new = NewCard(title: draft.words.title, text: draft.words.text)
    new.details = draft.words.details
    // A process may have been killed just after it had saved it.
    if draft.seen == nil {
      new.id = draft.card
      if try card(new.id) != nil { return new.id }
    }
    let list = try change { () throws(BoardError) in try existingList(draft.list) }
    return try perform(.addCards([new], to: list, at: .end)).cards.first ?? new.id
  }
}

extension CardDraft {
  private static let type = "application/json"

  /// - Throws: `malformed`, `invalid`.
  init(json: [UInt8]) throws(BoardError) {
    let object = try JSONObject(json, as: Self.type)
    id = ""
    card = CardID(rawValue: try object.string("card"))
    list = ListID(rawValue: try object.string("list"))
    seen =
      object.has("seen")
      ? try CardWords(try JSONObject(object.value("seen"), for: "seen")) : nil
    words = try CardWords(try JSONObject(object.value("words"), for: "words"))
  }

  var json: [UInt8] {
    var members: [JSON.Member] = [
      .init("card", .string(card.rawValue)), .init("list", .string(list.rawValue)),
      .init("words", words.json),
    ]
    if let seen { members.append(.init("seen", seen.json)) }
    return Array(JSON.object(members).text(.spaced, escapesHostile: false).utf8)
  }
}

extension CardWords {
  fileprivate init(_ object: JSONObject) throws(BoardError) {
    self.init(
      title: try object.string("title"), text: try object.string("text"),
      details: try CardDetails(object))
  }

  fileprivate var json: JSON {
    .object([.init("title", .string(title)), .init("text", .string(text))] + details.members)
  }
}
