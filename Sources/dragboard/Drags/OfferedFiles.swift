internal import BoardModel
internal import DragClient
internal import DragModel
internal import GtkKit

/// Files on offer on dragd, to be attached to a card.
enum OfferedFiles {
  /// The type that says that all items of an offer are files: a drag shows no more of an offer than its path.
  static let type = "application/x-dragboard-files"

  /// The mark of a drag of such an offer.
  static let mark = ContentRepresentation(type) { try await $0.write("files") }

  /// Whether all items are files.
  static func areAll(_ items: [OfferedItem]) -> Bool {
    !items.isEmpty
      && items.allSatisfy { isFile(named: $0.suggestedName, $0.representations.map(\.type)) }
  }

  /// Whether an item is a file, a picture or a folder: it has a name, or what it offers first is no text. Cards and
  /// geocaches are cards.
  static func isFile(named name: String?, _ types: [String]) -> Bool {
    let cards = [CardDescription.type, WantedTypes.cards, Geocache.type]
    guard let first = types.first,
      !types.contains(where: { cards.contains(MIMEType.essence(of: $0)) })
    else { return false }
    if name != nil { return true }
    return ReceivedFiles.areOnly(amongTypes: types)
      || MIMEType.is(first) { $0.type != "text" } && !types.contains { MIMEType.is($0, \.isHTML) }
  }

  /// Whether an item has the addresses of files, whose sizes it does not tell, and not their content.
  static func areAddresses(named name: String?, _ types: [String]) -> Bool {
    types.first.map { MIMEType.is($0, \.isURIList) } == true
      || name == nil && ReceivedFiles.areOnly(amongTypes: types)
  }

  /// The files of a drop that says that it is an offer of files; nil for any other drop.
  static func files(of drop: Drop, _ commands: BoardCommands) async throws -> [NewAttachment]? {
    guard drop.types.contains(type), let (_, items) = try await drop.offer(at: commands.bus) else {
      return nil
    }
    // The source can end the drag: dragd transfers the files.
    drop.finish(.copy)
    return try await ReceivedFiles.files(of: cards(of: items, commands.board))
  }

  /// Copies the items of an offer, and makes cards of them; of none where one of them fails.
  static func cards(of items: [OfferedItem], _ board: Board) async throws -> [NewCard] {
    var cards: [NewCard] = []
    for item in items {
      let transfer = OfferTransfer(of: item.offered.path)
      defer { transfer.end() }
      do {
        cards += try await ItemReceiver.copies(of: item, board, transfer)
      } catch let error as BoardError {
        guard let name = item.suggestedName else { throw error }
        throw error.naming(file: name).refusing(files: items.count)
      }
    }
    return cards
  }
}
