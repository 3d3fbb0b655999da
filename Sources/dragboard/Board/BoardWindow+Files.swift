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
          guard let path = paths.first else { return }
          self?.add(try await Self.read(path))
        } catch {
          self?.say(FailureText.of(error))
        }
      }
    }
  }

  @concurrent private static func read(_ path: String) async throws -> BoardImport {
    try BoardImport(fileAt: path)
  }

  private func add(_ read: BoardImport) {
    guard !read.lists.isEmpty else { return say(translated("The file has no list")) }
    let count = read.lists.reduce(0) { $0 + $1.cards.count }
    let outcome = commands.perform(
      .importLists(read.lists, to: board.id),
      saying: translated(
        count: count, one: "{count} card imported", other: "{count} cards imported"))
    if let first = outcome?.lists.first { boardView.show(first) }
    show(read.left, translated("Some of It Is Not on the Board"))
  }

  /// Asks for a file and writes the board's lists into it.
  func exportFile() {
    FileChoice.save(
      over: window, translated("Export Lists"), answer: translated("_Export"), name: "\(name).md"
    ) { [weak self] path in
      guard let self else { return }
      let written = commands.attempt { () throws(BoardError) in
        let export = try board.store.export(board.id, toFileNamed: path)
        try export.save(to: path)
        return export
      }
      guard let written else { return }
      let file = URL(filePath: path).lastPathComponent
      say(translated("“{file}” written", ["file": file]))
      show(written.left, translated("Some of It Is Not in the File"))
    }
  }

  /// The most lines that a dialog shows.
  private static let most = 12

  /// Shows what could not be imported or exported.
  private func show(_ left: [String], _ heading: String) {
    guard !left.isEmpty else { return }
    let more = left.count - Self.most
    let rest =
      more > 0 ? [translated(count: more, one: "and {count} more", other: "and {count} more")] : []
    let lines = left.prefix(Self.most).map { String($0.prefix(120)) } + rest
    Notice.present(
      over: window, heading, lines.joined(separator: "\n"), close: translated("_Close"))
  }
}
