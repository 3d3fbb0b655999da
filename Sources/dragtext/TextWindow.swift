internal import DragClient
internal import GtkKit

/// A window with one text. The handle drags all of it, the selection a part.
final class TextWindow {
  private let window: Window
  private let view = TextView()
  private let toasts: ToastOverlay
  private let progress = ProgressBar()
  private let area: Box
  private let bus: () -> DragClient?

  /// - Parameter bus: the session's bus, once there is one.
  init(in application: Application, _ bus: @escaping () -> DragClient?) {
    self.bus = bus
    window = Window(of: application)
    let scrolled = ScrolledWindow(view, horizontally: false, vertically: true)
      .expanding(vertically: true)
    progress.isVisible = false
    area = Box(.vertical, [scrolled, progress]).expanding(vertically: true)
    toasts = ToastOverlay(area)
    let handle = Box(
      .horizontal, spacing: 8, [Icon("text-x-generic-symbolic"), Label("Drag the text from here")])
    handle.add(style: "dim-label")
    handle.margins(12).aligned(horizontally: .center)
    handle.setAccessibleDescription("Drags the whole text")
    window.title = "Text"
    window.setDefaultSize(width: 420, height: 320)
    window.setMinimumSize(width: 260, height: 160)
    window.setContent(Box(.vertical, [HeaderBar(), toasts, Separator(.horizontal), handle]))
    view.accessibleLabel = "Text"
    offer(from: handle, DragSource(actions: [.copy])) { [weak view] _, _ in view?.text }
    // On the parent of the view, because the view starts a drag of its own as soon as the button is down.
    let selection = DragSource(actions: [.copy], first: true)
    selection.onPress { [weak self] x, y in
      self?.inView(x, y) { $0.selection(at: $1, $2) } ?? nil != nil
    } click: { [weak self] x, y in
      self?.inView(x, y) { $0.placeCursor(at: $1, $2) }
    }
    offer(from: toasts, selection) { [weak self] x, y in
      self?.inView(x, y) { $0.selection(at: $1, $2) } ?? nil
    }
    acceptText(on: toasts)
    Style.add(css: ".hovered { box-shadow: inset 0 0 0 2px @accent_bg_color; }")
    showHover(false)
  }

  /// Calls the body with the view and a point of its parent as a point of the view.
  @discardableResult
  private func inView<R>(
    _ x: Double, _ y: Double, _ body: (TextView, Double, Double) -> R
  ) -> R? {
    guard let bounds = view.bounds(in: toasts) else { return nil }
    return body(view, x - bounds.x, y - bounds.y)
  }

  private func showHover(_ isHovered: Bool) {
    area.set(style: "hovered", isHovered)
    area.accessibleLabel = isHovered ? "Text, hovered" : "Text"
  }

  func present() {
    window.present()
    _ = view.focus()
  }

  /// Offers a text in all its types; only the path of the offer on the bus travels with the drag.
  ///
  /// - Parameter text: what is dragged from a point of the widget; nil or empty for nothing.
  private func offer(
    from widget: Widget, _ source: DragSource, _ text: @escaping (Double, Double) -> String?
  ) {
    source.onPrepare { [weak self] x, y in
      guard let self, let text = text(x, y), !text.isEmpty else { return nil }
      let document = Document(text: text)
      var representations: [ContentRepresentation] = []
      if let client = bus() {
        representations.append(
          ContentRepresentation(DroppedText.offerType) { writer in
            var options = OfferingOptions()
            options.isPrivate = true
            options.expiresAfter = .seconds(3600)
            let offering = try await client.offer([ItemProvider(document)], options: options)
            try await writer.write(offering.path)
          })
      }
      representations += Document.writableTypes.map { type in
        ContentRepresentation(type) { try await $0.write(document.content(as: type)) }
      }
      return ContentProvider(representations, forDrag: true)
    }
    widget.add(source)
  }

  private func acceptText(on widget: Widget) {
    let site = DropSite(actions: [.copy], first: true)
    site.onAccept { DroppedText.canTake($0.types) }
    site.onHover { [weak self] _, _, _ in
      self?.showHover(true)
      return .copy
    }
    site.onLeave { [weak self] in self?.showHover(false) }
    site.onDrop { [weak self] drop, _, _ in
      Task { await self?.insert(drop) }
      return true
    }
    widget.add(site)
  }

  private func insert(_ drop: Drop) async {
    progress.isVisible = true
    defer { progress.isVisible = false }
    do {
      let text = try await DroppedText.read(drop, bus()) { [progress] fraction in
        if let fraction { progress.fraction = fraction } else { progress.pulse() }
      }
      view.text += view.text.isEmpty || view.text.hasSuffix("\n") ? text : "\n" + text
      drop.finish(.copy)
    } catch {
      drop.finish([])
      toasts.show("Not dropped: \(error)")
    }
  }
}
