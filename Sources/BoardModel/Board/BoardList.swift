/// A column of the board.
package struct BoardList: Hashable, Sendable, Identifiable {
  package let id: ListID
  package var title: String

  package init(id: ListID, title: String) {
    self.id = id
    self.title = title
  }
}
