internal import BoardModel
internal import DragSystem
internal import Foundation

/// `dragboard export`
enum ExportVerb {
  static let verb = Verb(
    "export", summary: "write out what is in a card", operands: "CARD", least: 1, most: 1,
    description: """
      Writes one representation of the card to standard output: the best one, or the first of a type that --type \
      names. What the card can be had as is told when it has no such type.
      """,
    flags: [
      Flag("type", value: "TYPE", help: "a MIME type, or a pattern such as image/*"),
      Flag("output", short: "o", value: "FILE", help: "write into a new file"),
      Flag("force", help: "replace the file if it is there"),
    ],
    examples: [
      ("dragboard export 4fb16d08 --type application/gpx+xml -o cache.gpx", "a geocache for a GPS"),
      ("dragboard export 4fb16d08 --type 'image/*' | display", "look at its picture"),
    ]
  ) { words in
    let board = try VerbBoard()
    let card = try board.card(words.operands[0])
    let offered = try board.store.representations(of: card.id, convert: OfferedCards.convert)
    let wanted = words.value(of: "type") ?? "*/*"
    guard let found = offered.first(matching: wanted) else {
      let types = offered.map(\.type).joined(separator: ", ")
      throw CommandFailure(
        .nothingAcceptable, "the card has nothing of type “\(wanted)”",
        hint: "It can be had as \(types).")
    }
    let content = try found.read()
    if let file = words.value(of: "output") {
      try save(content, to: file, replacing: words.has("force"))
    } else {
      try content.forEachPiece { piece throws(BoardError) in
        guard (try? Console.print(Array(piece))) != nil else {
          throw .storage("standard output cannot be written to")
        }
      }
    }
  }

  /// The file appears completely or not at all. A symbolic link of its name is replaced; its target stays unchanged.
  private static func save(
    _ content: BoardModel.Content, to path: String, replacing isReplacing: Bool
  ) throws {
    do {
      var file = try UnfinishedFile(at: path)
      try content.forEachPiece { piece throws(BoardError) in
        do throws(SystemError) {
          try file.write(Array(piece))
        } catch {
          throw .storage("\(path) cannot be written: \(reason(error))")
        }
      }
      try file.commit(replacing: isReplacing)
    } catch let error as SystemError {
      guard !error.isExisting else {
        throw CommandFailure(.refused, "\(path) is there already", hint: "--force replaces it.")
      }
      throw CommandFailure(.other, "\(path) cannot be made: \(reason(error))")
    }
  }

  private static func reason(_ error: SystemError) -> String {
    String(cString: strerror(error.errno))
  }
}
