internal import BoardModel
internal import CommandLineArguments
internal import DragSystem
internal import Foundation
internal import Translations

/// `dragboard export`
enum ExportVerb {
  static let verb = Verb(
    "export", summary: "write out what is in a card", operands: .init("CARD", least: 1, most: 1),
    description: """
      Writes one representation of the card to standard output: the best one, or the first of a type that --type \
      names. If the card has no such type, the message lists its types.
      """,
    flags: [
      Flag("type", value: .required("TYPE"), help: "a MIME type, or a pattern such as image/*"),
      Flag("output", short: "o", value: .required("FILE"), help: "write into a new file"),
      Flag("force", help: "replace the file if it exists"),
    ],
    examples: [
      .init(
        "dragboard export 4fb16d08 --type application/gpx+xml -o cache.gpx", "a geocache for a GPS"),
      .init("dragboard export 4fb16d08 --type 'image/*' | display", "look at its picture"),
    ]
  ) { invocation in
    let board = try VerbBoard()
    let card = try board.card(invocation.words[0])
    let offered = try board.store.representations(of: card.id, convert: OfferedCards.convert)
    let wanted = try invocation.text(of: "type") ?? "*/*"
    guard let found = offered.first(matching: wanted) else {
      let types = offered.map(\.type).joined(separator: ", ")
      throw CommandFailure(
        .nothingAcceptable, translated("the card has nothing of type “{type}”", ["type": wanted]),
        hint: translated("It has {types}.", ["types": types]))
    }
    let content = try found.read()
    if let file = try invocation.text(of: "output") {
      try save(content, to: file, replacing: invocation.has("force"))
    } else {
      try print(content)
    }
  }

  private static func print(_ content: BoardModel.Content) throws(CommandFailure) {
    var failure: CommandFailure?
    do throws(BoardError) {
      try content.forEachPiece { piece throws(BoardError) in
        do throws(CommandFailure) {
          try Console.print(Array(piece))
        } catch {
          failure = error
          throw .storage(error.message)
        }
      }
    } catch {
      throw failure ?? CommandFailure(error)
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
          throw .storage(
            translated(
              "{path} cannot be written: {reason}", ["path": path, "reason": reason(error)]))
        }
      }
      try file.commit(replacing: isReplacing)
    } catch let error as SystemError {
      guard !error.isExisting else {
        throw CommandFailure(
          .refused, translated("{path} exists already", ["path": path]),
          hint: translated("--force replaces it."))
      }
      throw CommandFailure(
        .other,
        translated("{path} cannot be written: {reason}", ["path": path, "reason": reason(error)]))
    }
  }

  private static func reason(_ error: SystemError) -> String {
    String(cString: strerror(error.errno))
  }
}
