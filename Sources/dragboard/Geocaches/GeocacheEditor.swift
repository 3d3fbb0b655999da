internal import BoardModel
internal import DragClient
internal import GtkKit
internal import Translations

/// Edits one geocache. A geocache, picture or text can be dropped anywhere on it; the handle drags the geocache out.
final class GeocacheEditor {
  let widget: Box
  /// Saves the geocache, or throws the reason why it cannot; nil where there is no place to save it.
  var onSave: (@MainActor (Geocache) throws(BoardError) -> Void)? {
    didSet { changed() }
  }
  /// Returns whether another geocache may replace the shown one. If it first asks the person, it returns false and
  /// calls the body later.
  var mayReplace: @MainActor (_ orLater: @escaping @MainActor () -> Void) -> Bool = { _ in true }
  /// Called when the person starts a new geocache.
  var onNew: @MainActor () -> Void = {}
  /// Shows a message to the person.
  var onMessage: @MainActor (String) -> Void = { _ in }
  private let client: @MainActor () -> DragClient?
  private let form = GeocacheForm()
  private let handle: Box
  private let handleLabel = Label(translated("Drag this geocache")).wrapping(lines: 1)
  private let source: GeocacheDragSource
  private let save = Button(label: AddLabel.mnemonic(list: nil), style: "suggested-action")
  private let clear = Button(label: translated("New"))
  private let progress = ProgressBar()

  init(_ client: @escaping @MainActor () -> DragClient?) {
    self.client = client
    shown = form.words
    handle = Box(.horizontal, spacing: 10, [Icon("list-drag-handle-symbolic"), handleLabel])
    handle.add(style: "card", "drag-handle")
    handle.accessibleLabel = translated("Drag this geocache")
    source = GeocacheDragSource(handle, form, client)
    let buttons = Box(.horizontal, spacing: 6, [clear, save])
    buttons.aligned(horizontally: .end)
    let content = Box(.vertical, spacing: 12, [form.widget, handle, buttons])
    content.margins(12)
    let scroller = ScrolledWindow(content, horizontally: false, vertically: true)
    let overlay = Overlay(scroller)
    // Above the other widgets, which keep their places.
    progress.add(style: "osd")
    progress.aligned(vertically: .start)
    progress.isTarget = false
    progress.isVisible = false
    overlay.add(progress)
    widget = Box(.vertical, [overlay.expanding(vertically: true)])
    widget.add(style: "geocache-editor")
    form.onChange = { [weak self] in self?.changed() }
    form.onActivate = { [weak self] in self?.saveNow() }
    widget.onKey(first: true) { [weak self] key in
      guard let self, [Key("Return", .control), Key("KP_Enter", .control)].contains(key) else {
        return false
      }
      saveNow()
      return true
    }
    save.onClick { [weak self] in self?.saveNow() }
    clear.onClick { [weak self] in self?.showNew() }
    source.onGiven = { [weak self] in self?.noteGiven($0) }
    addTarget()
    setHovered(false)
    changed()
  }

  /// Shows a saved geocache.
  func show(_ geocache: Geocache) {
    showings += 1
    form.fill(geocache)
    isDraft = false
    forgetChanges()
  }

  /// Whether the fields have changed since the geocache was shown or saved.
  var hasChanges: Bool { form.words != shown }

  /// Treats the fields as saved.
  func forgetChanges() { shown = form.words }

  /// Gives the keyboard to the first field.
  func focus() { form.focus() }

  private var shown: GeocacheForm.Words

  /// Counts the shown geocaches: a drop that is read late must not change another geocache.
  private var showings = 0

  /// The name as typed.
  var name: String { form.words.name }

  /// Whether the geocache was never saved.
  private(set) var isDraft = true {
    didSet { labelSave() }
  }

  /// The title of the list that gets a new geocache.
  var listTitle: String? {
    didSet { if listTitle != oldValue { labelSave() } }
  }

