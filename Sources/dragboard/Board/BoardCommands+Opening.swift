internal import BoardModel
internal import GtkKit
internal import Translations

/// Opens the content of cards with other programs.
extension BoardCommands {
  /// The selected card with the keyboard focus, if it has a file or a link for other programs.
  var cardToOpen: Card? {
    focusedCard.flatMap { board.card($0) }.flatMap { $0.ownContent != nil || $0.isLink ? $0 : nil }
  }

  /// - Parameter isChoosing: whether the person chooses the program.
  func openSelected(choosing isChoosing: Bool = false) {
    guard let card = cardToOpen else {
      return say(translated("Other programs open only files, pictures and links"))
    }
    attempt { () throws(BoardError) in
      let contents = try board.store.contents(of: card.id)
      let files = CardFiles(contents, over: window.window) { [weak self] in self?.say($0) }
      guard let content = card.ownContent else { return files.openLink(of: card) }
      if isChoosing { files.openWith(content) } else { files.open(content) }
    }
  }
}
