internal import DragModel
internal import DragSystem
internal import Foundation
internal import Translations

/// The boards of a backup.
struct BoardsBackup {
  static let root = "dragboard"
  static let file = "boards.json"
  static let contentFolder = "content"
  private static let type = "application/x-tar"
  private static let version = 1
  /// Far more than the words of 20,000 cards, in bytes.
  private static let largest = 256 << 20

  struct Board {
    var id: BoardID
    var name: String
    var lists: [List]
  }

  struct List {
    var id: ListID
    let title: String
    let limit: Int?
    let isArchived: Bool
    var cards: [Card]
  }

  struct Card {
    var new: NewCard
    /// Those of its attachments.
    let numbers: [Int]
  }

  /// A board as the store has it.
  struct Rows {
    let board: NamedBoard
    var lists: [(list: BoardList, cards: [CardRow])] = []
  }

  var boards: [Board] = []

  /// Whether a file begins as a backup does.
  static func isOne(at path: String) -> Bool {
    // What comes through a pipe can be read only once.
    guard (try? FileStatus.of(path: Array(path.utf8)))??.kind == .regular,
      let start = try? OpenFile(reading: path).read(512), start.count == 512
    else { return false }
    return isOne(beginning: start)
  }

  static func isOne(beginning bytes: [UInt8]) -> Bool {
    isTar(bytes) && bytes.starts(with: Array("\(root)/\0".utf8))
  }

  private static func isTar(_ bytes: [UInt8]) -> Bool {
    bytes.dropFirst(257).starts(with: Array("ustar".utf8))
  }

  /// Whether bytes begin as an archive does: tar, gzip or ZIP.
  static func isArchive(_ bytes: [UInt8]) -> Bool {
    isTar(bytes) || bytes.starts(with: [0x1F, 0x8B])
      || bytes.starts(with: Array("PK\u{3}\u{4}".utf8))
  }

  /// The error for a backup that cannot be read; it names no path of the store.
  static func failure(_ error: BoardError) -> BoardError {
    let reason: String
    switch error {
    case .malformed(folderType, _), .unreadable, .brokenFile:
      reason = translated("it is damaged, or was cut off")
    case .malformed(_, let why): reason = why
    default: return error
    }
    return .invalid(field: translated("the backup"), reason: reason)
  }

  private static let folderType = MIMEType.folderArchive.description

  /// Gives each file one mode and time: the same boards make the same bytes.
  static func makeUniform(_ root: String) throws(BoardError) {
    let names = (FileManager.default.enumerator(atPath: root)?.allObjects ?? [])
      .compactMap { $0 as? String }
    // The folders last: a new file in one changes its time.
    for name in names.sorted(by: >) + [""] {
      let path = name.isEmpty ? root : "\(root)/\(name)"
      let times = [timespec](repeating: timespec(), count: 2)
      let isFolder = Content.isFolder(at: path)
      guard chmod(path, isFolder ? 0o700 : 0o600) == 0, utimensat(AT_FDCWD, path, times, 0) == 0
      else { throw BoardError(errno, "utimensat", path) }
    }
  }
}

// MARK: Writing

extension BoardsBackup {
  /// The boards as JSON.
  ///
  /// - Parameter save: keeps content that a card has at a position, and returns the name of its file.
  static func json(
    of boards: [Rows], _ save: (_ contents: String, Int) throws(BoardError) -> String
  ) throws(BoardError) -> [UInt8] {
    var all: [JSON] = []
    for rows in boards {
      var lists: [JSON] = []
      for (list, cards) in rows.lists {
        var members: [JSON.Member] = [
          .init("id", .string(list.id.rawValue)), .init("title", .string(list.title)),
        ]
        if let limit = list.limit { members.append(.init("limit", .number(limit))) }
        if list.isArchived { members.append(.init("archived", .bool(true))) }
        var objects: [JSON] = []
        for row in cards { objects.append(.object(try Self.members(of: row, save))) }
        lists.append(.object(members + [.init("cards", .array(objects))]))
      }
      all.append(
        .object([
          .init("id", .string(rows.board.id.rawValue)), .init("name", .string(rows.board.name)),
          .init("lists", .array(lists)),
        ]))
    }
    let root: [JSON.Member] = [
      .init("version", .number(version)), .init("boards", .array(all)),
    ]
    return Array((JSON.object(root).text(.spaced, escapesHostile: false) + "\n").utf8)
  }

