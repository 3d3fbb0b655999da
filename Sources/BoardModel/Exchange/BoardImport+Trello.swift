internal import DragModel
internal import Foundation
internal import Translations

/// Trello's export of a board: “Menu › Share › Export as JSON”.
extension BoardImport {
  package static let trelloType = "application/json"

  /// Reads the lists of a board with their cards, in Trello's order. Archived cards and lists stay archived.
  ///
  /// - Throws: `malformed` for content that is not the export of a board, and for more than the limits allow.
  package init(trello bytes: [UInt8]) throws(BoardError) {
    try self.init(trello: bytes, zone: .current)
  }

  /// - Parameter zone: of the dates, which Trello gives in universal time.
  init(trello bytes: [UInt8], zone: TimeZone) throws(BoardError) {
    try Self.checkSize(bytes, as: Self.trelloType)
    let board = try TrelloObject(JSONObject(bytes, as: Self.trelloType))
    guard case .array? = board["lists"], case .array? = board["cards"] else {
      throw .malformed(
        type: Self.trelloType,
        reason: translated("it is not a board of Trello: its lists or cards are missing"))
    }
    let (lists, cards) = (board.objects("lists").inOrder, board.objects("cards").inOrder)
    try Self.check(count: lists.count + cards.count, as: Self.trelloType)
    var reader = TrelloReader(board, cards, zone)
    for name in ["lists", "cards", "checklists"] { reader.losses.addUnknown(name, in: board) }
    // The lists go to a board that has a name already.
    let name = CardText.line(board.string("name") ?? "")
    if !name.isEmpty {
      reader.losses.add(translated("the board's name “{name}”", ["name": name]))
    }
    if !(board.string("desc") ?? "").isBlank {
      reader.losses.add(translated("the board's description"))
    }
    if board.object("prefs")?.flag("isTemplate") ?? false {
      reader.losses.add(translated("that the board is a template"))
    }
    let ofList = Dictionary(grouping: cards) { $0.string("idList") ?? "" }
    var known: Set<String> = []
    for list in lists {
      let id = list.string("id") ?? ""
      let mine = known.insert(id).inserted ? ofList[id] ?? [] : []
      let title = Self.title(list.string("name") ?? "")
      self.lists.append(
        NewList(
          title: title, limit: reader.limit(of: list, title), isArchived: list.flag("closed"),
          cards: mine.map { reader.card($0) }))
    }
    for card in cards where !known.contains(card.string("idList") ?? "") {
      reader.losses.add(translated("it is in no list"), of: card.string("name") ?? "")
    }
    reader.losses.end()
    left = reader.losses.lines
  }
}

/// Makes cards of Trello's cards, and notes what the new ones cannot have.
private struct TrelloReader {
  var losses = Losses()
  /// The board's checklists by the ids of their cards; the first card with an id takes them.
  private var checklists: [String: [TrelloObject]]
  /// The comments by the ids of their cards, the newest first.
  private var comments: [String: [TrelloObject]] = [:]
  /// The names of people by their ids.
  private let members: [String: String]
  private let zone: TimeZone
  private let formatter = ISO8601DateFormatter()

  init(_ board: TrelloObject, _ cards: [TrelloObject], _ zone: TimeZone) {
    checklists = Self.checklists(of: board, cards, &losses)
    for action in board.objects("actions") where action.string("type") == "commentCard" {
      guard let card = action.object("data")?.object("card")?.string("id") else { continue }
      comments[card, default: []].append(action)
    }
    let people = board.objects("members").compactMap { member -> (String, String)? in
      let names = [member.string("fullName"), member.string("username")]
      guard let id = member.string("id"),
        let name = names.compactMap({ $0.map(CardText.line) }).first(where: { !$0.isEmpty })
      else { return nil }
      return (id, name)
    }
    members = Dictionary(people, uniquingKeysWith: { first, _ in first })
    self.zone = zone
  }

  /// The checklists by the ids of their cards. One that names no card is of the card that names or has it.
  private static func checklists(
    of board: TrelloObject, _ cards: [TrelloObject], _ losses: inout Losses
  ) -> [String: [TrelloObject]] {
    let known = Set(cards.compactMap { $0.string("id") })
    var owners: [String: String] = [:]
    for card in cards {
      let ids = card.objects("checklists").compactMap { $0.string("id") }
      for list in card.strings("idChecklists") + ids { owners[list] = card.string("id") }
    }
    var checklists: [String: [TrelloObject]] = [:]
    for list in board.objects("checklists").inOrder {
      let named = list.string("idCard").flatMap { known.contains($0) ? $0 : nil }
      if let card = named ?? list.string("id").flatMap({ owners[$0] }) {
        checklists[card, default: []].append(list)
      } else {
        let name = BoardImport.title(list.string("name") ?? "")
        losses.add(translated("the checklist “{name}”, which no card has", ["name": name]))
      }
    }
    return checklists
  }

