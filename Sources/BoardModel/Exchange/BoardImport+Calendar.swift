internal import CICal
internal import Foundation
internal import Translations

/// iCalendar: a calendar is a list, a task a card (RFC 5545).
extension BoardImport {
  package static let calendarType = "text/calendar"

  /// Reads the tasks of calendars, those that are part of another as its checklist. The list is what a board wrote with
  /// the task, else the calendar.
  ///
  /// - Parameter title: of the list for a calendar without a name.
  /// - Throws: `malformed` for content that is not iCalendar or ends in the middle, and for more than the limits allow;
  ///   `missingLibrary`.
  package init(calendar bytes: [UInt8], title: String) throws(BoardError) {
    try self.init(calendar: bytes, title: title, zone: .current)
    guard lists.isEmpty, others > 0 else { return }
    throw .invalid(
      field: "calendar",
      reason: translated(
        count: others, one: "it has {count} event or note, and no task",
        other: "it has {count} events and notes, and no task"))
  }

  /// - Parameters:
  ///   - zone: in which the dates are shown.
  ///   - attachesLosses: whether a task of which a card cannot have all is attached to that card, as it came, instead
  ///     of a line in `left`.
  init(
    calendar bytes: [UInt8], title: String, zone: TimeZone, attachesLosses: Bool = false
  ) throws(BoardError) {
    try Self.checkSize(bytes, as: Self.calendarType)
    let text = try Self.text(CalendarLines.unfolded(bytes), as: Self.calendarType)
    try CalendarLines.check(text)
    guard let root = try CalendarText(text)?.root else {
      throw .malformed(type: Self.calendarType, reason: translated("it has no calendar"))
    }
    try root.checkTimeZones()
    var losses = Losses()
    var count = 0
    let calendars = root.kind == ICAL_XROOT_COMPONENT ? root.components : [root]
    for calendar in calendars {
      // A task may stand alone.
      let isAlone = calendar.kind != ICAL_VCALENDAR_COMPONENT
      let name = isAlone ? nil : calendar.calendarName
      var tasks: [CalendarTask] = []
      for component in isAlone ? [calendar] : calendar.components {
        switch component.kind {
        case ICAL_VTODO_COMPONENT:
          var task = CalendarTask(component, of: calendar, in: zone)
          if attachesLosses { task.attachLosses(component, of: calendar) }
          tasks.append(task)
        case ICAL_VTIMEZONE_COMPONENT: break
        default:
          others += 1
          losses.add(component.words, of: component.value(ICAL_SUMMARY_PROPERTY) ?? "")
        }
      }
      count += tasks.count
      try Self.check(count: count + lists.count, as: Self.calendarType)
      add(tasks, to: name ?? title, &losses)
    }
    losses.end()
    left = losses.lines
  }

  private mutating func add(_ tasks: [CalendarTask], to title: String, _ losses: inout Losses) {
    var tasks = tasks
    let indices = Dictionary(
      tasks.indices.compactMap { index in tasks[index].id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    let parents = tasks.indices.map { index in
      tasks[index].parent.flatMap { indices[$0] }.flatMap { $0 == index ? nil : $0 }
    }
    let areParents = Set(parents.compactMap(\.self))
    var areItems: Set<Int> = []
    for (index, parent) in parents.enumerated() {
      guard let parent, parents[parent] == nil, !areParents.contains(index),
        tasks[index].fitsChecklist,
        tasks[parent].card.details.checklist.count < CardDetails.mostItems
      else { continue }
      areItems.insert(index)
      let card = tasks[index].card
      tasks[parent].card.details.checklist.append(
        ChecklistItem(
          card.title, isDone: card.details.isDone, due: card.details.due,
          in: tasks[index].list ?? ""))
    }
    for (index, task) in tasks.enumerated() {
      if let parent = task.parent, indices[parent] == nil {
        losses.add(
          translated("that it is part of a task that is not in the file"), of: task.card.title)
      }
      for loss in task.losses { losses.add(loss, of: task.card.title) }
      if areItems.contains(index) { continue }
      if let parent = parents[index] {
        losses.add(
          translated("it is part of “{title}”", ["title": tasks[parent].card.title]),
          of: task.card.title)
      }
      add(task.card, to: Self.title(task.list ?? title))
    }
  }
}

extension CalendarComponent {
  /// What it is instead of a task.
  fileprivate var words: String {
    switch kind {
    case ICAL_VEVENT_COMPONENT: translated("it is an event, not a task")
    case ICAL_VJOURNAL_COMPONENT: translated("it is a note of a journal, not a task")
    default: translated("it is {kind}, not a task", ["kind": kindName])
    }
  }

  /// The calendar's name (RFC 7986, section 5.1), or the property that programs wrote before that standard.
  fileprivate var calendarName: String? {
    value(ICAL_NAME_PROPERTY)
      ?? properties.first { $0.name == "X-WR-CALNAME" }?.value
  }
}
