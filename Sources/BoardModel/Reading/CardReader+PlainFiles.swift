internal import DesktopTypes
internal import DragModel
internal import Translations

/// Files whose content is not what their type says.
extension CardReader {
  /// The card of such a file: a picture of another type, or a file of mere bytes, which no program refuses. Nil for
  /// what is no file, and for an error that its content does not have.
  static func plainFile(_ item: IncomingItem, because error: BoardError) -> NewCard? {
    guard let name = item.name,
      let own = item.representations.first(where: { !MIMEType.is($0.type, CardLink.isAddress) }),
      !MIMEType.is(own.type, { $0 == .folderArchive }),
      let note = note(name, error)
    else { return nil }
    func card(_ type: String, _ kind: CardKind) -> NewCard {
      var card = NewCard(
        title: CardText.line(name), kind: kind, name: name,
        representations: [(type, own.content)])
      card.note = note
      return card
    }
    let start = (try? own.content.start(FileType.firstBytesWanted)) ?? []
    let type = TypeDatabase.recognize(start)
    guard let type, type.isImage, type.essence != MIMEType.essence(of: own.type),
      (try? check((type.essence, own.content))) != nil
    else { return card(MIMEType.octetStream.description, .file) }
    var picture = card(type.essence, .image)
    picture.hasPicture = true
    picture.note = translated(
      "“{name}” is a picture of type {type}, whatever its name says",
      ["name": name, "type": type.essence])
    return picture
  }

  private static func note(_ name: String, _ error: BoardError) -> String? {
    switch error {
    case .malformed(let type, let reason):
      translated(
        "“{name}” is a plain file here, because it is no valid {type}: {reason}",
        ["name": name, "type": type, "reason": reason])
    case .invalid, .missingLibrary:
      translated(
        "“{name}” is a plain file here: {reason}", ["name": name, "reason": error.message])
    default: nil
    }
  }
}

extension BoardError {
  /// Whether content may have been of its type before its source was killed: it ends before its format does, or it
  /// begins as a PNG and is none.
  var isCutOff: Bool {
    guard case .malformed(let type, let reason) = self else { return false }
    return reason.hasPrefix(translated("it ends too early"))
      || type == "image/png" && reason != PNGFile.wrongStart
  }
}
