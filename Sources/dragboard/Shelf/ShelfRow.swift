internal import DragClient
internal import GtkKit

/// One offer of dragd's, with who offers it, what it is and how large.
final class ShelfRow {
  let widget = Box(.vertical)
  private let row = ActionRow("")
  private let progress = ProgressBar()
  private let bus: BoardBus
  private var offered: Offered
  private var sizes: String?
  private var watching: Task<Void, Never>?

  init(_ offered: Offered, _ bus: BoardBus, _ onTake: @escaping @MainActor () -> Void) {
    self.offered = offered
    self.bus = bus
    let type = offered.types.first ?? "application/octet-stream"
    let icon = Icon(ContentTypes.iconName(of: type) + "-symbolic")
    row.addPrefix(icon)
    let take = Button(icon: "list-add-symbolic", tooltip: "Add to the Board", style: "flat")
    take.aligned(vertically: .center)
    take.onClick(onTake)
    row.addSuffix(take)
    progress.isVisible = false
    progress.margins(bottom: 8, start: 12, end: 12)
    widget.append(row)
    widget.append(progress)
    let source = DragSource(actions: [.copy, .move])
    source.onPrepare { [weak self] _, _ in self?.provider }
    source.onBegin { [weak self] drag in self?.setPicture(of: drag) }
    widget.add(source)
    watch()
    Task { [weak self] in await self?.measure() }
  }

  isolated deinit {
    watching?.cancel()
  }

  func show(_ offered: Offered) {
    self.offered = offered
    row.title = title
    row.subtitle = subtitle
    widget.accessibleLabel = title
  }

  private var title: String {
    if !offered.label.isEmpty { return offered.label }
    return offered.itemCount == 1
      ? Self.description(of: offered.types.first ?? "") : "\(offered.itemCount) items"
  }

  private var subtitle: String {
    var types = offered.types.prefix(3).map { Self.description(of: $0) }
    if offered.types.count > 3 { types.append("…") }
    let who = offered.application.isEmpty ? [] : [offered.application]
    let count = offered.itemCount == 1 ? [] : ["\(offered.itemCount) items"]
    return (who + count + [types.joined(separator: ", ")] + (sizes.map { [$0] } ?? []))
      .joined(separator: " · ")
  }

  private static func description(of type: String) -> String {
    ContentTypes.description(of: String(type.prefix { $0 != ";" }))
  }

  /// Asks how large it is.
  private func measure() async {
    guard let items = try? await offered.items() else { return }
    let known = items.compactMap { $0.representations.first?.size }
    guard known.count == items.count else { return }
    sizes = ContentTypes.format(size: known.reduce(0, +))
    show(offered)
  }

  /// Shows how far what this process offers has come to others.
  private func watch() {
    guard let events = bus.shares[offered.path]?.events else { return }
    watching = Task { [weak self] in
      for await event in events { self?.happened(event) }
    }
  }

  private func happened(_ event: OfferingEvent) {
    switch event {
    case .published: break
    case .asked: progress.isVisible = true
    case .progress(_, _, let update):
      progress.isVisible = true
      if let fraction = update.fraction { progress.fraction = fraction } else { progress.pulse() }
    case .ended, .released: progress.isVisible = false
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
        ContentRepresentation(type) { writer in
          for try await chunk in try await offered.firstItem().chunks([type]) {
            try await writer.write(chunk)
          }
        }
      }
    }
    return ContentProvider(representations, forDrag: true)
  }

  private func setPicture(of drag: Drag) {
    let picture = Box(.horizontal, [Label(title, style: "heading").wrapping(lines: 1)])
    picture.add(style: "card", "board-card", "drag-picture")
    if !Style.isComposited { picture.add(style: "square") }
    drag.setIcon(picture, x: 20, y: 20)
  }
}
