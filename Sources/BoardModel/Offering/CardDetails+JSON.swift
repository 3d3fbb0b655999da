package import DragModel
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
    return members
  }

  /// - Throws: `invalid` with the field and the reason.
  init(_ object: JSONObject) throws(BoardError) {
    self.init()
    if object.has("due") {
      let text = try object.string("due")
      guard let date = DueDate(text) else {
        throw .invalid(
          field: "due",
          reason: translated(
            "“{text}” is not a date such as 2026-11-25", ["text": Printable.line(text)]))
      }
      due = date
    }
    isDone = try object.flag("done")
    for label in try object.objects("labels", most: Self.mostLabels) {
      // A later version may have more colours.
      let color = label.has("color") ? LabelColor(rawValue: try label.string("color")) : nil
      labels.append(CardLabel(try label.string("name"), color))
    }
    for item in try object.objects("checklist", most: Self.mostItems) {
      checklist.append(ChecklistItem(try item.string("text"), isDone: try item.flag("done")))
    }
    self = try checked()
  }
}

extension CardLabel {
  fileprivate var json: JSON {
    .object([.init("name", .string(name)), .init("color", .string(color.rawValue))])
  }
}

extension ChecklistItem {
  fileprivate var json: JSON {
    .object([.init("text", .string(text)), .init("done", .bool(isDone))])
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
