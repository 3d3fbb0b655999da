internal import BoardModel
internal import DragClient
internal import GtkKit

/// Lets a person drag the editor's geocache by its handle.
final class GeocacheDragSource {
  /// Called when a destination has received the fields as they were when the drag began.
  var onGiven: @MainActor (GeocacheForm.Words) -> Void = { _ in }
  private let form: GeocacheForm
  private let client: @MainActor () -> DragClient?
  /// The geocache of the drag that is beginning.
  private var prepared: GeocacheDrag?
  private var drags: [Drag: GeocacheDrag] = [:]

  init(
    _ handle: Widget, _ form: GeocacheForm, _ client: @escaping @MainActor () -> DragClient?
  ) {
    self.form = form
    self.client = client
    let source = DragSource(actions: .copy)
    source.onPrepare { [weak self] _, _ in self?.prepare() }
    source.onBegin { [weak self] drag in self?.dragBegan(drag) }
    source.onCancel { [weak self] drag in self?.forget(drag) }
    source.onEnd { [weak self] drag, _ in self?.end(drag) }
    handle.add(source)
  }

  /// Ignores the end of a drag.
  func forget(_ drag: Drag) { drags[drag] = nil }

  private func prepare() -> ContentProvider? {
    guard let geocache = form.geocache else { return nil }
    let drag = GeocacheDrag(form.words)
    prepared = drag
    let provider = GeocacheContent.provider(of: geocache, client())
    provider.onWritten { _, isWhole in
      if isWhole { drag.isGiven = true }
    }
    return provider
  }

  private func dragBegan(_ drag: Drag) {
    guard let current = prepared else { return }
    prepared = nil
    drags[drag] = current
    let picture = Box(
      .horizontal, spacing: 8,
      [
        Icon("mark-location-symbolic"),
        Label(BoardCommands.short(current.words.name), style: "heading").wrapping(lines: 1),
      ])
    picture.add(style: "card", "board-card")
    DragPicture.style(picture)
    drag.setIcon(picture, x: DragPicture.hotspot.x, y: DragPicture.hotspot.y)
  }

  private func end(_ drag: Drag) {
    guard let ended = drags.removeValue(forKey: drag), ended.isGiven else { return }
    onGiven(ended.words)
  }
}

/// A geocache that is being dragged out of an editor.
private final class GeocacheDrag {
  let words: GeocacheForm.Words
  /// Whether a representation was written completely. Some programs read a drag that only hovers, so this alone is no
  /// drop.
  var isGiven = false

  init(_ words: GeocacheForm.Words) {
    self.words = words
  }
}
