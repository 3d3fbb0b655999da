internal import DragModel

/// The names that clipboards give to types.
package enum TargetNames {
  /// Text in UTF-8, as X11 calls it.
  package static let utf8 = "UTF8_STRING"
  /// Text in Latin-1 by ICCCM section 2.6.2; many owners give UTF-8 all the same.
  package static let latin1 = "STRING"
  /// Text in an encoding that the owner chooses.
  package static let anyText = "TEXT"
  package static let uriList = "text/uri-list"
  /// A list of files after “copy” or “cut”, in the format of GNOME's and most other file managers.
  package static let gnomeFiles = "x-special/gnome-copied-files"
  /// The same list under the name by which MATE's file manager gives and takes it.
  package static let mateFiles = "x-special/mate-copied-files"
  /// The names of that list, the usual one first.
  package static let copiedFiles = [gnomeFiles, mateFiles]
  /// KDE's mark: “1” for a cut of files.
  package static let kdeCut = "application/x-kde-cutselection"
  /// Password managers mark what they copy: any value but “public” is a secret.
  package static let sensitivityHint = "x-kde-passwordManagerHint"
  /// The path of an offer with the same content.
  package static let offer = "application/vnd.dragd.offer"
  /// The mark of a content that a dragclip owns.
  package static let marker = "application/vnd.dragd.clipboard"

  /// The type under which dragd has a target whose name is no MIME type.
  package static let namedTarget = "application/vnd.dragd.target"

  /// Names that give metadata or a command and no content, or only another encoding of text.
  private static let others: Set = [
    "TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "DELETE", "INSERT_SELECTION",
    "INSERT_PROPERTY",
    "COMPOUND_TEXT", utf8, latin1, anyText, sensitivityHint,
  ]

  /// The type of a target whose name is no MIME type; nil for a name without content.
  static func type(ofNamed target: String) -> MIMEType? {
    guard !others.contains(target), !target.isEmpty else { return nil }
    return MIMEType("\(namedTarget);name=\"\(target)\"")
  }

  /// The marker of one dragclip.
  package static func marker(id: String) -> String { "\(marker);id=\(id)" }

  /// The id in a marker; nil for any other target.
  package static func markerID(_ target: String) -> String? {
    guard let type = MIMEType(target), type.essence == marker else { return nil }
    return type.parameters.first { $0.name == "id" }?.value ?? ""
  }
}
