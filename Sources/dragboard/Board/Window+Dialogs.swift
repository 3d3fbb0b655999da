internal import GtkKit

extension Window {
  /// The width of a dialog over this window, which may fill a narrow screen.
  var dialogWidth: Int { min(440, width) }
}
