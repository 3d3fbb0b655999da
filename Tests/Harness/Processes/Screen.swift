/// A terminal's screen after some output: as much of ECMA-48 as progress lines need.
package struct Screen {
  /// The lines from the top, without trailing blanks.
  package private(set) var lines: [String] = []
  private var cells: [[Character]] = [[]]
  private var row = 0
  private var column = 0
  private let width: Int

  package init(_ printed: String, columns: Int) {
    width = columns
    var rest = Substring(printed)
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}": escape(&rest)
      case "\r\n":
        column = 0
        moveDown()
      case "\n": moveDown()
      case "\r": column = 0
      case "\u{8}": column = max(0, column - 1)
      case "\u{7}": break
      default: put(character)
      }
    }
    lines = cells.map { line in
      String(line[..<(line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
  }

  private mutating func put(_ character: Character) {
    if column == width {
      column = 0
      moveDown()
    }
    while cells[row].count <= column { cells[row].append(" ") }
    cells[row][column] = character
    column += 1
  }

  private mutating func moveDown() {
    row += 1
    if row == cells.count { cells.append([]) }
  }

  /// A control sequence: ESC [ parameters final. Colours are ignored.
  private mutating func escape(_ rest: inout Substring) {
    guard rest.first == "[" else {
      rest = rest.dropFirst()
      return
    }
    rest = rest.dropFirst()
    let parameters = rest.prefix { !$0.isLetter }
    rest = rest.dropFirst(parameters.count)
    let count = Int(parameters) ?? 0
    switch rest.popFirst() {
    case "A": row = max(0, row - max(1, count))
    case "B": for _ in 0..<max(1, count) { moveDown() }
    case "C": column = min(width - 1, column + max(1, count))
    case "D": column = max(0, column - max(1, count))
    case "G": column = max(0, count - 1)
    case "J":
      cells.removeSubrange((row + 1)...)
      eraseLine(count)
    case "K": eraseLine(count)
    default: break
    }
  }

  /// Mode 0 erases from the cursor to the end, 2 the whole line.
  private mutating func eraseLine(_ mode: Int) {
    if mode == 2 { cells[row] = [] } else { cells[row] = Array(cells[row].prefix(column)) }
  }
}

extension Program {
  /// The screen of a program that runs on a terminal with so many columns.
  package func screen(columns: Int) -> Screen { Screen(standardOutput, columns: columns) }
}
