internal import CICal
internal import Foundation

/// A component of iCalendar (RFC 5545, section 3.4), such as a calendar or a task, which lives as long as the text that
/// it is part of.
struct CalendarComponent {
  fileprivate let pointer: OpaquePointer
  /// Keeps alive what the pointer points to.
  private let text: CalendarText

  fileprivate init(_ pointer: OpaquePointer, _ text: CalendarText) {
    (self.pointer, self.text) = (pointer, text)
  }

  fileprivate var library: dragd_ical { text.library }

  var kind: icalcomponent_kind { library.icalcomponent_isa(pointer) }
  /// Such as “VTODO”; “?” for one that no standard has.
  var kindName: String {
    library.icalcomponent_kind_to_string(kind).map { String(cString: $0) } ?? "?"
  }

  var components: [CalendarComponent] {
    var found: [CalendarComponent] = []
    var next = library.icalcomponent_get_first_component(pointer, ICAL_ANY_COMPONENT)
    while let component = next {
      found.append(CalendarComponent(component, text))
      next = library.icalcomponent_get_next_component(pointer, ICAL_ANY_COMPONENT)
    }
    return found
  }

  var properties: [CalendarProperty] {
    var found: [CalendarProperty] = []
    var next = library.icalcomponent_get_first_property(pointer, ICAL_ANY_PROPERTY)
    while let property = next {
      found.append(CalendarProperty(property, of: self))
      next = library.icalcomponent_get_next_property(pointer, ICAL_ANY_PROPERTY)
    }
    return found
  }

  /// As it is written, with lines that end with CRLF.
  var written: String {
    guard let text = library.icalcomponent_as_ical_string_r(pointer) else { return "" }
    defer { library.icalmemory_free_buffer(text) }
    return String(cString: text)
  }

  /// The program that writes calendars (RFC 5545, section 3.7.3).
  static let producer = "-//dragd//dragboard//EN"

  /// Whether it describes a time zone of that name without a rule.
  func hasEmptyZone(named name: String) -> Bool {
    components.contains { zone in
      zone.kind == ICAL_VTIMEZONE_COMPONENT && zone.components.isEmpty
        && zone.value(ICAL_TZID_PROPERTY) == name
    }
  }

  /// The value of the first property of that kind.
  func value(_ kind: icalproperty_kind) -> String? {
    properties.first { $0.kind == kind }?.value
  }
}

/// A property of a component (RFC 5545, section 3.5).
struct CalendarProperty {
  private let pointer: OpaquePointer
  private let component: CalendarComponent

  fileprivate init(_ pointer: OpaquePointer, of component: CalendarComponent) {
    (self.pointer, self.component) = (pointer, component)
  }

  private var library: dragd_ical { component.library }

  var kind: icalproperty_kind { library.icalproperty_isa(pointer) }
  var name: String {
    guard
      let name = library.icalproperty_get_x_name(pointer)
        ?? library.icalproperty_get_property_name(pointer)
    else { return "" }
    return String(cString: name)
  }

  /// The value without RFC 5545's escapes.
  var value: String {
    let value = library.icalproperty_get_value(pointer)
    switch library.icalvalue_isa(value) {
    case ICAL_TEXT_VALUE:
      if let text = library.icalvalue_get_text(value) { return String(cString: text) }
    case ICAL_X_VALUE: if let text = library.icalvalue_get_x(value) { return String(cString: text) }
    default: break
    }
    guard let text = library.icalproperty_get_value_as_string_r(pointer) else { return "" }
    defer { library.icalmemory_free_buffer(text) }
    return String(cString: text)
  }

  /// The day that the property states, or the minute on the clocks of a time zone; nil for what is no time. A time
  /// without a zone is what clocks show anywhere. A zone by a name that the system knows is that zone, whatever the
  /// calendar says of it: many programs describe it wrongly, or not at all.
  ///
  /// - Parameter calendar: which describes zones.
  /// - Returns: also the name of a zone that neither knows; the minute is then one without a zone.
  func due(
    in zone: TimeZone, of calendar: CalendarComponent
  ) -> (due: DueDate?, unknownZone: String?) {
    // In the component's time zones.
    let time = library.icalproperty_get_datetime_with_component(pointer, component.pointer)
    guard library.icaltime_is_null_time(time) == 0, library.icaltime_is_valid_time(time) != 0
    else { return (nil, nil) }
    let written = DueDate(
      year: Int(time.year), month: Int(time.month), day: Int(time.day),
      minute: time.is_date != 0 ? nil : Int(time.hour) * 60 + Int(time.minute))
    guard time.is_date == 0 else { return (written, nil) }
    if let name = parameter(ICAL_TZID_PARAMETER)?.filter({ $0 != "\"" }) {
      if let known = Self.zone(named: name) {
        return (written?.converted(from: known, to: zone), nil)
      }
      guard time.zone != nil, !calendar.hasEmptyZone(named: name) else { return (written, name) }
    }
    guard let source = time.zone else { return (written, nil) }
    let seconds = library.icaltime_as_timet_with_zone(time, source)
    return (DueDate(Date(timeIntervalSince1970: Double(seconds)), in: zone), nil)
  }

  /// The zone of the system by its name, before which programs write whose description it is, as in
  /// `/freeassociation.sourceforge.net/Europe/Paris`.
  private static func zone(named name: String) -> TimeZone? {
    let parts = name.split(separator: "/")
    for count in [3, 2] where parts.count >= count {
      let last = parts.suffix(count).joined(separator: "/")
      if let known = known(last) { return known }
    }
    return parts.count == 1 && ["UTC", "GMT"].contains(name) ? TimeZone(identifier: name) : nil
  }

  private static func known(_ name: String) -> TimeZone? {
    name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
      ? TimeZone(identifier: name) : nil
  }

  func parameter(_ kind: icalparameter_kind) -> String? {
    guard let parameter = library.icalproperty_get_first_parameter(pointer, kind),
      let text = library.icalparameter_as_ical_string_r(parameter)
    else { return nil }
    defer { library.icalmemory_free_buffer(text) }
    return String(cString: text).split(separator: "=", maxSplits: 1).last.map { String($0) }
  }

  /// The value of a parameter that no standard has.
  func parameter(named name: String) -> String? {
    var next = library.icalproperty_get_first_parameter(pointer, ICAL_X_PARAMETER)
    while let parameter = next {
      if let found = library.icalparameter_get_xname(parameter), String(cString: found) == name,
        let value = library.icalparameter_get_xvalue(parameter)
      {
        return String(cString: value)
      }
      next = library.icalproperty_get_next_parameter(pointer, ICAL_X_PARAMETER)
    }
    return nil
  }
}

/// A text of iCalendar that libical has read.
final class CalendarText {
  fileprivate let library: dragd_ical
  private let pointer: OpaquePointer
  /// A calendar, a task, or several of them.
  var root: CalendarComponent { CalendarComponent(pointer, self) }

  /// - Returns: nil for what is no iCalendar.
  /// - Throws: `missingLibrary`.
  init?(_ text: String) throws(BoardError) {
    library = try CalendarLibrary.functions()
    guard let root = library.icalparser_parse_string(text) else { return nil }
    pointer = root
  }

  deinit { library.icalcomponent_free(pointer) }
}
