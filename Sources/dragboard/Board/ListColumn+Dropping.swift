internal import BoardModel
internal import GtkKit
internal import Translations

/// The rows of a list, and where what hovers over them would go.
extension ListColumn {
  /// The row at a point of the list view.
  func row(at y: Double) -> (id: String, row: BoardRow, top: Double, height: Double)? {
    rows().first { y >= $0.top && y < $0.top + $0.height }
  }

  /// The visible rows, from the top, with the room that they make.
  func rows() -> [(id: String, row: BoardRow, top: Double, height: Double)] {
    view.rowsByID.compactMap { id, row in
      guard row.widget.isMapped, let holder = row.widget.parent,
        let bounds = holder.bounds(in: view)
      else { return nil }
      return (id, row, bounds.y, bounds.height)
    }.sorted { $0.top < $1.top }
  }

  /// Where a drop at a point of the column would be inserted.
  ///
  /// - Parameter isParting: whether the cards make room for it.
  func place(at y: Double, isParting: Bool = true) -> DropPlace {
    let room = isParting ? BoardRow.gap / 2 : 0
    guard let offset = view.bounds(in: widget) else { return DropPlace(row: 0, y: 0) }
    let strings = view.list.strings
    let rows = rows()
    let inView = y - offset.y
    guard let last = rows.last else { return DropPlace(row: 0, y: 0) }
    // A card that makes room moves away from the pointer: the place stays the same while the rows slide.
    let found = rows.first { one in
      guard one.top + one.height > inView, let card = one.row.widget.bounds(in: view) else {
        return false
      }
      return inView < card.y + card.height / 2
    }
    let index = strings.firstIndex(of: (found ?? last).id) ?? 0
    let row = found == nil ? index + 1 : index
    return DropPlace(row: row, y: lineTop(before: row, rows, room: room))
  }

  /// The top of the line before a row, or below the last one, in the visible part.
  private func lineTop(
    before index: Int, _ rows: [(id: String, row: BoardRow, top: Double, height: Double)],
    room: Double
  ) -> Double {
    guard let top = view.bounds(in: scroller)?.y, let last = rows.last else { return 0 }
    let id = view.list.strings.dropFirst(index).first
    if let row = rows.first(where: { $0.id == id }) { return max(0, top + row.top + room - 1) }
    let bottom = last.row.widget.bounds(in: view).map { $0.y + $0.height } ?? 0
    return top + bottom + room + 1
  }

  /// Makes room at a place; nil closes it.
  ///
  /// - Parameter isDropped: whether a card comes to the place, which takes the room at once.
  private func part(at place: DropPlace?, isDropped: Bool = false) {
    var new: (id: String, side: BoardRow.Gap)?
    if let place {
      let strings = view.list.strings
      if place.row < strings.count {
        new = (strings[place.row], .above)
      } else if let last = strings.last {
        new = (last, .below)
      }
    }
    guard new?.id != parted?.id || new?.side != parted?.side else { return }
    if let parted, parted.id != new?.id {
      view.row(of: parted.id)?.part(nil, isSliding: !isDropped)
    }
    parted = new
    if let new { view.row(of: new.id)?.part(new.side, isSliding: true) }
  }

  /// What is after a place.
  func listPlace(at place: DropPlace) -> ListPlace {
    let below = view.list.strings.dropFirst(place.row)
    let next = below.lazy.map { CardID(rawValue: $0) }.first { self.board.hasCard($0) }
    return ListPlace(
      list: id, next: next, placeholder: below.first.flatMap { $0 == next?.rawValue ? nil : $0 })
  }

  // MARK: Hovering

