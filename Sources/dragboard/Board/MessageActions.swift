internal import GtkKit
internal import Translations

extension ToastOverlay.Action {
  static var undo: Self { Self(translated("Undo"), icon: "edit-undo-symbolic") }
  static var withdraw: Self { Self(translated("Withdraw"), icon: "edit-clear-symbolic") }
}
