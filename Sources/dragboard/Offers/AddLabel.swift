internal import GtkKit
internal import Translations

/// What a button says that adds something to the board.
enum AddLabel {
  /// - Parameter title: that of the list; nil on a board without lists.
  static func text(list title: String?) -> String {
    title.map { translated("Add to “{list}”", ["list": $0]) } ?? translated("Add to the Board")
  }

  /// The same with “_” before the mnemonic letter.
  static func mnemonic(list title: String?) -> String {
    title.map { translated("_Add to “{list}”", ["list": Menu.literal($0)]) }
      ?? translated("_Add to the Board")
  }
}
