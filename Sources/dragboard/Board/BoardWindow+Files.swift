internal import BoardModel
internal import Foundation
internal import GtkKit
internal import Translations

/// Lists as files of other programs.
extension BoardWindow {
  /// Asks for a file and adds its lists.
  func importFile() {
    FileChoice.open(
      over: window, translated("Import Lists"), answer: translated("_Import"), several: false
    ) { [weak self] paths in
      Task {
        do {
          guard let path = paths.first, let commands = self?.commands else { return }
          if BoardStore.isBackup(at: path) {
            let outcome = try await Self.restore(path, commands.board.store.folder)
            self?.show(outcome)
            return
          }
          // The window may show another board once a large file is read.
          let read = try await Self.read(path)
          self?.ask(about: read, path, commands)
        } catch {
          self?.say(FailureText.of(error))
        }
      }
    }
  }

  /// Asks on which board the lists go.
  private func ask(about read: BoardImport, _ path: String, _ commands: BoardCommands) {
    guard !read.lists.isEmpty else { return say(translated("The file has no list")) }
    let file = URL(filePath: path).lastPathComponent
    let count = read.cardCount
    var words = translated(
      count: count, one: "It has {count} card.", other: "It has {count} cards.")
    if count > NewCard.mostUnasked {
      words += "\n" + translated("That is more than a person usually means.")
    }
    Choice.present(
      over: window, translated("Import “{file}”?", ["file": file]), words,
      cancel: translated("_Cancel"),
      answers: [translated("As a _New Board"), translated("To This _Board")]
    ) { [weak self] answer in
      guard let self, let answer else { return }
      let used = Set(application.boards.named.map { $0.name.lowercased() } + NamedBoard.reserved)
      let title = BoardImport.title(ofFileAt: path).replacing("/", with: " ")
      add(read, commands, naming: answer == 0 ? BoardList.freeTitle(title, besides: used) : nil)
    }
  }

  @concurrent private static func read(_ path: String) async throws -> BoardImport {
    try BoardImport(fileAt: path)
  }

  /// A store for another thread than that of the windows.
  @concurrent private static func restore(
    _ path: String, _ folder: String
  ) async throws -> ChangeOutcome {
    try BoardStore(folder: folder).restoreBackup(at: path)
  }

  /// Shows the first board of a backup.
  private func show(_ restored: ChangeOutcome) {
    board.noteOwn(restored)
    board.refresh()
    if let first = restored.boards.first { show(first) }
    let words = translated(
      count: restored.boards.count, one: "{count} board of the backup added",
      other: "{count} boards of the backup added")
    if let change = restored.change {
      commands.offerUndo(of: change) { _ in words }
    }
    show(restored.notes, translated("Some Boards Have Other Names"))
  }

  /// - Parameter name: of a new board; nil for that of the commands.
  private func add(_ read: BoardImport, _ commands: BoardCommands, naming name: String?) {
    let count = read.cardCount
    let (first, rest) = read.lists.cut(after: Board.firstPiece)
    let outcome = commands.perform(
      .importLists(first, to: name == nil ? commands.board.id : BoardID(), naming: name),
      saying: translated(
        count: count, one: "{count} card imported", other: "{count} cards imported"))
    if let new = outcome?.boards.first { show(new) }
    if let first = outcome?.lists.first { boardView.show(first) }
    if let outcome {
      Task { await commands.add(rest, to: outcome.lists, in: outcome.step) }
    }
    let heading =
      read.left.isEmpty
      ? translated("Some of It Is Different Here") : translated("Some of It Is Not on the Board")
    show((outcome?.notes ?? []) + read.left, heading)
  }

  private static let formats = [
    FileKind("Markdown (.md)", ending: "md"), FileKind("iCalendar (.ics)", ending: "ics"),
    FileKind("todo.txt (.txt)", ending: "txt"),
    FileKind(
      translated("Backup of All Boards") + " (.tar)", ending: ListFile.backupEnding),
  ]

  /// Asks for a file and writes the board's lists into it. A name without the ending of a format gets that of the
  /// chosen one.
  func exportFile() {
    // The window shows the default board once another process deletes this one.
    let named = board.id
    FileChoice.save(
      over: window, translated("Export Lists"), answer: translated("_Export"), name: name,
      kinds: Self.formats
    ) { [weak self] typed, format in
      guard let self else { return }
      let path = ListFile.path(typed, ending: format.ending)
      guard path != typed, FileManager.default.fileExists(atPath: path) else {
        return write(named, to: path)
      }
      Question.present(
        over: window,
        translated("Replace “{file}”?", ["file": URL(filePath: path).lastPathComponent]),
        translated("The folder has a file of this name already."), cancel: translated("_Cancel"),
        answer: translated("_Replace")
      ) { [weak self] in
        self?.write(named, to: path)
      }
    }
  }

  private func write(_ id: BoardID, to path: String) {
    let file = URL(filePath: path)
    if file.pathExtension.lowercased() == ListFile.backupEnding {
      let folder = board.store.folder
      Task {
        do {
          try await Self.backUp(folder, to: path)
          say(translated("“{file}” written", ["file": file.lastPathComponent]))
        } catch {
          say(FailureText.of(error))
        }
      }
      return
    }
    let written = commands.attempt { () throws(BoardError) in
      let export = try board.store.export(id, toFileNamed: path)
      try export.save(to: path)
      return export
    }
    guard let written else { return }
    say(translated("“{file}” written", ["file": file.lastPathComponent]))
    show(written.left, translated("Some of It Is Not in the File"))
  }

  @concurrent private static func backUp(_ folder: String, to path: String) async throws {
    try BoardStore(folder: folder).writeBackup(to: path, replacing: true)
  }

  /// The most lines that a dialog shows.
  private static let most = 12

  /// Shows what could not be imported or exported.
  private func show(_ left: [String], _ heading: String) {
    guard !left.isEmpty else { return }
    let more = left.count - Self.most
    let rest =
      more > 0 ? [translated(count: more, one: "and {count} more", other: "and {count} more")] : []
    let lines = left.prefix(Self.most).map { String($0.prefix(240)) } + rest
    Notice.present(
      over: window, heading, lines.joined(separator: "\n"), close: translated("_Close"))
  }
}
