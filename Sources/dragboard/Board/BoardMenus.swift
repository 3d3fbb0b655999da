internal import BoardModel
internal import GtkKit
internal import Translations

/// The menus of a board. Each item shows the key that does the same.
enum BoardMenus {
  /// The menu of a window.
  ///
  /// - Parameter isNarrow: whether the header has no room for the buttons that its first section stands for.
  static func main(isNarrow: Bool) -> Menu {
    let menu = Menu()
    if isNarrow {
      menu.section(
        Menu().item(translated("_Search"), "board.search", key: "<Control>f")
          .item(translated("_From Other Programs"), "board.offers", key: "F9"))
    }
    return
      menu.section(
        Menu().item(translated("New _Window"), "app.new-window")
          .item(translated("_Shelf"), "app.shelf")
      )
      .section(
        Menu().item(translated("_Undo"), "board.undo", key: "<Control>z")
          .item(translated("_Redo"), "board.redo", key: "<Control><Shift>z")
      )
      .section(
        Menu().item(translated("_Import…"), "board.import")
          .item(translated("E_xport…"), "board.export")
      )
      .section(
        Menu().item(translated("_Preferences"), "app.preferences", key: "<Control>comma")
          .item(translated("_Keyboard Shortcuts"), "app.shortcuts", key: "<Control>question")
          .item(translated("_About Board"), "app.about"))
  }

  /// The menu of the button with the board's name.
  static func boards(_ boards: [NamedBoard], shown: BoardID) -> Menu {
    let list = Menu()
    for (index, board) in boards.enumerated() {
      let name = Menu.literal(BoardCommands.short(board.name))
      list.item(
        board.id == shown ? "✓ \(name)" : name, "board.show", with: board.id.rawValue,
        key: index < 9 ? "<Control>\(index + 1)" : nil)
    }
    let changes = Menu().item(translated("_New Board…"), "board.add-board")
      .item(translated("_Rename Board…"), "board.rename-board")
    let deletion = shown == .main ? Menu() : changes
    deletion.item(translated("_Delete Board"), "board.delete-board")
    let menu = Menu().section(list).section(changes)
    if shown == .main {
      menu.section(deletion, heading: translated("The default board cannot be deleted"))
    }
    return menu.section(
      Menu().item(translated("D_ue on All Boards…"), "board.due")
        .item(translated("_Labels…"), "board.labels")
        .item(translated("_Archive…"), "board.archive"))
  }

  static func list() -> Menu {
    Menu()
      .section(
        Menu().item(translated("New _Card"), "list.add", key: "<Control>n")
          .item(translated("New _Geocache"), "list.add-geocache")
          .item(translated("_Paste"), "list.paste", key: "<Control>v")
      )
      .section(
        Menu().item(translated("_Rename…"), "list.rename", key: "<Shift>F2")
          .item(translated("Move to the _Left"), "list.left", key: "<Control><Shift>Left")
          .item(translated("Move to the Ri_ght"), "list.right", key: "<Control><Shift>Right")
      )
      .section(
        Menu().item(translated("Sort by _Title"), "list.sort-title")
          .item(translated("Sort by D_ue Date"), "list.sort-due")
          .item(translated("Li_mit…"), "list.limit")
      )
      .section(
        Menu().item(translated("_Archive List"), "list.archive")
          .item(translated("Archive D_one Cards"), "list.archive-done")
      )
      .section(
        Menu().item(translated("_Delete List"), "list.delete", key: "<Control><Shift>Delete"))
  }

  /// What the menu of cards depends on.
  struct Cards {
    /// The lists that the cards can be put into.
    var lists: [Destination]
    /// The other boards with their lists.
    var otherBoards: [(name: String, lists: [BoardList])]
    /// The labels of the board, and whether all the cards have them.
    var labels: [(label: CardLabel, isSet: Bool)]
    /// The card, if it is a file or a link, which other programs open.
    var openable: Card?
  }

  static func card(_ cards: Cards) -> Menu {
    let menu = Menu()
    if let card = cards.openable {
      let opening = Menu().item(translated("_Open"), "card.open", key: "<Control>o")
      if !card.isLink { opening.item(translated("Open _With…"), "card.open-with") }
      menu.section(opening)
    }
    let planning = Menu().item(translated("_Edit…"), "card.edit", key: "F2")
      .item(translated("_Done"), "card.done", key: "<Control>d")
      .item(translated("_Archive"), "card.archive", key: "<Control>e")
      .submenu(
        translated("D_ue"),
        Menu().item(translated("_Today"), "card.due", with: "today")
          .item(translated("T_omorrow"), "card.due", with: "tomorrow")
          .item(translated("_No Date"), "card.due", with: "none"))
    if !cards.labels.isEmpty { planning.submenu(translated("_Labels"), labels(cards.labels)) }
    return
      menu.section(planning)
      .section(
        Menu().item(translated("Cu_t"), "card.cut", key: "<Control>x")
          .item(translated("_Copy"), "card.copy", key: "<Control>c")
          .item(translated("_Paste"), "card.paste", key: "<Control>v")
          .item(translated("Dupl_icate"), "card.duplicate", key: "<Control><Shift>d")
      )
      .section(
        Menu().submenu(
          translated("_Move to List"), destinations(cards.lists, otherBoards: cards.otherBoards)
        )
        .item(translated("O_ffer to Other Programs"), "card.share")
      )
      .section(Menu().item(translated("_Delete"), "card.delete", key: "Delete"))
  }

  /// The menu in the dialog of a card.
  static func dialog(
    _ lists: [Destination], otherBoards: [(name: String, lists: [BoardList])]
  ) -> Menu {
    Menu()
      .section(
        Menu().submenu(translated("_Move to List"), destinations(lists, otherBoards: otherBoards))
          .item(translated("_Archive"), "card.archive", key: "<Control>e")
      )
      .section(Menu().item(translated("_Delete"), "card.delete"))
  }

  private static func labels(_ labels: [(label: CardLabel, isSet: Bool)]) -> Menu {
    let menu = Menu()
    for (label, isSet) in labels.prefix(most) {
      let name = Menu.literal(BoardCommands.short(label.name))
      menu.item(isSet ? "✓ \(name)" : name, "card.label", with: label.name)
    }
    return menu
  }

  /// The lists that cards can be put into; the digits are for the keyboard.
  static func destinations(
    _ lists: [Destination], otherBoards: [(name: String, lists: [BoardList])]
  ) -> Menu {
    guard !otherBoards.isEmpty else { return destinations(lists) }
    let others = Menu()
    for (name, lists) in otherBoards.prefix(most) {
      others.submenu(
        Menu.literal(BoardCommands.short(name)), destinations(Destination.numbered(lists)))
    }
    return Menu().section(destinations(lists)).section(others)
  }

  private static func destinations(_ lists: [Destination]) -> Menu {
    let menu = Menu()
    for each in lists.prefix(most) {
      let title = Menu.literal(BoardCommands.short(each.list.title))
      menu.item(
        each.number < 10 ? "_\(each.number)  \(title)" : title, "card.move-to",
        with: each.list.id.rawValue)
    }
    return menu
  }

  /// A list that cards can be put into, with its number on the board, which stays whatever list the cards are in.
  struct Destination {
    let number: Int
    let list: BoardList

    static func numbered(_ lists: [BoardList]) -> [Destination] {
      zip(1..., lists).map { Destination(number: $0, list: $1) }
    }
  }

  /// The most lists in a menu; a screen has no room for more.
  private static let most = 100
}
