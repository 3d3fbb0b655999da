package import DragModel
internal import Foundation
internal import Translations

/// The details of a card as members of a JSON object: only what there is.
extension CardDetails {
  package var members: [JSON.Member] {
    var members: [JSON.Member] = []
    if let due { members.append(.init("due", .string(due.description))) }
    if isDone { members.append(.init("done", .bool(true))) }
    if !labels.isEmpty {
      members.append(.init("labels", .array(labels.map(\.json))))
    }
    if !checklist.isEmpty {
      members.append(.init("checklist", .array(checklist.map(\.json))))
    }
    if !comments.isEmpty { members.append(commentsMember) }
    if let cover { members.append(.init("cover", .number(cover))) }
    return members
  }

  /// - Throws: `invalid` with the field and the reason.
  init(_ object: JSONObject) throws(BoardError) {
    self.init()
    due = try Self.due(of: object)
    isDone = try object.flag("done")
    for label in try object.objects("labels", most: Self.mostLabels) {
      // A later version may have more colours.
      let color = label.has("color") ? LabelColor(rawValue: try label.string("color")) : nil
      labels.append(CardLabel(try label.string("name"), color))
    }
    for item in try object.objects("checklist", most: Self.mostItems) {
      checklist.append(
        ChecklistItem(
          try item.string("text"), isDone: try item.flag("done"), due: try Self.due(of: item),
          in: item.has("list") ? try item.string("list") : ""))
    }
    comments = try Self.comments(in: object)
    if object.has("cover") { cover = Int(exactly: try object.number("cover")) }
    self = try checked()
  }

  var commentsMember: JSON.Member { .init("comments", .array(comments.map(\.json))) }

  static func comments(in object: JSONObject) throws(BoardError) -> [CardComment] {
    try object.objects("comments", most: mostComments).map { (one) throws(BoardError) in
      let time = one.has("time") ? try one.string("time") : nil
      return CardComment(
        try one.string("text"), time: time.flatMap(CardComment.seconds(of:)),
        author: one.has("author") ? try one.string("author") : nil)
    }
  }

  private static func due(of object: JSONObject) throws(BoardError) -> DueDate? {
    guard object.has("due") else { return nil }
    let text = try object.string("due")
    guard let date = DueDate(text) else {
      throw .invalid(
        field: "due",
        reason: translated(
          "“{text}” is not a date such as 2026-11-25", ["text": Printable.line(text)]))
    }
    return date
  }
}

extension CardLabel {
  fileprivate var json: JSON {
    .object([.init("name", .string(name)), .init("color", .string(color.rawValue))])
  }
}

extension ChecklistItem {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [
      .init("text", .string(text)), .init("done", .bool(isDone)),
    ]
    if let due { members.append(.init("due", .string(due.description))) }
    if !list.isEmpty { members.append(.init("list", .string(list))) }
    return .object(members)
  }
}

extension CardComment {
  fileprivate var json: JSON {
    var members: [JSON.Member] = [.init("text", .string(text))]
    if let time {
      let moment = Date(timeIntervalSince1970: Double(time))
      members.append(.init("time", .string(moment.formatted(.iso8601))))
    }
    if let author { members.append(.init("author", .string(author))) }
    return .object(members)
  }

  /// Up to the year 9999, which ISO 8601 writes with four digits.
  private static let range = 0.0..<253_402_300_800

  /// Of a moment as ISO 8601 has it, `2026-11-25T14:30:00Z`.
  static func seconds(of text: String) -> Int? {
    let exact = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let moment = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: exact))
    guard let seconds = moment?.timeIntervalSince1970, range.contains(seconds) else { return nil }
    return Int(seconds)
  }
}

/// What every JSON object of a card begins with: its words, and where it is.
extension Card {
  package var members: [JSON.Member] {
    var members: [JSON.Member] = [
      .init("id", .string(id.rawValue)), .init("title", .string(title)),
      .init("text", .string(text)), .init("kind", .string(kind.rawValue)),
    ]
    if let name { members.append(.init("name", .string(name))) }
    if let coordinates {
      members.append(.init("latitude", .number(coordinates.latitude)))
      members.append(.init("longitude", .number(coordinates.longitude)))
    }
    return members
  }
}
