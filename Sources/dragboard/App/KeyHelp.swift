internal import GtkKit
internal import Translations

/// The keyboard shortcuts for the help window.
enum KeyHelp {
  static let groups = [
    ShortcutsWindow.Group(
      translated("Cards"),
      [
        ("<Control>n", translated("New card")), ("F2 Return", translated("Edit")),
        ("Delete", translated("Delete")),
        ("<Control>x", translated("Cut")), ("<Control>c", translated("Copy")),
        ("<Control>v", translated("Paste")),
        ("Up Down Left Right", translated("Go to another card")),
        ("<Control>a", translated("Select the list's cards")),
        ("<Alt>Up <Alt>Down", translated("Move within the list")),
        ("<Alt>Left <Alt>Right", translated("Move to the list beside")),
        ("Menu", translated("Menu")),
      ]),
    ShortcutsWindow.Group(
      translated("Lists"), [("<Control><Shift>n", translated("Add a list"))]),
    ShortcutsWindow.Group(
      translated("Everything"),
      [
        ("<Control>z", translated("Undo")), ("<Control><Shift>z", translated("Redo")),
        ("F9", translated("Shelf")),
        ("<Shift>F9", translated("Geocache editor")), ("F10", translated("Main menu")),
        ("<Control>question", translated("Keyboard shortcuts")),
        ("<Control>w", translated("Close the window")), ("<Control>q", translated("Quit")),
      ]),
  ]
}
