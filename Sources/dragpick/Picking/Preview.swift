/// A picture in the terminal: each cell shows two pixels, one above the other.
struct Preview {
  private var lines: [String] = []

  /// Empty without room, and for a picture that cannot be read.
  init(of picture: Picture, columns: Int, rows: Int) {
    guard columns >= 8, rows >= 4,
      let thumbnail = try? Thumbnail(of: picture, width: columns, height: rows * 2)
    else { return }
    for row in 0..<(thumbnail.height + 1) / 2 {
      var line = ""
      for x in 0..<thumbnail.width {
        let upper = thumbnail.color(x: x, y: row * 2)
        line += "\u{1B}[38;2;\(upper.red);\(upper.green);\(upper.blue)m"
        if row * 2 + 1 < thumbnail.height {
          let lower = thumbnail.color(x: x, y: row * 2 + 1)
          line += "\u{1B}[48;2;\(lower.red);\(lower.green);\(lower.blue)m"
        }
        line += "▀"
      }
      lines.append(line + "\u{1B}[0m")
    }
  }

  func line(_ row: Int) -> String { row < lines.count ? lines[row] : "" }
}
