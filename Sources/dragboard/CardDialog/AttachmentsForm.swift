internal import BoardModel
internal import GtkKit
internal import Translations

/// The files of a card in its dialog: the card's own content and its attachments. What is attached or removed is on the
/// board at once, and can be undone there.
final class AttachmentsForm {
  let widget = Box(.vertical, spacing: 6)
  private(set) var card: CardID
  private let commands: BoardCommands
  private let list = ListBox(style: "boxed-list")
  private let problem = Label(style: "error", "caption").wrapping(lines: 3)
  private let busy = Label(style: "dim-label", "caption").wrapping(lines: 1)
  private let site = DropSite(actions: [.copy], first: true)
  private var rows: [AttachmentRow] = []
  private var contents: StoredContents?
  private var cover: Int?
  /// Called when files were attached, which may be out of sight.
  var onGrow: @MainActor () -> Void = {}
  private weak var window: Window?
  /// What was attached since the card was removed.
  private var waiting: [NewAttachment] = []
  /// What is being copied, and waits for that.
  private var copying: [Task<Void, Never>] = []

  init(_ card: CardID, _ commands: BoardCommands) {
    self.card = card
    self.commands = commands
    list.accessibleLabel = translated("Attachments")
    let attach = Button(label: translated("A_ttach…"), style: "flat")
    let heading = Label(translated("Attachments"), style: "heading").asHeading()
    widget.append(Box(.horizontal, [heading.expanding(horizontally: true), attach]))
    for part: Widget in [list, busy, problem] { widget.append(part) }
    for label in [busy, problem] { label.isVisible = false }
    attach.onClick { [weak self] in self?.choose() }
    commands.board.observe(self) { [weak self] _ in self?.update() }
    update()
  }

  /// Lets files be dropped anywhere in the dialog.
  func show(in window: Window) {
    self.window = window
    site.onAccept { !$0.types.isEmpty && !$0.types.contains(ChecklistForm.dragType) }
    site.onHover { [weak self] _, _, _ in
      self?.widget.isHovered = true
      return [.copy]
    }
    site.onLeave { [weak self] in self?.widget.isHovered = false }
    site.onDrop { [weak self] drop, _, _ in
      self?.accept(drop)
      return self != nil
    }
    window.add(site)
  }

  /// - Parameter isCancelled: whether what is still being copied is not wanted any more. Otherwise it is attached when
  ///   it is there.
  func close(cancelling isCancelled: Bool) {
    if isCancelled { for task in copying { task.cancel() } }
    commands.board.stopObserving(self)
  }

  /// Whether files wait for a new card, because theirs is removed.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// The files of the card as they were shown last, for a new card instead of one that is removed.
  var files: [NewAttachment] {
    let shown = rows.compactMap { row in
      (try? contents?.read(row.content)).map {
        NewAttachment(name: row.content.name, type: row.content.type, content: $0)
      }
    }
    return Array((shown + waiting).prefix(BoardStore.mostAttachments))
  }

  /// Attaches what is still being copied to a new card.
  func follow(_ new: CardID) {
    (card, waiting) = (new, [])
    update()
  }

  private func update() {
    guard let card = commands.board.card(card) else { return }
    let new = try? commands.board.store.contents(of: card.id)
    guard
      new != contents || rows.map(\.content) != card.openable || cover != card.details.cover
    else { return }
    (contents, cover) = (new, card.details.cover)
    rows = card.openable.compactMap { content in
      new.map { contents in
        AttachmentRow(
          content, isCover: content.attachment != nil && content.attachment == cover, in: contents
        ) { [weak self] in self?.perform($0, content) }
      }
    }
    list.set(rows.map(\.widget))
    list.isVisible = !rows.isEmpty
  }

  // MARK: Files of the card

  private func perform(_ action: FileAction, _ content: OpenableContent) {
    guard let window, let contents else { return }
    say(nil)
    let files = CardFiles(contents, over: window) { [weak self] in self?.say($0) }
    switch action {
    case .open: files.open(content)
    case .openWith: files.openWith(content)
    case .save: files.save(content)
    case .cover: setCover(content.attachment)
    case .remove: if let number = content.attachment { change(.detach(card, attachment: number)) }
    }
  }

  /// Shows the picture of an attachment on the card, or no longer if it is the cover.
  private func setCover(_ number: Int?) {
    do throws(BoardError) {
      try commands.board.edit(card) { (card) throws(BoardError) in
        var words = CardWords(card)
        words.details.cover = words.details.cover == number ? nil : number
        return words
      }
      say(nil)
    } catch {
      say(FailureText.of(error))
    }
  }

  private func change(_ change: BoardChange) {
    do throws(BoardError) {
      try commands.board.perform(change)
      say(nil)
    } catch {
      say(FailureText.of(error))
    }
  }

  private func say(_ text: String?) {
    problem.text = text ?? ""
    problem.isVisible = text != nil
  }

  // MARK: Attaching

  private func choose() {
    guard let window else { return }
    FileChoice.open(
      over: window, translated("Attach Files"), answer: translated("_Attach"), several: true
    ) { [weak self] paths in
      self?.attach { staging in try await ReceivedFiles.files(at: paths, staging) }
    }
  }

  /// Attaches the content of the clipboard if it is files, or a picture without words. Words are for the field with the
  /// keyboard.
  ///
  /// - Returns: whether it attaches something.
  func paste() -> Bool {
    guard let window else { return false }
    let clipboard = Clipboard(of: window)
    let types = clipboard.types
    let hasWords = types.contains { $0.hasPrefix("text/plain") || $0 == "UTF8_STRING" }
    // File managers give the paths as words too.
    guard ReceivedFiles.arePart(of: types) || !hasWords && types.contains(where: Self.isPicture)
    else { return false }
    attach { try await ReceivedFiles.files(of: clipboard, $0) }
    return true
  }

  private func accept(_ drop: Drop) {
    attach { [commands] staging in
      do {
        if let files = try await OfferedFiles.files(of: drop, commands) { return files }
        let files = try await ReceivedFiles.files(of: drop, staging)
        drop.finish(.copy)
        return files
      } catch {
        drop.finish([])
        throw error
      }
    }
  }

  private static func isPicture(_ type: String) -> Bool { type.hasPrefix("image/") }

  /// Copies files into the store and attaches them, after those of earlier calls.
  private func attach(
    _ read: @escaping @MainActor (Staging) async throws -> [NewAttachment]
  ) {
    let previous = copying.last
    say(nil)
    let task = Task { [self, commands] in
      await previous?.value
      busy.text = translated("Attaching…")
      busy.isVisible = true
      defer { busy.isVisible = false }
      do {
        let files = try await read(commands.board.store.staging)
        try Task.checkCancellation()
        try attach(files)
      } catch is CancellationError {
      } catch {
        // The dialog may be closed by now.
        let text = FailureText.of(error)
        if isOpen { say(text) } else { commands.say(text) }
      }
    }
    copying.append(task)
  }

  private func attach(_ files: [NewAttachment]) throws(BoardError) {
    do throws(BoardError) {
      try commands.board.perform(.attach(files, to: card))
      onGrow()
    } catch {
      guard case .noSuchCard = error, isOpen else { throw error }
      waiting += files
      say(translated("The card was removed: what you save becomes a new one, with this file"))
    }
  }

  private var isOpen: Bool { window?.isMapped == true }
}
