internal import BoardModel
internal import DragModel

/// Lists and cards as `--json` prints them.
extension JSON {
  /// - Parameter board: the name of the list's board, where it is not known from the call.
  init(_ list: BoardList, _ cards: [Card], board: String? = nil) {
    var members: [Member] = [
      .init("id", .string(list.id.rawValue)), .init("title", .string(list.title)),
    ]
    if let board { members.append(.init("board", .string(board))) }
    if let limit = list.limit { members.append(.init("limit", .number(limit))) }
    if list.isArchived { members.append(.init("archived", .bool(true))) }
    self = .object(members + [.init("cards", .array(cards.map { JSON($0, of: list) }))])
  }

  /// - Parameter list: the card's list; the cards of an archived list are archived too.
  init(_ card: Card, of list: BoardList?) {
    var members = card.members
    let representations = card.representations.map { JSON($0.type, $0.size) }
    members += [.init("representations", .array(representations))]
    // Always there, for filters.
    members.append(.init("done", .bool(card.details.isDone)))
    members.append(.init("archived", .bool(card.isArchived || list?.isArchived == true)))
    members += card.details.members.filter { $0.name != "done" }
    self = .object(members + Self.members(card.attachments))
  }

  private init(_ type: String, _ size: Int) {
    self = .object([.init("type", .string(type)), .init("size", .number(size))])
  }

  private static func members(_ attachments: [Attachment]) -> [Member] {
    guard !attachments.isEmpty else { return [] }
    return [.init("attachments", .array(attachments.map { JSON($0) }))]
  }

  /// - Parameter path: the file that it was written into.
  init(_ attachment: Attachment, savedAt path: String? = nil) {
    var members: [Member] = [
      .init("number", .number(attachment.number)), .init("name", .string(attachment.name)),
      .init("type", .string(attachment.type)), .init("size", .number(attachment.size)),
    ]
    if let path { members.append(.init("path", .string(path))) }
    self = .object(members)
  }
}
