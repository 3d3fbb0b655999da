internal import BoardModel
internal import DragModel
internal import GtkKit
internal import PictureDecoding
internal import Translations

/// A row for a file: a picture of it, its name, type and size, and a menu.
final class AttachmentRow {
  let widget: ActionRow
  let content: OpenableContent
  private let actions = ActionGroup()
  private static let pictureSize = 44
  private var loading: Task<Void, Never>?

  /// - Parameters:
  ///   - isCover: whether the card shows its picture.
  ///   - contents: those of the card.
  ///   - act: gets what the person wants.
  init(
    _ content: OpenableContent, isCover: Bool, in contents: StoredContents,
    _ act: @escaping @MainActor (FileAction) -> Void
  ) {
    self.content = content
    let words = [
      TypeNames.name(of: content.type), ContentTypes.format(size: UInt64(content.size)),
      isCover ? translated("Cover") : nil,
    ]
    widget = ActionRow(content.name, subtitle: words.compactMap(\.self).joined(separator: " · "))
    widget.titleLines = 1
    widget.setSubtitleLines(1)
    let icon = Icon("\(TypeNames.iconName(of: content.type))-symbolic")
    icon.minimum(width: Self.pictureSize)
    widget.addPrefix(icon)
    let menu = Menu()
      .section(
        Menu().item(translated("_Open"), "file.open")
          .item(translated("Open _With…"), "file.open-with")
          .item(translated("_Save As…"), "file.save"))
    if content.attachment != nil, content.isPicture {
      menu.section(
        Menu().item(
          isCover ? translated("Do _Not Use as Cover") : translated("_Use as Cover"), "file.cover"))
    }
    if content.attachment != nil {
      menu.section(Menu().item(translated("_Remove"), "file.remove"))
    }
    let button = MenuButton(
      icon: "view-more-symbolic", tooltip: translated("Menu of the File"), menu, style: "flat")
    button.aligned(vertically: .center)
    widget.addSuffix(button)
    for action in FileAction.allCases { actions.add(action.rawValue) { act(action) } }
    widget.insert(actions, as: "file")
    widget.onActivate { act(.open) }
    if content.isPicture { show(contents, insteadOf: icon) }
  }

  isolated deinit {
    loading?.cancel()
  }

  private func show(_ contents: StoredContents, insteadOf icon: Icon) {
    loading = Task { [weak self, content] in
      guard let encoded = await Self.picture(content, contents),
        let texture = await Thumbnails.make(of: encoded, PictureSize(160, 160)), let self
      else { return }
      let picture = Picture(.cover)
      picture.texture = texture
      picture.isClipping = true
      picture.add(style: "thumbnail")
      picture.setAlternativeText(translated("Picture"))
      picture.minimum(width: Self.pictureSize, height: Self.pictureSize)
      picture.aligned(vertically: .center).margins(top: 6, bottom: 6)
      icon.isVisible = false
      widget.addPrefix(picture)
    }
  }

  /// The largest picture that is decoded for a row, in bytes.
  private nonisolated static let largest = 64 << 20

  /// Reads the picture on another thread.
  @concurrent private static func picture(
    _ content: OpenableContent, _ contents: StoredContents
  ) async -> BoardModel.Content? {
    guard content.size <= largest else { return nil }
    return try? contents.read(content)
  }
}

/// What a person can do with a file of a card.
enum FileAction: String, CaseIterable {
  case open
  case openWith = "open-with"
  case save
  case cover
  case remove
}
