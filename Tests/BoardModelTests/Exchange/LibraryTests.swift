import Testing

@testable import BoardModel

/// The libraries that are loaded when they are first needed.
@Suite struct LibraryTests {
  @Test(arguments: [
    "libical.so.0",
    // It is there, but has none of the functions.
    "libc.so.6",
  ])
  func `a missing library is named`(file: String) {
    #expect(
      error { _ = try CalendarLibrary.load(file) }
        == .missingLibrary(format: "iCalendar", file: file))
    #expect(
      error { _ = try HTMLLibrary.load(file) } == .missingLibrary(format: "HTML", file: file))
  }

  @Test func `the libraries of the headers are there`() throws {
    _ = try CalendarLibrary.functions()
    _ = try HTMLLibrary.functions()
  }
}
