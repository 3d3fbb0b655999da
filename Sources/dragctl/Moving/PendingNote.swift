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

  /// The second word of a ledger's line is the host of another machine's ledger.
  var text: String {
    """
    \(Self.title)
    transfer \(move.transfer)
    ledger \(move.ledger.map(\.description) ?? "-") \(hostWord)
    folder \(place.folderInode) \(PercentText.encoded(place.folder))
    name \(PercentText.encoded(place.name))
    replaces \(replaces ? "yes" : "no")

    """
  }

  private var hostWord: String {
    move.host.map { PercentText.encoded(Array($0.utf8)) } ?? "-"
  }

  /// The text of one note for several moves, whose names are those of all.
  static func text(of notes: [PendingNote]) -> String {
    if let only = notes.first, notes.count == 1 { return only.text }
    return notes.reduce(into: "\(groupTitle)\n") { text, note in
      let place = note.place
      text += "move \(note.move.transfer) \(note.move.ledger.map(\.description) ?? "-") "
      text += "\(note.hostWord) "
      text += "\(place.folderInode) \(PercentText.encoded(place.folder)) "
      text += "\(PercentText.encoded(place.name)) \(note.replaces ? "yes" : "no")\n"
    }
  }

  private static let groupTitle = "dragctl-destination 3"

  /// The move of a note that has several names; nil for any other text.
  ///
  /// - Parameter name: that of the note, which is the transfer's id.
  init?(_ text: String, named name: String) {
    guard var lines = NoteLines(text, title: Self.groupTitle) else {
      self.init(text)
      return
    }
    while let words = lines.next("move", 7) {
      guard words[0] == Substring(name) else { continue }
      // The form of a note of one name, with one reader for both.
      self.init(
        """
        \(Self.title)
        transfer \(words[0])
        ledger \(words[1]) \(words[2])
        folder \(words[3]) \(words[4])
        name \(words[5])
        replaces \(words[6])

        """)
      return
    }
    return nil
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
    var host: String?
    if hasLedger {
      guard let words = lines.next("ledger", 2) else { return nil }
      ledger = Identifier(String(words[0]))
      guard ledger != nil || words[0] == "-" else { return nil }
      if words[1] != "-" {
        host = PercentText.decoded(words[1]).flatMap { String(validating: $0, as: UTF8.self) }
        guard host?.isEmpty == false else { return nil }
      }
    }
    guard let folder = lines.next("folder", 2),
      let inode = UInt64(folder[0]), let path = PercentText.decoded(folder[1]),
      let name = lines.next("name", 1).flatMap({ PercentText.decoded($0[0]) }),
      let replaces = lines.next("replaces", 1)?[0], lines.isAtEnd,
      path.first == UInt8(ascii: "/"), !name.isEmpty, !name.contains(UInt8(ascii: "/")),
      replaces == "yes" || replaces == "no"
    else { return nil }
    self.init(
      move: NotedMove(transfer, ledger: ledger, host: host),
      place: FilePlace(folder: path, folderInode: inode, name: name), replaces: replaces == "yes")
  }
}
