internal import BoardModel
internal import DragClient
internal import DragModel
internal import GtkKit
internal import Translations

/// One offer on dragd: the names of its items, its source, its types and its size.
final class OfferRow {
  let widget = ActionRow("")
  private let progress = ProgressBar()
  private let icon: Icon
  private let add = Button(
    icon: "list-add-symbolic", tooltip: AddLabel.text(list: nil), style: "flat")
  private let picture = Picture(.cover)
  private static let pictureSize = 40
  private var offered: Offered
  /// Empty until they are read.
  private var items: [OfferedItem] = []
  /// How its text begins, once that is read.
  private var words: String?
  private var reading: Task<Void, Never>?

  init(_ offered: Offered, _ onAdd: @escaping @MainActor () -> Void) {
    self.offered = offered
    let type = offered.types.first ?? "application/octet-stream"
    icon = Icon(TypeNames.iconName(of: type) + "-symbolic")
    picture.isVisible = false
    picture.isClipping = true
    picture.accessibleLabel = translated("Picture")
    picture.add(style: "thumbnail")
    let clamp = Clamp(picture, to: Self.pictureSize)
    clamp.aligned(vertically: .center)
    widget.addPrefix(Box(.horizontal, [icon, clamp]))
    widget.titleLines = 2
    widget.setSubtitleLines(2)
    add.aligned(vertically: .center)
    add.onClick(onAdd)
    widget.addSuffix(add)
    progress.isVisible = false
    progress.accessibleLabel = translated("Transfer")
    progress.margins(bottom: 8, start: 12, end: 12)
    widget.addBelow(progress)
    let source = DragSource(actions: [.copy, .move])
    source.onPrepare { [weak self] _, _ in self?.provider }
    source.onBegin { [weak self] drag in self?.setPicture(of: drag) }
    widget.add(source)
    OfferTransfer.observe(self) { [weak self] path in
      if let self, path == self.offered.path { showTransfers() }
    }
    showTransfers()
    reading = Task { [weak self] in
      guard let items = try? await offered.items() else { return }
      self?.show(items)
      let words = await OfferSummary.words(of: items)
      self?.show(words: words)
      let texture = await OfferSummary.picture(of: items)
      self?.show(texture)
    }
  }

  isolated deinit {
    reading?.cancel()
    OfferTransfer.stopObserving(self)
  }

  func show(_ offered: Offered) {
    self.offered = offered
    let summary = OfferSummary(offered, items, words: words)
    title = summary.title
    // libadwaita makes these the row's accessible name and description.
    widget.title = title
    widget.subtitle = summary.subtitle
  }

  private var title = ""

  /// Says to which list the button adds the offer.
  func show(list title: String?) {
    add.tooltip = AddLabel.text(list: title)
    add.accessibleLabel = add.tooltip
  }

  private func show(_ items: [OfferedItem]) {
    self.items = items
    show(offered)
  }

  private func show(words: String?) {
    self.words = words
    if words != nil { show(offered) }
  }

  private func show(_ texture: Texture?) {
    guard let texture else { return }
    picture.texture = texture
    picture.minimum(width: Self.pictureSize, height: Self.pictureSize)
    picture.isVisible = true
    icon.isVisible = false
  }

  /// Shows the mean progress of the transfers.
  private func showTransfers() {
    let fractions = OfferTransfer.fractions(of: offered.path)
    progress.isVisible = !fractions.isEmpty
    guard !fractions.isEmpty else { return }
    let known = fractions.compactMap { $0 }
    if known.count == fractions.count {
      progress.fraction = known.reduce(0, +) / Double(known.count)
    } else {
      progress.pulse()
    }
  }

  // MARK: Dragging

  private var provider: ContentProvider {
    let (offered, path) = (offered, offered.path)
    var representations = [
      ContentRepresentation(CardContent.offerType) { try await $0.write(path) }
    ]
    if OfferedFiles.areAll(items) { representations.append(OfferedFiles.mark) }
    if offered.itemCount == 1 {
      representations += offered.types.map { type in
        ContentRepresentation(type) { try await Self.write(offered, type, to: $0) }
      }
    }
    return ContentProvider(representations, forDrag: true)
  }

  /// Writes the offer's content for a program that does not use dragd itself.
  private static func write(
    _ offered: Offered, _ type: String, to writer: ContentWriter
  ) async throws {
    let transfer = OfferTransfer(of: offered.path)
    defer { transfer.end() }
    let item = try await offered.firstItem()
    let size = item.representations.first { $0.type == type }?.size
    var count: UInt64 = 0
    for try await chunk in item.chunks([type]) {
      try await writer.write(chunk)
      count += UInt64(chunk.count)
      transfer.report(size.map { min(Double(count) / Double(max($0, 1)), 1) })
    }
  }

  private func setPicture(of drag: Drag) {
    let picture = Box(.horizontal, [Label(title, style: "heading").wrapping(lines: 1)])
    picture.add(style: "card", "board-card")
    DragPicture.style(picture)
    drag.setIcon(picture, x: DragPicture.hotspot.x, y: DragPicture.hotspot.y)
  }
}