  private func labelSave() {
    guard isDraft else {
      save.tooltip = ""
      return save.setLabel(translated("_Save"))
    }
    save.setLabel(AddLabel.mnemonic(list: listTitle), isCut: true)
    // A narrow window cuts off a long title.
    save.tooltip = AddLabel.text(list: listTitle)
  }

  /// The geocache to save.
  ///
  /// - Throws: the first invalid field.
  func checked() throws(BoardError) -> Geocache { try form.checked() }

  private func saveNow() {
    guard let onSave, let geocache = form.geocache else { return }
    do throws(BoardError) {
      try onSave(geocache)
      isDraft = false
      forgetChanges()
    } catch {
      onMessage(FailureText.of(error))
    }
  }

  /// Starts a new geocache, once what was typed is saved or the person discards it.
  func showNew() {
    guard mayReplace({ [weak self] in self?.showNew() }) else { return }
    onNew()
    showings += 1
    form.fill(Geocache(named: ""), isNew: true)
    isDraft = true
    forgetChanges()
    form.focus()
  }

  private func changed() {
    let geocache = form.geocache
    save.isVisible = onSave != nil
    save.isSensitive = geocache != nil
    handle.isSensitive = geocache != nil
    handleLabel.text =
      geocache.map { translated("Drag “{name}”", ["name": BoardCommands.short($0.name)]) }
      ?? translated("Nothing to drag yet")
  }

  // MARK: Dragging

  private func addTarget() {
    let target = DropSite(actions: [.copy, .move], first: true)
    target.onAccept { EditorDrop.canRead($0.types) }
    target.onHover { [weak self] drop, _, _ in
      self?.setHovered(true)
      // The editor stores nothing durably: the source must not delete its geocache.
      return drop.actions.contains(.copy) ? .copy : []
    }
    target.onLeave { [weak self] in self?.setHovered(false) }
    target.onDrop { [weak self] drop, _, _ in
      self?.read(drop)
      return self != nil
    }
    widget.add(target)
  }

  private func setHovered(_ isHovered: Bool) {
    widget.set(style: "hovered", isHovered)
    widget.accessibleLabel =
      isHovered ? translated("Geocache Editor, hovered") : translated("Geocache Editor")
  }

  private func read(_ drop: Drop) {
    progress.isVisible = true
    progress.pulse()
    let number = showings
    Task { [weak self, client] in
      do {
        let content = try await EditorDrop.read(drop, client())
        if let self, number == self.showings {
          self.accept(content, of: drop)
          drop.finish(.copy)
        } else {
          drop.finish([])
          self?.onMessage(
            translated("The editor shows another geocache by now, so it ignores the drop"))
        }
      } catch {
        drop.finish([])
        self?.onMessage(FailureText.of(error))
      }
      self?.progress.isVisible = false
    }
  }

  private func accept(_ content: EditorDrop, of drop: Drop) {
    switch content {
    case .geocache(let geocache):
      // A drop from this editor onto itself saves nothing.
      if form.matches(geocache), let drag = drop.drag { source.forget(drag) }
      fill(geocache, isKept: !EditorDrop.isOfEditor(drop.types))
    case .picture(let png): form.setPicture(png)
    }
  }

  /// Shows a dropped geocache, once the editor may discard its changes.
  ///
  /// - Parameter isKept: whether the source has saved the geocache.
  private func fill(_ geocache: Geocache, isKept: Bool) {
    let number = showings
    let later: @MainActor () -> Void = { [weak self] in
      guard let self, number == self.showings else { return }
      self.fill(geocache, isKept: isKept)
    }
    guard form.matches(geocache) || mayReplace(later) else { return }
    form.fill(geocache)
    if isDraft && isKept { forgetChanges() }
  }

  /// Treats a draft as saved once another program has it. Changes of a card are still to be saved.
  private func noteGiven(_ words: GeocacheForm.Words) {
    if isDraft && form.words == words { forgetChanges() }
  }
}
