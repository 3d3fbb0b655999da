internal import CICal

/// libical, which is loaded when iCalendar is first read or written: it brings ICU, and most starts of a program need
/// neither.
enum CalendarLibrary {
  /// The name of the library whose header this was compiled with.
  static let file = "libical.so.\(ICAL_MAJOR_VERSION)"

  private static let loaded = Result { () throws(BoardError) in try load(file) }

  /// Its functions. It is loaded once, by whichever thread is the first.
  ///
  /// - Throws: `missingLibrary`.
  static func functions() throws(BoardError) -> dragd_ical { try loaded.get() }

  static var isThere: Bool { (try? functions()) != nil }

  /// Loads the library of that name.
  ///
  /// - Throws: `missingLibrary`, also for a library without the functions.
  static func load(_ file: String) throws(BoardError) -> dragd_ical {
    let library = try loadFunctions(for: "iCalendar", of: file, by: dragd_load_ical)
    // Otherwise libical ends the program for broken input.
    library.icalerror_set_errors_are_fatal(0)
    return library
  }
}
