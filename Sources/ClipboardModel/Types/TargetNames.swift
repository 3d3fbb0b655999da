internal import DragModel

/// The names that clipboards give to types.
package enum TargetNames {
  /// Text in UTF-8, as X11 calls it.
  package static let utf8 = "UTF8_STRING"
  /// Text in Latin-1 by ICCCM section 2.6.2; many owners give UTF-8 all the same.
  package static let latin1 = "STRING"
  /// Text in whatever encoding the owner likes.
  package static let anyText = "TEXT"
  package static let uriList = "text/uri-list"
  /// A list of files with what is to be done with them, as GNOME's and most other file managers have it.
  package static let gnomeFiles = "x-special/gnome-copied-files"
  /// KDE: “1” where the files are to be moved.
  package static let kdeCut = "application/x-kde-cutselection"
  /// Password managers mark what they copy: any value but “public” is a secret.
  package static let sensitivityHint = "x-kde-passwordManagerHint"
  /// The path of an offer of dragd's that has the same content.
  package static let offer = "application/vnd.dragd.offer"
  /// Marks what a dragclip owns.
  package static let marker = "application/vnd.dragd.clipboard"

  /// The marker of one dragclip.
  package static func marker(id: String) -> String { "\(marker);id=\(id)" }

  /// The id in a marker; nil for any other target.
  package static func markerID(_ target: String) -> String? {
    guard let type = MIMEType(target), type.essence == marker else { return nil }
    return type.parameters.first { $0.name == "id" }?.value ?? ""
  }
}
