internal import DragModel

/// The note that a destination writes before it receives any bytes of a move: where the pending data is, and its final
/// name.
struct PendingNote: Hashable {
  let transfer: Identifier
  /// The final name.
  let place: FilePlace
  /// Whether it may replace a file of that name.
  let replaces: Bool

  init(transfer: Identifier, place: FilePlace, replaces: Bool) {
    self.transfer = transfer
    self.place = place
    self.replaces = replaces
  }

  /// The note's own name is the transfer's id.
  var name: String { transfer.description }

  /// The hidden name of the pending data, in the same folder.
  var temporaryName: [UInt8] { Array(".dragctl-\(transfer)".utf8) }

  private static let title = "dragctl-destination 1"

  var text: String {
    """
    \(Self.title)
    transfer \(transfer)
    folder \(place.folderInode) \(PercentText.encoded(place.folder))
    name \(PercentText.encoded(place.name))
    replaces \(replaces ? "yes" : "no")

    """
  }

  /// Nil for any other text.
  init?(_ text: String) {
    guard var lines = NoteLines(text, title: Self.title),
      let transfer = lines.next("transfer", 1).flatMap({ Identifier(String($0[0])) }),
      let folder = lines.next("folder", 2),
      let inode = UInt64(folder[0]), let path = PercentText.decoded(folder[1]),
      let name = lines.next("name", 1).flatMap({ PercentText.decoded($0[0]) }),
      let replaces = lines.next("replaces", 1)?[0], lines.isAtEnd,
      path.first == UInt8(ascii: "/"), !name.isEmpty, !name.contains(UInt8(ascii: "/")),
      replaces == "yes" || replaces == "no"
    else { return nil }
    self.init(
      transfer: transfer, place: FilePlace(folder: path, folderInode: inode, name: name),
      replaces: replaces == "yes")
  }
}
