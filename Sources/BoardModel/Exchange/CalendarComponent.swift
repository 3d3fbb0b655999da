internal import CICal

/// A component of iCalendar (RFC 5545, section 3.4), such as a calendar or a task, which lives as long as the text that
/// it is part of.
struct CalendarComponent {
  fileprivate let pointer: OpaquePointer
  /// Keeps alive what the pointer points to.
  private let text: CalendarText

  fileprivate init(_ pointer: OpaquePointer, _ text: CalendarText) {
    (self.pointer, self.text) = (pointer, text)
  }

  var kind: icalcomponent_kind { icalcomponent_isa(pointer) }
  /// Such as “VTODO”; “?” for one that no standard has.
  var kindName: String { icalcomponent_kind_to_string(kind).map { String(cString: $0) } ?? "?" }

  var components: [CalendarComponent] {
    var found: [CalendarComponent] = []
    var next = icalcomponent_get_first_component(pointer, ICAL_ANY_COMPONENT)
    while let component = next {
      found.append(CalendarComponent(component, text))
      next = icalcomponent_get_next_component(pointer, ICAL_ANY_COMPONENT)
    }
    return found
  }

  var properties: [CalendarProperty] {
    var found: [CalendarProperty] = []
    var next = icalcomponent_get_first_property(pointer, ICAL_ANY_PROPERTY)
    while let property = next {
      found.append(CalendarProperty(property, of: self))
      next = icalcomponent_get_next_property(pointer, ICAL_ANY_PROPERTY)
    }
    return found
  }

  /// As it is written, with lines that end with CRLF.
  var written: String {
    guard let text = icalcomponent_as_ical_string_r(pointer) else { return "" }
    defer { icalmemory_free_buffer(text) }
    return String(cString: text)
  }

  /// The program that writes calendars (RFC 5545, section 3.7.3).
  static let producer = "-//dragd//dragboard//EN"

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

  var kind: icalproperty_kind { icalproperty_isa(pointer) }
  var name: String {
    guard let name = icalproperty_get_x_name(pointer) ?? icalproperty_get_property_name(pointer)
    else { return "" }
    return String(cString: name)
  }

  /// The value without RFC 5545's escapes.
  var value: String {
    let value = icalproperty_get_value(pointer)
    switch icalvalue_isa(value) {
    case ICAL_TEXT_VALUE: if let text = icalvalue_get_text(value) { return String(cString: text) }
    case ICAL_X_VALUE: if let text = icalvalue_get_x(value) { return String(cString: text) }
    default: break
    }
    guard let text = icalproperty_get_value_as_string_r(pointer) else { return "" }
    defer { icalmemory_free_buffer(text) }
    return String(cString: text)
  }

  /// The time that the property states, in the component's time zones. A time without a zone is what clocks show
  /// anywhere.
  var time: icaltimetype {
    icalproperty_get_datetime_with_component(pointer, component.pointer)
  }

  func parameter(_ kind: icalparameter_kind) -> String? {
    guard let parameter = icalproperty_get_first_parameter(pointer, kind),
      let text = icalparameter_as_ical_string_r(parameter)
    else { return nil }
    defer { icalmemory_free_buffer(text) }
    return String(cString: text).split(separator: "=", maxSplits: 1).last.map { String($0) }
  }

  /// The value of a parameter that no standard has.
  func parameter(named name: String) -> String? {
    var next = icalproperty_get_first_parameter(pointer, ICAL_X_PARAMETER)
    while let parameter = next {
      if let found = icalparameter_get_xname(parameter), String(cString: found) == name,
        let value = icalparameter_get_xvalue(parameter)
      {
        return String(cString: value)
      }
      next = icalproperty_get_next_parameter(pointer, ICAL_X_PARAMETER)
    }
    return nil
  }
}

/// A text of iCalendar that libical has read.
final class CalendarText {
  private let pointer: OpaquePointer
  /// A calendar, a task, or several of them.
  var root: CalendarComponent { CalendarComponent(pointer, self) }

  /// - Returns: nil for what is no iCalendar.
  init?(_ text: String) {
    Self.prepare
    guard let root = icalparser_parse_string(text) else { return nil }
    pointer = root
  }

  deinit { icalcomponent_free(pointer) }

  /// Otherwise libical ends the program for broken input.
  private static let prepare: Void = icalerror_set_errors_are_fatal(0)
}
