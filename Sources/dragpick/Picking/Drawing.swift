internal import DragModel

/// Draws the picker.
struct Drawing {
  let columns: Int
  let rows: Int

  /// The list on the left, the picture under the cursor beside it, and two lines below.
  func lines(_ selection: Selection, status: String) -> [String] {
    let height = max(rows - 2, 1)
    let listWidth = columns < 60 ? columns : columns * 2 / 5
    let top = max(0, min(selection.cursor - height / 2, selection.pictures.count - height))
    let preview = Preview(
      of: selection.current, columns: columns - listWidth - 2, rows: height)
    var lines = (0..<height).map { row -> String in
      let index = top + row
      let entry =
        index < selection.pictures.count
        ? line(selection, index, width: listWidth) : String(repeating: " ", count: listWidth)
      return entry + "  " + preview.line(row)
    }
    lines.append(Self.cut(status, to: columns))
    lines.append(
      "\u{1B}[2m" + Self.cut("↑↓ choose  space mark  enter offer or withdraw  q quit", to: columns)
        + "\u{1B}[0m")
    return lines
  }

  private func line(_ selection: Selection, _ index: Int, width: Int) -> String {
    let picture = selection.pictures[index]
    let facts = "\(picture.width)×\(picture.height)"
    let room = max(width - facts.count - 5, 1)
    let name = Self.cut(picture.name, to: room)
    let mark = selection.marked.contains(index) ? "●" : " "
    let text = " \(mark) \(name)\(String(repeating: " ", count: room - name.count)) \(facts) "
    let shown = Self.cut(text, to: width)
    return index == selection.cursor ? "\u{1B}[7m\(shown)\u{1B}[0m" : shown
  }

  static func cut(_ text: String, to width: Int) -> String {
    // A name may contain control characters.
    let shown = Printable.line(text)
    return shown.count <= width ? shown : shown.prefix(max(width - 1, 0)) + "…"
  }
}
