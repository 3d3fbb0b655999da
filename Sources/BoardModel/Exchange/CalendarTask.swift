internal import CICal
internal import Foundation
internal import Translations

/// A task of iCalendar (RFC 5545, section 3.6.2).
struct CalendarTask {
  /// The property in which a board writes the list of a task.
  static let listProperty = "X-DRAGD-LIST"
  /// The parameter in which a board writes the colour of a label, where the name does not decide it. COLOR of RFC 7986
  /// is that of a whole task.
  static let colorParameter = "X-DRAGD-COLOR"

  var card: NewCard
  /// Its list, if a board wrote it.
  private(set) var list: String?
  private(set) var id: String?
  /// The id of the task that it is part of.
  private(set) var parent: String?
  /// What a card cannot have.
  private(set) var losses: [String] = []
  private var address: String?
  private var priority: CalendarPriority?

  /// The calendar that it is part of, or itself.
  private let calendar: CalendarComponent

  /// - Parameters:
  ///   - calendar: which it is part of.
  ///   - zone: in which the dates are shown.
  init(_ component: CalendarComponent, of calendar: CalendarComponent, in zone: TimeZone) {
    self.calendar = calendar
    card = NewCard(title: "")
    for property in component.properties { add(property, zone) }
    for inner in component.components {
      losses.append(inner.kind == ICAL_VALARM_COMPONENT ? translated("a reminder") : inner.kindName)
    }
    addAddress()
    addPriority()
    // `NewCard` makes the offered text of the words, which are known only now.
    let details = card.details
    card = NewCard(title: BoardImport.title(card.title), text: card.text)
    card.details = details
  }

  /// Whether nothing is lost if it becomes an item of a checklist.
  var fitsChecklist: Bool {
    card.text.isEmpty && card.details.labels.isEmpty
      && card.attachments.isEmpty && card.title.utf8.count <= CardDetails.longestLine
  }

  private mutating func add(_ property: CalendarProperty, _ zone: TimeZone) {
    switch property.kind {
    case ICAL_SUMMARY_PROPERTY: card.title = property.value
    case ICAL_DESCRIPTION_PROPERTY: card.text = property.value
    case ICAL_UID_PROPERTY: id = property.value
    case ICAL_DUE_PROPERTY:
      let (due, unknown) = property.due(in: zone, of: calendar)
      card.details.due = due
      if due == nil { lose(property) }
      if let unknown { losses.append(translated("the time zone “{zone}”", ["zone": unknown])) }
    case ICAL_CATEGORIES_PROPERTY: addLabel(property)
    case ICAL_URL_PROPERTY where address == nil: address = CardText.line(property.value)
    case ICAL_PRIORITY_PROPERTY where priority == nil && property.value != "0":
      priority = CalendarPriority(value: property.value)
      if priority?.isWhole != true { lose(property) }
    case ICAL_STATUS_PROPERTY where property.value == "COMPLETED": card.details.isDone = true
    case ICAL_STATUS_PROPERTY where property.value == "NEEDS-ACTION": break
    case ICAL_COMPLETED_PROPERTY:
      card.details.isDone = true
      lose(property)
    case ICAL_PERCENTCOMPLETE_PROPERTY where property.value == "100": card.details.isDone = true
    case ICAL_PERCENTCOMPLETE_PROPERTY where property.value == "0",
      ICAL_PRIORITY_PROPERTY where property.value == "0":
      break
    case ICAL_RELATEDTO_PROPERTY
    where parent == nil && property.parameter(ICAL_RELTYPE_PARAMETER) ?? "PARENT" == "PARENT":
      parent = property.value
    case ICAL_X_PROPERTY where property.name == Self.listProperty: list = property.value
    case ICAL_DTSTAMP_PROPERTY, ICAL_CREATED_PROPERTY, ICAL_LASTMODIFIED_PROPERTY,
      ICAL_SEQUENCE_PROPERTY:
      // These say when a program wrote or changed the task, which a card does not keep.
      break
    case ICAL_CLASS_PROPERTY where property.value == "PUBLIC": break
    case ICAL_XLICERROR_PROPERTY: losses.append(Self.loss(ofError: property.value))
    default: lose(property)
    }
  }