  /// How many cards a list should have at most; Trello has null for a list without a limit.
  mutating func limit(of list: TrelloObject, _ title: String) -> Int? {
    switch list["softLimit"] {
    case nil, .null: return nil
    case .string(let text), .number(let text):
      if let limit = Double(text).flatMap({ Int(exactly: $0) }), BoardList.limits.contains(limit) {
        return limit
      }
      losses.add(translated("the limit of {limit}", ["limit": text]), of: title)
    case .bool, .array, .object: losses.addOtherForm("softLimit", of: title)
    }
    return nil
  }

  mutating func card(_ card: TrelloObject) -> NewCard {
    let id = card.string("id") ?? ""
    let title = BoardImport.title(card.string("name") ?? "")
    let attachments = attachments(of: card, title)
    let paragraphs = [card.string("desc") ?? "", attachments.joined(separator: "\n")]
    var new = NewCard(
      title: title, text: paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n"))
    new.isArchived = card.flag("closed")
    new.details.isDone = card.flag("dueComplete")
    if let due = card.string("due") {
      new.details.due = date(due)
      if new.details.due == nil {
        losses.add(translated("the date “{text}”", ["text": due]), of: title)
      }
    }
    for label in card.objects("labels") { addLabel(label, to: &new.details, title) }
    for name in ["labels", "attachments", "checklists"] {
      losses.addUnknown(name, in: card, of: title)
    }
    for list in takeChecklists(of: card, id) { addChecklist(list, to: &new.details, title) }
    addMembers(of: card, to: &new.details, title)
    if case .array(let values)? = card["customFieldItems"], !values.isEmpty {
      losses.add(translated("its custom fields"), of: title)
    }
    if let cover = card.object("cover"), cover.string("color") != nil {
      losses.add(translated("the colour of its cover"), of: title)
    }
    if card.flag("isTemplate") { losses.add(translated("that it is a template"), of: title) }
    if card.string("start") != nil { losses.add(translated("its start date"), of: title) }
    addComments(of: card, id, to: &new.details, title)
    return new
  }

  /// Adds the comments, the oldest first. An export has only the last actions of a board, and a card says how many
  /// comments it has.
  private mutating func addComments(
    of card: TrelloObject, _ id: String, to details: inout CardDetails, _ title: String
  ) {
    let all = comments.removeValue(forKey: id) ?? []
    let known = all.compactMap { action -> CardComment? in
      guard let text = action.object("data")?.string("text"), !text.isBlank,
        text.utf8.count <= CardText.longestText
      else { return nil }
      let writer = action.object("memberCreator")
      let name = writer?.string("fullName") ?? writer?.string("username")
      let author =
        name.map(CardText.line) ?? action.string("idMemberCreator").flatMap { members[$0] }
      return CardComment(
        text, time: action.string("date").flatMap(CardComment.seconds(of:)),
        author: author.map { String($0.prefix(200)) })
    }
    let oldest = known.enumerated().sorted {
      ($0.element.time ?? 0, $1.offset) < ($1.element.time ?? 0, $0.offset)
    }
    details.comments = Array(oldest.map(\.element).prefix(CardDetails.mostComments))
    let count = max(
      all.count, card.object("badges")?.string("comments").flatMap { Int($0) } ?? 0)
    if count > details.comments.count {
      losses.add(
        translated(
          count: count - details.comments.count, one: "{count} comment", other: "{count} comments"),
        of: title)
    }
  }

  /// The board's checklists of the card, and those that are in the card itself and not among the board's.
  private mutating func takeChecklists(of card: TrelloObject, _ id: String) -> [TrelloObject] {
    let listed = checklists.removeValue(forKey: id) ?? []
    let known = Set(listed.compactMap(\.checklist))
    let own = card.objects("checklists").filter { list in
      !(list.checklist.map(known.contains) ?? false)
    }
    return (listed + own).inOrder
  }

  /// A link of Markdown for each attachment that has an address.
  private mutating func attachments(of card: TrelloObject, _ title: String) -> [String] {
    var lines: [String] = []
    for file in card.objects("attachments") {
      let (url, name) = (file.string("url") ?? "", CardText.line(file.string("name") ?? ""))
      guard let address = HTMLLink.address(url) else {
        let shown = name.isEmpty ? url : name
        losses.add(translated("the attachment {name}", ["name": shown]), of: title)
        continue
      }
      lines.append(
        name.isEmpty || name == address ? address : CardLink(address: address).markdown(name))
    }
    return lines
  }

  /// A label for each member, with that person's name.
  private mutating func addMembers(
    of card: TrelloObject, to details: inout CardDetails, _ title: String
  ) {
    guard case .array(let ids)? = card["idMembers"] else { return }
    var isLost = false
    for id in ids {
      guard case .string(let id) = id, let name = members[id],
        details.labels.count < CardDetails.mostLabels,
        name.utf8.count <= CardDetails.longestLine
      else {
        isLost = true
        continue
      }
      guard !details.labels.contains(where: { $0.name == name }) else { continue }
      details.labels.append(CardLabel(name))
    }
    if isLost { losses.add(translated("its members"), of: title) }
  }

  private mutating func addLabel(
    _ label: TrelloObject, to details: inout CardDetails, _ title: String
  ) {
    // “green_dark” and “green_light” are shades.
    let color = label.string("color")?.split(separator: "_").first.map(String.init)
    let name = CardText.line(label.string("name") ?? "")
    let word = name.isEmpty ? CardText.line(color ?? "") : name
    guard !word.isEmpty, word.utf8.count <= CardDetails.longestLine,
      details.labels.count < CardDetails.mostLabels
    else { return losses.add(translated("the label “{label}”", ["label": word]), of: title) }
    guard !details.labels.contains(where: { $0.name == word }) else { return }
    details.labels.append(CardLabel(word, color.flatMap(Self.color)))
  }

  private static func color(_ name: String) -> LabelColor? {
    switch name {
    case "sky": .blue
    case "lime": .green
    case "pink": .red
    case "black": .gray
    default: LabelColor(rawValue: name)
    }
  }

  private mutating func addChecklist(
    _ list: TrelloObject, to details: inout CardDetails, _ title: String
  ) {
    var name = CardText.line(list.string("name") ?? "")
    // Trello gives each checklist this name at first.
    if name == "Checklist" { name = "" }
    if name.utf8.count > CardDetails.longestLine {
      losses.add(translated("the name of the checklist “{name}”", ["name": name]), of: title)
      name = ""
    }
    losses.addUnknown("checkItems", in: list, of: title)
    var nameless = 0
    for item in list.objects("checkItems").inOrder {
      let text = CardText.line(item.string("name") ?? "")
      guard !text.isEmpty else {
        nameless += 1
        continue
      }
      let start = String(text.prefix(80))
      let due = item.string("due").flatMap(date)
      if due == nil, item.string("due") != nil {
        losses.add(translated("the date of the item “{text}”", ["text": start]), of: title)
      }
      if item.string("idMember") != nil {
        losses.add(translated("the member of the item “{text}”", ["text": start]), of: title)
      }
      guard text.utf8.count <= CardDetails.longestLine,
        details.checklist.count < CardDetails.mostItems
      else {
        losses.add(translated("the item “{text}”", ["text": String(text.prefix(80))]), of: title)
        continue
      }
      details.checklist.append(
        ChecklistItem(text, isDone: item.string("state") == "complete", due: due, in: name))
    }
    if nameless > 0 {
      losses.add(
        translated(
          count: nameless, one: "{count} item without a name",
          other: "{count} items without a name"), of: title)
    }
  }

  /// The minute of “2026-11-25T14:30:00.000Z”.
  private func date(_ text: String) -> DueDate? {
    for options in [
      [.withInternetDateTime, .withFractionalSeconds], [.withInternetDateTime],
    ] as [ISO8601DateFormatter.Options] {
      formatter.formatOptions = options
      if let moment = formatter.date(from: text) {
        let due = DueDate(moment, in: zone)
        return DueDate(year: due.year, month: due.month, day: due.day, minute: due.minute)
      }
    }
    return DueDate(text)
  }
}

extension Losses {
  /// - Parameter title: of the card; nil for the board.
  fileprivate mutating func addUnknown(
    _ name: String, in object: TrelloObject, of title: String? = nil
  ) {
    if object.hasUnknown(name) { addOtherForm(name, of: title) }
  }

  fileprivate mutating func addOtherForm(_ name: String, of title: String?) {
    let what = translated("what has another form than Trello's in “{name}”", ["name": name])
    if let title { add(what, of: title) } else { add(what) }
  }
}
