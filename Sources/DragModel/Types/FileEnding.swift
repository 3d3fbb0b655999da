/// A few well-known file endings, to name content without a name. dragd decides a file's type with the desktop's MIME
/// database, not this.
package enum FileEnding {
  private static let table: [(type: String, endings: [String])] = [
    ("text/plain", ["txt", "text", "log"]),
    ("text/uri-list", ["uri", "uris"]),
    ("text/html", ["html", "htm"]),
    ("text/markdown", ["md", "markdown"]),
    ("text/csv", ["csv"]),
    ("text/calendar", ["ics"]),
    ("text/vcard", ["vcf"]),
    ("application/json", ["json"]),
    ("application/xml", ["xml"]),
    ("application/pdf", ["pdf"]),
    ("application/zip", ["zip"]),
    ("application/gzip", ["gz", "tgz"]),
    ("application/x-tar", ["tar"]),
    ("application/rtf", ["rtf"]),
    ("text/rtf", ["rtf"]),
    ("application/gpx+xml", ["gpx"]),
    ("application/x-geocache", ["geocache"]),
    ("application/vnd.oasis.opendocument.text", ["odt"]),
    ("application/vnd.oasis.opendocument.spreadsheet", ["ods"]),
    ("image/png", ["png"]),
    ("image/jpeg", ["jpg", "jpeg"]),
    ("image/gif", ["gif"]),
    ("image/webp", ["webp"]),
    ("image/svg+xml", ["svg"]),
    ("image/bmp", ["bmp"]),
    ("image/tiff", ["tiff", "tif"]),
    ("audio/mpeg", ["mp3"]),
    ("audio/ogg", ["ogg", "oga"]),
    ("audio/flac", ["flac"]),
    ("audio/wav", ["wav"]),
    ("video/mp4", ["mp4"]),
    ("video/webm", ["webm"]),
    ("video/x-matroska", ["mkv"]),
  ]

  /// The usual ending for a type, without its dot.
  package static func ending(for type: String) -> String? {
    let essence = MIMEType.essence(of: type)
    return table.first { $0.type == essence }?.endings.first
  }

  /// The types that an ending stands for; nil for an unknown ending.
  package static func types(of ending: String) -> [String]? {
    let types = table.filter { $0.endings.contains(ending) }.map(\.type)
    return types.isEmpty ? nil : types
  }

  /// Whether content of one type may have the other type's ending: any text is plain text, and many formats are XML.
  package static func isKin(_ promised: String, _ actual: String) -> Bool {
    if promised == actual { return true }
    switch actual {
    case "application/octet-stream": return true
    case "text/plain": return promised.hasPrefix("text/") && promised != "text/uri-list"
    case "application/xml", "text/xml": return promised.hasSuffix("xml")
    default: return false
    }
  }
}