  private mutating func addLabel(_ property: CalendarProperty) {
    let name = CardText.line(property.value)
    guard !name.isEmpty, !card.details.labels.contains(where: { $0.name == name }) else { return }
    guard name.utf8.count <= CardDetails.longestLine,
      card.details.labels.count < CardDetails.mostLabels
    else { return losses.append(translated("the label “{label}”", ["label": name])) }
    let color = property.parameter(named: Self.colorParameter)?.lowercased()
    card.details.labels.append(CardLabel(name, color.flatMap { LabelColor(rawValue: $0) }))
  }

  /// Adds the address as the last line of the text, unless the words have it.
  private mutating func addAddress() {
    guard let address, !address.isEmpty, card.title != address,
      !card.text.split(whereSeparator: \.isNewline).contains(where: { $0 == address })
    else { return }
    card.text += card.text.isEmpty ? address : "\n\(address)"
  }

  /// Adds the priority as the first label.
  private mutating func addPriority() {
    guard let label = priority?.label else { return }
    card.details.labels.removeAll { $0.name == label }
    card.details.labels.insert(CardLabel(label), at: 0)
    if card.details.labels.count > CardDetails.mostLabels {
      let last = card.details.labels.removeLast()
      losses.append(translated("the label “{label}”", ["label": last.name]))
    }
  }

  /// Attaches the task as it came, with the time zones of its calendar, where the card cannot have all of it.
  mutating func attachLosses(_ component: CalendarComponent, of calendar: CalendarComponent) {
    guard !losses.isEmpty else { return }
    let zones = calendar.components.filter { $0.kind == ICAL_VTIMEZONE_COMPONENT }
    let text = """
      BEGIN:VCALENDAR\r
      VERSION:2.0\r
      PRODID:\(CalendarComponent.producer)\r
      \((zones + [component]).map(\.written).joined())END:VCALENDAR\r

      """
    card.attachments.append(
      NewAttachment(
        name: "task.ics", type: BoardImport.calendarType, content: .bytes(Array(text.utf8))))
    losses = []
  }

  /// What libical could not read, from the sentence that it writes instead.
  private static func loss(ofError sentence: String) -> String {
    if let match = sentence.firstMatch(of: /in (\S+) property\. Removing entire property:\s*(.*)/) {
      return "\(match.1): \(match.2.prefix(80))"
    }
    if let match = sentence.firstMatch(of: /property name: (\S+)/) { return String(match.1) }
    return translated("a line that cannot be read")
  }

  private mutating func lose(_ property: CalendarProperty) {
    losses.append("\(property.name): \(property.value.prefix(80))")
  }
}

/// How important a task of iCalendar is (RFC 5545, section 3.8.1.9): high, medium or low. As a label it is a priority
/// of todo.txt, “(A)”, “(B)” or “(C)”.
struct CalendarPriority {
  private static let labels = ["(A)", "(B)", "(C)"]
  /// What most programs write for these.
  private static let numbers: [Int32] = [1, 5, 9]

  private let index: Int
  /// Whether the label says all of it: within high and low the standard has four degrees each.
  let isWhole: Bool

  /// - Parameter value: 1 … 9; 0 is no priority.
  init?(value: String) {
    guard let number = Int32(value), (1...9).contains(number) else { return nil }
    index = number < 5 ? 0 : number == 5 ? 1 : 2
    isWhole = Self.numbers.contains(number)
  }

  init?(label: String) {
    guard let index = Self.labels.firstIndex(of: label) else { return nil }
    (self.index, isWhole) = (index, true)
  }

  var label: String { Self.labels[index] }
  var number: Int32 { Self.numbers[index] }
}
