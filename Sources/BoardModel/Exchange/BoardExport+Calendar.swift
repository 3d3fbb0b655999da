internal import CICal
internal import DragModel
internal import Foundation
internal import Translations

extension BoardStore {
  /// The cards of lists as tasks of one calendar, which says for each in which list it is (RFC 5545).
  ///
  /// - Parameter list: only this one; nil for all of the board that are not archived.
  /// - Throws: `missingLibrary` too.
  package func calendar(
    of board: BoardID, only list: ListID? = nil
  ) throws(BoardError) -> BoardExport {
    let shown = try self.board(board).filter { list == nil || $0.list.id == list }
    var losses = Losses(naming: shown.flatMap { list, cards in cards.map { ($0, list) } })
    let writer = try CalendarWriter()
    for (list, cards) in shown {
      losses.addLimit(of: list)
      if cards.isEmpty { losses.add(translated("it has no cards"), of: list.title) }
      for card in cards {
        let link = cardLink(of: card)
        writer.add(card, link, list: list.title)
        losses.addContent(of: card, link)
        let read = card.readBack(link)
        if !card.hasSameWords(as: read) {
          losses.add(translated("some of its words are read in another way"), of: card)
        }
        // A priority has no colour.
        for label in card.details.labels
        where label != CardLabel(label.name) && read?.details.labels.contains(label) != true {
          losses.addOnce(translated("the colour of the label “{label}”", ["label": label.name]))
        }
      }
    }
    if list == nil {
      losses.addArchive(try archivedLists(on: board))
      losses.addArchive(try archivedCards(on: board))
    }
    losses.end()
    return BoardExport(bytes: writer.bytes, left: losses.lines)
  }
}

extension Card {
  /// The card as a calendar with one task, and one for each item of its checklist.
  ///
  /// - Throws: `missingLibrary`.
  var calendar: [UInt8] {
    get throws(BoardError) { try calendar(nil) }
  }

  private func calendar(_ link: CardLink?) throws(BoardError) -> [UInt8] {
    let writer = try CalendarWriter()
    writer.add(self, link, list: nil)
    return writer.bytes
  }

  /// The card that an import reads from this card's calendar; nil where it reads none, or several.
  fileprivate func readBack(_ link: CardLink?) -> NewCard? {
    guard let lists = try? BoardImport(calendar: calendar(link), title: "").lists, lists.count == 1,
      lists[0].cards.count == 1
    else { return nil }
    return lists[0].cards[0]
  }

  /// Whether another card has the same words and details; colours do not count.
  fileprivate func hasSameWords(as other: NewCard?) -> Bool {
    guard let other else { return false }
    func plain(_ details: CardDetails) -> CardDetails {
      var details = details
      details.labels = details.labels.map { CardLabel($0.name) }
      // These are told already.
      (details.comments, details.cover) = ([], nil)
      return details
    }
    return other.title == title && other.text == text && plain(other.details) == plain(details)
  }
}

/// Writes a calendar of tasks.
private final class CalendarWriter {
  private let library: dragd_ical
  private let calendar: OpaquePointer?
  private let now: icaltimetype

  /// - Throws: `missingLibrary`.
  init() throws(BoardError) {
    library = try CalendarLibrary.functions()
    calendar = library.icalcomponent_new(ICAL_VCALENDAR_COMPONENT)
    now = library.icaltime_from_timet_with_zone(
      time(nil), 0, library.icaltimezone_get_utc_timezone())
    library.icalcomponent_add_property(calendar, library.icalproperty_new_version("2.0"))
    library.icalcomponent_add_property(
      calendar, library.icalproperty_new_prodid(CalendarComponent.producer))
  }

  deinit { library.icalcomponent_free(calendar) }

  var bytes: [UInt8] {
    guard let text = library.icalcomponent_as_ical_string_r(calendar) else { return [] }
    defer { library.icalmemory_free_buffer(text) }
    return Array(String(cString: text).replacing(Self.comma, with: "\\,").utf8)
  }

