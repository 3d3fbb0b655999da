internal import CHTML

/// libxml2, which is loaded when HTML is first read: it brings ICU, and most starts of a program need neither.
enum HTMLLibrary {
  /// The name of the library whose headers this was compiled with.
  static let file = "libxml2.so.\(DRAGD_HTML_NUMBER)"

  private static let loaded = Result { () throws(BoardError) in try load(file) }

  /// Its functions. It is loaded once, by whichever thread is the first.
  ///
  /// - Throws: `missingLibrary`.
  static func functions() throws(BoardError) -> dragd_html { try loaded.get() }

  /// Loads the library of that name.
  ///
  /// - Throws: `missingLibrary`, also for a library without the functions.
  static func load(_ file: String) throws(BoardError) -> dragd_html {
    let library = try loadFunctions(for: "HTML", of: file, by: dragd_load_html)
    // Otherwise libxml2 would make its tables with the first parser, and several threads may make parsers at once.
    library.xmlInitParser()
    return library
  }
}
