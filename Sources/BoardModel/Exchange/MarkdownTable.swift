internal import DragModel

/// A table of GitHub's Markdown: a row of headings, a row of dashes, and rows.
struct MarkdownTable {
  enum Alignment { case start, center, end }

  /// A cell as it is shown, and its width in columns.
  typealias Cell = (text: String, width: Int)

  /// For each column.
  let alignments: [Alignment]
  /// The cells of each row as they are written; the first row has the headings.
  let rows: [[String]]

  /// The most characters of a shown table: a few long cells would widen every row.
  private static let largest = 500_000

  /// - Parameter lines: of one paragraph; nil where they are no table, or one that is too large.
  init?(_ lines: some Collection<Substring>) {
    let lines = Array(lines)
    guard lines.count > 1, lines[1].contains("|"),
      lines.count * lines[1].utf8.count <= Self.largest, case let dashes = Self.cells(lines[1]),
      case let headings = Self.cells(lines[0]), headings.count == dashes.count
    else { return nil }
    var alignments: [Alignment] = []
    for cell in dashes {
      guard let alignment = Self.alignment(cell) else { return nil }
      alignments.append(alignment)
    }
    self.alignments = alignments
    rows =
      [headings]
      + lines.dropFirst(2).map { line in
        let cells = Self.cells(line).prefix(dashes.count)
        return cells + Array(repeating: "", count: dashes.count - cells.count)
      }
    let width = alignments.indices.reduce(0) { sum, column in
      sum + (rows.map { $0[column].unicodeScalars.count }.max() ?? 0)
    }
    guard width * rows.count <= Self.largest else { return nil }
  }

  /// The table in lines of the same width; nil if they would be wider than `widest`.
  ///
  /// - Parameters:
  ///   - shown: the cells of all rows.
  ///   - heading: a heading as it is shown.
  func lines(
    _ shown: [[Cell]], widest: Int, heading: (String) -> String
  ) -> [String]? {
    let widths = alignments.indices.map { column in
      shown.map { $0[column].width }.max() ?? 0
    }
    let bars = 3 * (widths.count - 1)
    guard widths.reduce(bars, +) <= widest else { return nil }
    var lines = shown.enumerated().map { index, row in
      row.indices.map { column in
        let text = index == 0 ? heading(row[column].text) : row[column].text
        return Self.padded(text, by: widths[column] - row[column].width, alignments[column])
      }.joined(separator: " │ ")
    }
    lines.insert(
      widths.map { String(repeating: "─", count: $0) }.joined(separator: "─┼─"), at: 1)
    return lines
  }

  private static func padded(_ text: String, by count: Int, _ alignment: Alignment) -> String {
    let before =
      switch alignment {
      case .start: 0
      case .center: count / 2
      case .end: count
      }
    return String(repeating: " ", count: before) + text
      + String(repeating: " ", count: count - before)
  }

  /// The cells of a line. A bar after a backslash is a part of its cell.
  private static func cells(_ line: Substring) -> [String] {
    var cells: [String.UnicodeScalarView] = [String.UnicodeScalarView()]
    var isEscaped = false
    for scalar in String(line).trimmed.unicodeScalars {
      if scalar == "|", !isEscaped {
        cells.append(String.UnicodeScalarView())
      } else {
        if scalar == "|" { cells[cells.count - 1].removeLast() }
        cells[cells.count - 1].append(scalar)
      }
      isEscaped = scalar == "\\" && !isEscaped
    }
    // The bars at both ends of a line are optional.
    if cells.count > 1, cells[0].isEmpty { cells.removeFirst() }
    if cells.count > 1, cells[cells.count - 1].isEmpty { cells.removeLast() }
    return cells.map { String($0).trimmed }
  }

  private static func alignment(_ cell: String) -> Alignment? {
    let (first, last) = (cell.first == ":", cell.last == ":")
    let dashes = cell.drop { $0 == ":" }.prefix { $0 == "-" }
    guard !dashes.isEmpty, cell.count == dashes.count + (first ? 1 : 0) + (last ? 1 : 0) else {
      return nil
    }
    return first && last ? .center : last ? .end : .start
  }
}