  /// Stands for a comma of a label: libical writes one without the backslash that RFC 5545, section 3.8.1.2, wants, so
  /// that it would end the label. No text has this character, U+FDD0 (Unicode, section 23.7).
  private static let comma = String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self)

  /// Adds a card, and the items of its checklist as tasks that are part of it.
  ///
  /// - Parameter link: the link that the card is.
  func add(_ card: Card, _ link: CardLink?, list: String?) {
    let details = card.details
    let id = card.id.rawValue
    let task = addTask(
      id, card.title.isEmpty ? card.shownTitle : card.title, isDone: details.isDone)
    if !card.text.isEmpty {
      library.icalcomponent_add_property(
        task, library.icalproperty_new_description(Self.allowed(card.text)))
    }
    if let link {
      library.icalcomponent_add_property(
        task, library.icalproperty_new_url(Self.allowed(link.address)))
    }
    if let due = details.due {
      library.icalcomponent_add_property(task, library.icalproperty_new_due(icaltimetype(due)))
    }
    let priority = details.labels.first.flatMap { CalendarPriority(label: $0.name) }
    if let priority {
      library.icalcomponent_add_property(task, library.icalproperty_new_priority(priority.number))
    }
    for label in details.labels.dropFirst(priority == nil ? 0 : 1) {
      let name = Self.allowed(label.name).replacing(",", with: Self.comma)
      let category = library.icalproperty_new_categories(name)
      if label != CardLabel(label.name) {
        let color = library.icalparameter_new_x(label.color.rawValue)
        library.icalparameter_set_xname(color, CalendarTask.colorParameter)
        library.icalproperty_add_parameter(category, color)
      }
      library.icalcomponent_add_property(task, category)
    }
    if let list { addList(list, to: task) }
    for (number, item) in details.checklist.enumerated() {
      let part = addTask("\(id)-\(number + 1)", item.text, isDone: item.isDone)
      library.icalcomponent_add_property(part, library.icalproperty_new_relatedto(id))
      if let due = item.due {
        library.icalcomponent_add_property(part, library.icalproperty_new_due(icaltimetype(due)))
      }
      if !item.list.isEmpty { addList(item.list, to: part) }
    }
  }

  private func addList(_ name: String, to task: OpaquePointer?) {
    guard let property = library.icalproperty_new_x(Self.allowed(name)) else { return }
    library.icalproperty_set_x_name(property, CalendarTask.listProperty)
    library.icalcomponent_add_property(task, property)
  }

  private func addTask(_ id: String, _ title: String, isDone: Bool) -> OpaquePointer? {
    let task = library.icalcomponent_new(ICAL_VTODO_COMPONENT)
    library.icalcomponent_add_property(task, library.icalproperty_new_uid(id))
    library.icalcomponent_add_property(task, library.icalproperty_new_dtstamp(now))
    library.icalcomponent_add_property(task, library.icalproperty_new_summary(Self.allowed(title)))
    library.icalcomponent_add_property(
      task,
      library.icalproperty_new_status(isDone ? ICAL_STATUS_COMPLETED : ICAL_STATUS_NEEDSACTION))
    library.icalcomponent_add_component(calendar, task)
    return task
  }

  /// The text without the controls that iCalendar forbids (RFC 5545, section 3.1), and without noncharacters.
  private static func allowed(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isNoText }))
  }
}

extension Unicode.Scalar {
  fileprivate var isNoText: Bool {
    value < 0x20 && value != 0x09 && value != 0x0A || value == 0x7F
      || properties.isNoncharacterCodePoint
  }
}

extension icaltimetype {
  /// A day, or a time without a zone, which is what clocks show anywhere.
  fileprivate init(_ due: DueDate) {
    self.init()
    (year, month, day) = (Int32(due.year), Int32(due.month), Int32(due.day))
    is_date = due.minute == nil ? 1 : 0
    (hour, minute) = (Int32((due.minute ?? 0) / 60), Int32((due.minute ?? 0) % 60))
  }
}
