internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import GtkKit
internal import Translations

/// An entry of the clipboard's history: a click copies it again, and it drags out like a tile.
final class HistoryRow: ShelfRow {
  let face: ShelfRowFace
  private var entry: HistoryEntry
  private let history: ClipboardHistory
  private let copied: @MainActor () -> Void
  private let context: ShelfContext
  private let source: ShelfSource
  private(set) var searchText = ""
  private var title = ""
  private var loading: Task<Void, Never>?
  private let pin = Button(
    icon: "view-pin-symbolic", tooltip: translated("Pin"), style: "flat", "circular")
  private let forget = Button(
    icon: "edit-delete-symbolic", tooltip: translated("Forget"), style: "flat", "circular")

  init(
    _ entry: HistoryEntry, _ history: ClipboardHistory, _ context: ShelfContext,
    copied: @escaping @MainActor () -> Void, loaded: @escaping @MainActor () -> Void
  ) {
    self.entry = entry
    self.history = history
    self.copied = copied
    self.context = context
    let item = ShelfItem(entry)
    source = ShelfSource(
      "history-\(entry.offer)", .clipboard(entry.offer.offerPath), [item])
    face = ShelfRowFace(type: item.mainType)
    show(ShelfPreview(item))
    face.row.onActivate { [weak self] in self?.copy() }
    addButtons()
    addDragging()
    loading = Task { [weak self, source, context] in
      // The history does not say which files a list names.
      let known = try? await ShelfSource.items(of: source.path, context.client).first
      if let known { source.items = [known] }
      let preview = await ShelfPreview.load(known ?? item, of: source, context.client)
      self?.show(preview)
      loaded()
    }
  }

  isolated deinit {
    loading?.cancel()
    context.spool.remove(source.id)
  }

  /// Shows changes of the entry, and its age.
  func update(_ entry: HistoryEntry) {
    self.entry = entry
    pin.tooltip = entry.isPinned ? translated("Unpin") : translated("Pin")
    pin.set(style: "accent", entry.isPinned)
    pin.accessibleLabel =
      entry.isPinned
      ? translated("Unpin {title}", ["title": title]) : translated("Pin {title}", ["title": title])
    let type = source.items.first.map(ShelfPreview.kind) ?? ""
    let hasSize = source.items.first?.hasAddresses == false
    let size = hasSize ? ContentTypes.format(size: entry.size) : ""
    let facts = [entry.age(at: Clock.realtime), type, size].filter { !$0.isEmpty && $0 != title }
    face.show(title: title, subtitle: facts.joined(separator: " · "))
  }

  private func show(_ preview: ShelfPreview) {
    (title, searchText) = (preview.title, preview.searchText)
    forget.accessibleLabel = translated("Forget {title}", ["title": title])
    update(entry)
    face.show(preview.picture)
  }

  private func addButtons() {
    for button in [pin, forget] {
      button.aligned(vertically: .center)
      face.row.addSuffix(button)
    }
    pin.onClick { [weak self] in
      guard let self else { return }
      if entry.isPinned { history.unpin(entry) } else { history.pin(entry) }
    }
    forget.onClick { [weak self] in self?.remove() }
    face.row.onKey(first: false) { [weak self] key in
      guard key == Key("Delete") || key == Key("KP_Delete") else { return false }
      self?.remove()
      return true
    }
  }

  func copy() { history.copy(entry, then: copied) }

  private func remove() { history.forget(entry) }

  private func addDragging() {
    face.row.add(
      ShelfDragging { [weak self] in
        guard let self else { return nil }
        return (
          ShelfDragContent.provider(
            of: source.items, in: source, context, title: title, isForDrag: true), title
        )
      } dragged: {
      }.source)
  }
}

extension ShelfItem {
  /// From an entry of the history.
  init(_ entry: HistoryEntry) {
    index = 0
    name = nil
    types = entry.types.map(\.description)
    sizes = [:]
    (fileURIs, files) = ([], [])
  }
}
