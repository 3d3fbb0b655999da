internal import DragModel
internal import Translations

/// Rows in columns, for people.
struct Table {
  private var rows: [[String]]

  /// Makes a table with a heading.
  init(_ heading: [Translatable]) {
    rows = [heading.map(\.translated)]
  }

  mutating func add(_ row: [String]) {
    rows.append(row.map(Printable.line))
  }

  /// The lines; each is cut to `width` columns when there is a width.
  func text(width: Int?) -> String {
    var widths = rows[0].map { _ in 0 }
    for row in rows {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], TextWidth.columns(of: cell))
      }
    }
    var text = ""
    for row in rows {
      var line = ""
      for (index, cell) in row.enumerated() {
        let isLast = index + 1 == row.count
        line += isLast ? cell : TextWidth.padded(cell, to: widths[index] + 2)
      }
      while line.last == " " { line.removeLast() }
      text += width.map { TextWidth.shortened(line, to: $0) } ?? line
      text += "\n"
    }
    return text
  }
}