  private static func members(
    of row: CardRow, _ save: (_ contents: String, Int) throws(BoardError) -> String
  ) throws(BoardError) -> [JSON.Member] {
    let card = row.card
    var members = card.members
    if card.hasPicture { members.append(.init("picture", .bool(true))) }
    if card.isArchived { members.append(.init("archived", .bool(true))) }
    members += card.details.members
    var content: [JSON] = []
    for (position, one) in card.representations.enumerated() {
      content.append(
        .object([
          .init("type", .string(one.type)),
          .init("file", .string(try save(row.contents, position))),
        ]))
    }
    members.append(.init("content", .array(content)))
    var attachments: [JSON] = []
    for one in card.attachments {
      attachments.append(
        .object([
          .init("number", .number(one.number)), .init("name", .string(one.name)),
          .init("type", .string(one.type)),
          .init("file", .string(try save(row.contents, -one.number))),
        ]))
    }
    if !attachments.isEmpty { members.append(.init("attachments", .array(attachments))) }
    return members
  }
}

// MARK: Reading

extension BoardsBackup {
  /// Reads a backup that is unpacked in a folder.
  ///
  /// - Throws: `malformed`, `invalid`, `unreadable`.
  init(at root: String) throws(BoardError) {
    let bytes = try OpenFile(reading: "\(root)/\(Self.file)").readAll(limit: Self.largest)
    let object = try JSONObject(bytes, as: Self.type)
    guard try object.number("version") == Double(Self.version) else {
      throw .malformed(
        type: Self.type, reason: translated("a newer version of dragboard has written it"))
    }
    for board in try object.objects("boards", most: BoardStore.mostBoards) {
      var lists: [List] = []
      for list in try board.objects("lists", most: .max) {
        var cards: [Card] = []
        for card in try list.objects("cards", most: .max) { cards.append(try Card(card, root)) }
        let limit = list.has("limit") ? Int(exactly: try list.number("limit")) : nil
        try BoardStore.check(limit: limit)
        lists.append(
          List(
            id: ListID(rawValue: try list.id()), title: try list.string("title"),
            limit: limit, isArchived: try list.flag("archived"), cards: cards))
      }
      boards.append(
        Board(
          id: BoardID(rawValue: try board.id()), name: try board.string("name"),
          lists: lists))
    }
  }

  /// Copies large content into files of the store.
  mutating func stage(by staging: Staging) throws(BoardError) {
    for board in boards.indices {
      for list in boards[board].lists.indices {
        for card in boards[board].lists[list].cards.indices {
          let staged = try boards[board].lists[list].cards[card].new.staged(by: staging)
          boards[board].lists[list].cards[card].new = staged
        }
      }
    }
  }
}

extension BoardsBackup.Card {
  /// - Parameter root: the folder of the backup.
  fileprivate init(_ object: JSONObject, _ root: String) throws(BoardError) {
    let kind = try object.string("kind")
    new = NewCard(
      title: try object.string("title"), text: try object.string("text"),
      kind: CardKind(rawValue: kind) ?? .other,
      name: object.has("name") ? try object.string("name") : nil, representations: [])
    new.id = CardID(rawValue: try object.id())
    if object.has("latitude") {
      new.coordinates = Coordinates(
        latitude: try object.number("latitude"), longitude: try object.number("longitude"))
    }
    new.hasPicture = try object.flag("picture")
    new.isArchived = try object.flag("archived")
    new.details = try CardDetails(object)
    for one in try object.objects("content", most: .max) {
      new.representations.append((try one.string("type"), try Self.content(one, root)))
    }
    guard !new.representations.isEmpty else {
      throw .invalid(field: "content", reason: translated("there is none"))
    }
    var numbers: [Int] = []
    for one in try object.objects("attachments", most: BoardStore.mostAttachments) {
      guard let number = Int(exactly: try one.number("number")), number > (numbers.last ?? 0) else {
        throw .invalid(field: "number", reason: translated("it is not in order"))
      }
      numbers.append(number)
      new.attachments.append(
        NewAttachment(
          name: try one.string("name"), type: try one.string("type"),
          content: try Self.content(one, root)))
    }
    self.numbers = numbers
  }

  /// The content in a file of the backup, and in none beside it.
  private static func content(_ one: JSONObject, _ root: String) throws(BoardError) -> Content {
    let name = try one.string("file")
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == BoardsBackup.contentFolder, !parts[1].isEmpty,
      parts[1].allSatisfy({ $0.isASCII && $0.isNumber }), access("\(root)/\(name)", R_OK) == 0
    else {
      throw .invalid(
        field: "file",
        reason: translated("“{name}” is no file of the backup", ["name": String(name.prefix(80))]))
    }
    return try .file(at: "\(root)/\(name)")
  }
}

extension JSONObject {
  /// The id of a board, a list or a card. Ids are parts of paths, names and keys, so no other text may be one.
  fileprivate func id() throws(BoardError) -> String {
    let text = try string("id")
    guard text == BoardID.main.rawValue || UUID(uuidString: text)?.uuidString.lowercased() == text
    else {
      throw .invalid(
        field: "id", reason: translated("“{name}” is no id", ["name": String(text.prefix(80))]))
    }
    return text
  }
}
