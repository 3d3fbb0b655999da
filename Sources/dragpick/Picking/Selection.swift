/// The marked pictures, and the position of the cursor.
struct Selection {
  let pictures: [Picture]
  private(set) var cursor = 0
  private(set) var marked: Set<Int> = []

  init(_ pictures: [Picture]) {
    self.pictures = pictures
  }

  var current: Picture { pictures[cursor] }

  /// The marked pictures, otherwise the one under the cursor.
  var chosen: [Picture] {
    marked.isEmpty ? [current] : marked.sorted().map { pictures[$0] }
  }

  mutating func moveCursor(by distance: Int) {
    cursor = min(max(cursor + distance, 0), pictures.count - 1)
  }

  mutating func moveCursor(to index: Int) {
    cursor = min(max(index, 0), pictures.count - 1)
  }

  /// Marks or unmarks the picture, and moves the cursor to the next.
  mutating func mark() {
    if marked.remove(cursor) == nil { marked.insert(cursor) }
    moveCursor(by: 1)
  }
}
