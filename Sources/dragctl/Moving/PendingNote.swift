internal import DragConnection
internal import DragModel

/// The note that a destination writes before it receives any bytes of a move: where the pending data is, its final
/// name, and which of dragd's records have the move.
struct PendingNote: Hashable {
  let move: NotedMove
  /// The final name.
  let place: FilePlace
  /// Whether it may replace a file of that name.
  let replaces: Bool

  init(move: NotedMove, place: FilePlace, replaces: Bool) {
    self.move = move
    self.place = place
    self.replaces = replaces
  }

  /// The note's own name is the transfer's id.
  var name: String { move.transfer.description }

  /// The hidden name of the pending data, in the same folder.
  var temporaryName: [UInt8] { Array(".dragctl-\(move.transfer)".utf8) }

  private static let title = "dragctl-destination 2"
  /// Without a ledger.
  private static let formerTitle = "dragctl-destination 1"

  /// The second word of a ledger's line is for a ledger of another machine: its host.
  var text: String {
    """
    \(Self.title)
    transfer \(move.transfer)
    ledger \(move.ledger.map(\.description) ?? "-") -
    folder \(place.folderInode) \(PercentText.encoded(place.folder))
    name \(PercentText.encoded(place.name))
    replaces \(replaces ? "yes" : "no")

    """
  }

  /// Nil for any other text.
  init?(_ text: String) {
    if var lines = NoteLines(text, title: Self.title) {
      self.init(&lines, hasLedger: true)
    } else if var lines = NoteLines(text, title: Self.formerTitle) {
      self.init(&lines, hasLedger: false)
    } else {
      return nil
    }
  }

  private init?(_ lines: inout NoteLines, hasLedger: Bool) {
    guard let transfer = lines.next("transfer", 1).flatMap({ Identifier(String($0[0])) }) else {
      return nil
    }
    var ledger: Identifier?
    if hasLedger {
      guard let words = lines.next("ledger", 2), words[1] == "-" else { return nil }
      ledger = Identifier(String(words[0]))
      guard ledger != nil || words[0] == "-" else { return nil }
    }
    guard let folder = lines.next("folder", 2),
      let inode = UInt64(folder[0]), let path = PercentText.decoded(folder[1]),
      let name = lines.next("name", 1).flatMap({ PercentText.decoded($0[0]) }),
      let replaces = lines.next("replaces", 1)?[0], lines.isAtEnd,
      path.first == UInt8(ascii: "/"), !name.isEmpty, !name.contains(UInt8(ascii: "/")),
      replaces == "yes" || replaces == "no"
    else { return nil }
    self.init(
      move: NotedMove(transfer, ledger: ledger),
      place: FilePlace(folder: path, folderInode: inode, name: name), replaces: replaces == "yes")
  }
}
