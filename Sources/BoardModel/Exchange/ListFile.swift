internal import Foundation

/// A file of lists, as other programs have them.
package enum ListFile: String, CaseIterable, Sendable {
  case markdown = "text/markdown"
  case calendar = "text/calendar"
  case trello = "application/json"
  case todoText = "text/plain"
  case html = "text/html"

  /// The type of a file by its name; Markdown for a name that says no type.
  package init(named name: String) { self = Self.said(by: name) ?? .markdown }

  /// The type that the ending of a name says; nil for any other ending, and without one.
  package static func said(by name: String) -> ListFile? {
    switch URL(filePath: name).pathExtension.lowercased() {
    case "md", "markdown": .markdown
    case "ics": .calendar
    case "json": .trello
    case "txt": .todoText
    case "html", "htm": .html
    default: nil
    }
  }

  /// The endings of the files that boards can be written into, for each format the usual one first.
  package static let writtenEndings = ["md", "ics", "txt", backupEnding, "markdown"]

  /// The ending of a backup of all boards.
  package static let backupEnding = "tar"

  /// The path with an ending that says the format: that of a format unless it has one.
  package static func path(_ path: String, ending: String) -> String {
    writtenEndings.contains(URL(filePath: path).pathExtension.lowercased())
      ? path : "\(path).\(ending)"
  }

  /// Reads lists.
  ///
  /// - Parameter title: of a list for what stands in none.
  /// - Throws: `malformed`, `missingLibrary`.
  package func read(_ bytes: [UInt8], title: String) throws(BoardError) -> BoardImport {
    switch self {
    case .markdown: try BoardImport(markdown: bytes, title: title)
    case .calendar: try BoardImport(calendar: bytes, title: title)
    case .trello: try BoardImport(trello: bytes)
    case .todoText: try BoardImport(todoText: bytes, title: title)
    case .html: try BoardImport(html: bytes, title: title)
    }
  }
}

extension BoardImport {
  /// Reads a file of a person; its name is the title of a list for what stands in none.
  ///
  /// - Throws: `unreadable`, `malformed`, `missingLibrary`.
  package init(fileAt path: String) throws(BoardError) {
    let bytes = try OpenFile(reading: path).readAll(limit: Self.largest)
    self = try ListFile(named: path).read(bytes, title: Self.title(ofFileAt: path))
  }

  /// The file's name without its ending, which is the title of a list for what stands in none.
  package static func title(ofFileAt path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
  }
}

extension BoardStore {
  /// Lists of a board as a file of the type that its name has: iCalendar, todo.txt or Markdown.
  ///
  /// - Parameter list: only this one; nil for all of the board that are not archived.
  /// - Throws: `noSuchBoard`.
  package func export(
    _ board: BoardID, only list: ListID? = nil, toFileNamed name: String
  ) throws(BoardError) -> BoardExport {
    try requireBoard(board)
    return switch ListFile(named: name) {
    case .calendar: try calendar(of: board, only: list)
    case .todoText:
      try todoText(of: board, only: list, title: BoardImport.title(ofFileAt: name))
    case .markdown, .html, .trello: try markdown(of: board, only: list)
    }
  }
}
