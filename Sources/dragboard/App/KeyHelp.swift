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
        ("<Control>v", translated("Paste")), ("<Control><Shift>d", translated("Duplicate")),
        ("Up Down Left Right", translated("Go to another card")),
        ("<Control>a", translated("Select the list's cards")),
        ("<Alt>Up <Alt>Down", translated("Move within the list")),
        ("<Alt>Left <Alt>Right", translated("Move to the list beside")),
        ("<Control>m", translated("Move to a list…")), ("<Control>d", translated("Done")),
        ("<Control>e", translated("Put into the archive")), ("<Control>o", translated("Open")),
        ("Menu", translated("Menu")),
      ]),
    ShortcutsWindow.Group(
      translated("Lists"),
      [
        ("<Control><Shift>n", translated("Add a list")),
        ("<Control>l", translated("Menu of the list")), ("<Shift>F2", translated("Rename")),
        ("<Control><Shift>Left <Control><Shift>Right", translated("Move the list")),
        ("<Control><Shift>Delete", translated("Delete the list")),
      ]),
    ShortcutsWindow.Group(
      translated("Everything"),
      [
        ("<Control>z", translated("Undo")), ("<Control><Shift>z", translated("Redo")),
        ("<Control>f", translated("Search")), ("<Control>1...9", translated("Show a board")),
        ("F9", translated("From other programs")),
        ("<Shift>F9", translated("Geocache editor")), ("F10", translated("Main menu")),
        ("<Control>comma", translated("Preferences")),
        ("<Control>question", translated("Keyboard shortcuts")),
        ("<Control>w", translated("Close the window")), ("<Control>q", translated("Quit")),
      ]),
  ]
}
