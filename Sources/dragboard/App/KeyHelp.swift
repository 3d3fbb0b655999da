internal import GtkKit

/// The keyboard shortcuts for the help window.
enum KeyHelp {
  static let groups = [
    ShortcutsWindow.Group(
      "Cards",
      [
        ("<Control>n", "New card"), ("F2 Return", "Edit"), ("Delete", "Delete"),
        ("<Control>x", "Cut"), ("<Control>c", "Copy"), ("<Control>v", "Paste"),
        ("Up Down Left Right", "Go to another card"), ("<Control>a", "Select the list's cards"),
        ("<Alt>Up <Alt>Down", "Move within the list"),
        ("<Alt>Left <Alt>Right", "Move to the list beside"), ("Menu", "Menu"),
      ]),
    ShortcutsWindow.Group(
      "Lists", [("<Control><Shift>n", "Add a list")]),
    ShortcutsWindow.Group(
      "Everything",
      [
        ("<Control>z", "Undo"), ("<Control><Shift>z", "Redo"), ("F9", "Shelf"),
        ("<Shift>F9", "Geocache editor"), ("F10", "Main menu"),
        ("<Control>question", "Keyboard shortcuts"),
        ("<Control>w", "Close the window"), ("<Control>q", "Quit"),
      ]),
  ]
}