  /// Shows the place of a drop; nil hides it.
  ///
  /// - Parameters:
  ///   - isDropped: whether a card comes to the place at once.
  ///   - isParting: whether the cards make room. Otherwise they stay, so that the pointer can reach the middle of a
  ///     card.
  func showInsertion(
    at place: DropPlace?, pointer y: Double = 0, isDropped: Bool = false, isParting: Bool = true
  ) {
    addAllEntries()
    showAttaching(to: nil)
    widget.isHovered = place != nil
    part(at: isParting ? place : nil, isDropped: isDropped)
    line.isVisible = place != nil && !view.list.strings.isEmpty
    hint.text = place != nil ? translated("Drop here") : hintText
    if let place {
      showLine(at: place.y)
      if isParting { followRows(with: place) }
      scroll(nearEdgesOf: y)
    } else {
      scrolling?.stop()
    }
  }

  private func scroll(nearEdgesOf y: Double) {
    scrolling?.hover(at: y - (scroller.bounds(in: widget)?.y ?? 0))
  }

  private func showLine(at y: Double) {
    line.margins(top: max(0, min(Int(y), scroller.height - 3)))
  }

  /// Keeps the line between the rows while they make room for a place, also below a pointer at rest.
  private func followRows(with place: DropPlace) {
    framesOfLine = Self.framesToPart
    let isFollowing = linePlace != nil
    linePlace = place
    if isFollowing { return }
    line.onTick { [weak self] in
      guard let self, let place = linePlace, line.isVisible, framesOfLine > 0 else {
        self?.linePlace = nil
        return false
      }
      framesOfLine -= 1
      showLine(at: lineTop(before: place.row, rows(), room: BoardRow.gap / 2))
      return true
    }
  }

  /// More than rows need to slide, at 60 frames a second.
  private static let framesToPart = 40

  func setDragged(_ cards: [CardID], _ isDragged: Bool) {
    for card in cards { view.row(of: card.rawValue)?.setDragged(isDragged) }
  }

  func setCut(_ cards: [CardID], _ isCut: Bool) {
    for card in cards { view.row(of: card.rawValue)?.setCut(isCut) }
  }

  /// Marks the list itself.
  func setMarked(_ isMarked: Bool) { widget.set(style: "marked", isMarked) }

  func setMarked(_ cards: Set<CardID>, _ isMarked: Bool) {
    for (id, row) in view.rowsByID where cards.contains(CardID(rawValue: id)) {
      row.setMarked(isMarked)
    }
  }

  // MARK: Attaching

  /// The card to which files that hover at a point of the column would be attached: the middle third of a
  /// card is for its files, and the rest for new cards before and after it.
  func cardForFiles(at y: Double) -> CardID? {
    guard let offset = view.bounds(in: widget), let found = row(at: y - offset.y),
      let card = found.row.cardID, let bounds = found.row.widget.bounds(in: view)
    else { return nil }
    let depth = (y - offset.y - bounds.y) / bounds.height
    return depth > 1.0 / 3 && depth < 2.0 / 3 ? card : nil
  }

  /// Shows that what hovers would be attached to a card; nil hides that.
  func showAttaching(to card: CardID?, pointer y: Double = 0) {
    guard let card else {
      attaching = nil
      attachHint.isVisible = false
      return
    }
    if attaching != card {
      showInsertion(at: nil)
      attaching = card
      // The cards move while the room of an insertion closes, and when the list is scrolled.
      attachHint.onTick { [weak self] in self?.placeAttachHint(over: card) ?? false }
    }
    widget.isHovered = true
    // GTK measures only what is visible.
    attachHint.isVisible = true
    placeAttachHint(over: card)
    scroll(nearEdgesOf: y)
  }

  /// - Returns: false once the hint is not for this card any more.
  @discardableResult
  private func placeAttachHint(over card: CardID) -> Bool {
    guard attaching == card else { return false }
    guard let bounds = view.row(of: card.rawValue)?.widget.bounds(in: scroller) else { return true }
    let room = bounds.height - Double(attachHintHeight)
    attachHint.margins(top: max(0, Int(bounds.y + room / 2)))
    return true
  }
}
