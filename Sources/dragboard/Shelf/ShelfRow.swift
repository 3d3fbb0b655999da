internal import BoardModel
internal import DragClient
internal import DragModel
internal import GtkKit

/// One offer on dragd: its source, its types and its size.
final class ShelfRow {
  let widget = Box(.vertical)
  private let row = ActionRow("")
  private let progress = ProgressBar()
  private var offered: Offered
  private var sizes: String?

  init(_ offered: Offered, _ onAdd: @escaping @MainActor () -> Void) {
    self.offered = offered
    let type = offered.types.first ?? "application/octet-stream"
    let icon = Icon(ContentTypes.iconName(of: type) + "-symbolic")
    row.addPrefix(icon)
    let add = Button(icon: "list-add-symbolic", tooltip: "Add to the Board", style: "flat")
    add.aligned(vertically: .center)
    add.onClick(onAdd)
    row.addSuffix(add)
    progress.isVisible = false
    progress.accessibleLabel = "Transfer"
    progress.margins(bottom: 8, start: 12, end: 12)
    widget.append(row)
    widget.append(progress)
    let source = DragSource(actions: [.copy, .move])
    source.onPrepare { [weak self] _, _ in self?.provider }
    source.onBegin { [weak self] drag in self?.setPicture(of: drag) }
    widget.add(source)
    OfferTransfer.observe(self) { [weak self] path in
      if let self, path == self.offered.path { showTransfers() }
    }
    showTransfers()
    Task { [weak self] in await self?.measure() }
  }

  isolated deinit {
    OfferTransfer.stopObserving(self)
  }

  func show(_ offered: Offered) {
    self.offered = offered
    row.title = title
    row.subtitle = subtitle
    widget.accessibleLabel = title
  }

  private var title: String {
    if !offered.label.isEmpty { return Printable.line(offered.label) }
    return offered.itemCount == 1
      ? Self.description(of: offered.types.first ?? "") : "\(offered.itemCount) items"
  }

  private var subtitle: String {
    let shown = offered.types.filter { $0 != CardDescription.type }
    var types = shown.prefix(3).map { Self.description(of: $0) }
    if shown.count > 3 { types.append("…") }
    let source = offered.application.isEmpty ? [] : [offered.application]
    let count = offered.itemCount == 1 ? [] : ["\(offered.itemCount) items"]
    return Printable.line(
      (source + count + [types.joined(separator: ", ")] + (sizes.map { [$0] } ?? []))
        .joined(separator: " · "))
  }

  private static func description(of type: String) -> String {
    ContentTypes.description(of: String(type.prefix { $0 != ";" }))
  }

  /// Reads the size of the offer.
  private func measure() async {
    guard let items = try? await offered.items() else { return }
    let known = items.compactMap { $0.representations.first?.size }
    guard known.count == items.count else { return }
    sizes = ContentTypes.format(size: known.saturatedSum)
    show(offered)
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
    picture.add(style: "card", "board-card", "drag-picture")
    if !Style.isComposited { picture.add(style: "square") }
    drag.setIcon(picture, x: 20, y: 20)
  }
}
