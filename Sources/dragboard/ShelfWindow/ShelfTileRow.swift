internal import BoardModel
internal import DragModel
internal import GtkKit
internal import Translations

/// A tile: one item on the shelf, or all items of one drop.
final class ShelfTileRow: ShelfRow {
  let face: ShelfRowFace
  private let source: ShelfSource
  /// The items that a drag of the tile offers.
  private(set) var items: [ShelfItem]
  private let context: ShelfContext
  private let actions: Actions
  private(set) var searchText = ""
  private var title = ""
  private var loading: Task<Void, Never>?

  /// The shelf's functions for its tiles.
  struct Actions {
    var remove: @MainActor ([ShelfItem], ShelfSource, _ title: String) -> Void
    var copy: @MainActor (ContentProvider) -> Void
    var dragged: @MainActor (ShelfSource) -> Void
    /// A text was read that a search finds.
    var loaded: @MainActor () -> Void
  }

  init(_ items: [ShelfItem], _ source: ShelfSource, _ context: ShelfContext, _ actions: Actions) {
    self.items = items
    self.source = source
    self.context = context
    self.actions = actions
    face = ShelfRowFace(type: items.count == 1 ? items[0].mainType : "inode/directory")
    addRemoval()
    addKeys()
    addDragging()
    update(items)
    guard items.count == 1 else { return }
    loading = Task { [weak self, context] in
      let preview = await ShelfPreview.load(items[0], of: source, context.client)
      self?.show(preview)
      actions.loaded()
    }
  }

  isolated deinit {
    loading?.cancel()
  }

  /// Shows which items are left.
  func update(_ items: [ShelfItem]) {
    self.items = items
    guard items.count > 1 || isForAll else { return show(ShelfPreview(items[0])) }
    title = translated("All {count}", ["count": items.count])
    searchText = title.lowercased()
    let sizes = items.compactMap(\.size)
    let size =
      sizes.count == items.count ? " · " + ContentTypes.format(size: sizes.saturatedSum) : ""
    face.show(title: title, subtitle: translated("Drag them together") + size)
  }

  private lazy var isForAll = items.count > 1

  private func show(_ preview: ShelfPreview) {
    title = preview.title
    searchText = preview.searchText
    let item = items[0]
    let type =
      item.isAddressOnly ? translated("Folder") : ShelfPreview.description(of: item.mainType)
    let size = item.size.map { ContentTypes.format(size: $0) }
    let facts = [type, size ?? ""].filter { !$0.isEmpty && $0 != title }
    face.show(title: title, subtitle: facts.joined(separator: " · "))
    face.show(preview.picture)
    removal.accessibleLabel = translated("Remove {title}", ["title": title])
  }

  private lazy var removal = Button(
    icon: "window-close-symbolic",
    tooltip: isForAll ? translated("Remove All") : translated("Remove"), style: "flat",
    "circular")

  private func addRemoval() {
    removal.aligned(vertically: .center)
    removal.onClick { [weak self] in self?.remove() }
    face.row.addSuffix(removal)
  }

  func copy() {
    let addresses = items.filter(\.isAddressOnly).flatMap(\.filePaths)
    guard !addresses.isEmpty else { return actions.copy(provider(isForDrag: false)) }
    Task {
      let missing = await MissingFiles.among(addresses)
      let hasOthers = missing.count < addresses.count || !items.allSatisfy(\.isAddressOnly)
      if hasOthers { actions.copy(provider(isForDrag: false)) }
      context.missing.report(missing)
    }
  }

  private func remove() {
    actions.remove(items, source, title)
  }

  private func addKeys() {
    face.row.onKey(first: false) { [weak self] key in
      guard let self else { return false }
      switch key {
      case Key("Delete"), Key("BackSpace"), Key("KP_Delete"): remove()
      case Key("c", .control), Key("Return"), Key("KP_Enter"):
        copy()
      default: return false
      }
      return true
    }
  }

  // MARK: Dragging

  private func provider(isForDrag: Bool) -> ContentProvider {
    ShelfDragContent.provider(
      of: items, in: source, context, title: isForAll ? nil : title, isForDrag: isForDrag)
  }

  private func addDragging() {
    face.row.add(
      ShelfDragging { [weak self] in
        guard let self else { return nil }
        return (provider(isForDrag: true), title)
      } dragged: { [actions, source] in
        actions.dragged(source)
      }.source)
  }
}

/// Drags a tile, and calls `dragged` if a destination got its content.
final class ShelfDragging {
  let source = DragSource(actions: .copy)

  init(
    _ content: @escaping @MainActor () -> (provider: ContentProvider, title: String)?,
    dragged: @escaping @MainActor () -> Void
  ) {
    let drags = Drags()
    source.onPrepare { _, _ in
      guard let (provider, title) = content() else { return nil }
      let state = DragState(title)
      drags.prepared = state
      provider.onWritten { _, isWhole in if isWhole { state.isGiven = true } }
      return provider
    }
    source.onBegin { drag in
      guard let state = drags.prepared else { return }
      drags.running[drag] = state
      drag.setIcon(ShelfRowFace.dragPicture(state.title), x: 20, y: 20)
    }
    source.onCancel { drags.running[$0]?.isCancelled = true }
    source.onEnd { drag, _ in
      guard let state = drags.running.removeValue(forKey: drag) else { return }
      // Some programs read the content during the hover, so reading alone proves no drop.
      if drag.isDropped, state.isGiven, !state.isCancelled { dragged() }
    }
  }

  /// A drag may begin while the destination of an earlier one still reads.
  private final class Drags {
    var prepared: DragState?
    var running: [Drag: DragState] = [:]
  }

  private final class DragState {
    let title: String
    var isGiven = false
    var isCancelled = false

    init(_ title: String) { self.title = title }
  }
}
