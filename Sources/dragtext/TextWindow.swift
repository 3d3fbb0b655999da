internal import DragClient
internal import GtkKit

/// A window with one text.
final class TextWindow {
  private let window: Window
  private let view = TextView()
  private let toasts: ToastOverlay
  private let progress = ProgressBar()
  private let bus: () -> DragClient?

  /// - Parameter bus: the session's bus, once there is one.
  init(in application: Application, _ bus: @escaping () -> DragClient?) {
    self.bus = bus
    window = Window(of: application)
    let scrolled = ScrolledWindow(view, horizontally: false, vertically: true)
      .expanding(vertically: true)
    progress.isVisible = false
    toasts = ToastOverlay(Box(.vertical, [scrolled, progress]).expanding(vertically: true))
    let handle = Box(
      .horizontal, spacing: 8, [Icon("text-x-generic-symbolic"), Label("Drag the text from here")])
    handle.add(style: "dim-label")
    handle.margins(12).aligned(horizontally: .center)
    handle.setAccessibleDescription("Drags the whole text")
    window.title = "Text"
    window.setDefaultSize(width: 420, height: 320)
    window.setMinimumSize(width: 260, height: 160)
    window.setContent(Box(.vertical, [HeaderBar(), toasts, Separator(.horizontal), handle]))
    view.setAccessibleDescription("The text")
    offerText(from: handle)
    takeText(on: toasts)
  }

  func present() {
    window.present()
    _ = view.focus()
  }

  /// Everything that the text can be had as; of the offer on the bus only the path travels with the drag.
  private func offerText(from handle: Widget) {
    let source = DragSource(actions: [.copy])
    source.onPrepare { [weak self] _, _ in
      guard let self, !view.text.isEmpty else { return nil }
      let document = Document(text: view.text)
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
      return ContentProvider(representations)
    }
    handle.add(source)
  }

  private func takeText(on widget: Widget) {
    let site = DropSite(actions: [.copy], first: true)
    site.onAccept { DroppedText.canTake($0.types) }
    site.onHover { drop, _, _ in DroppedText.canTake(drop.types) ? .copy : [] }
    site.onDrop { [weak self] drop, _, _ in
      Task { await self?.take(drop) }
      return true
    }
    widget.add(site)
  }

  private func take(_ drop: Drop) async {
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
