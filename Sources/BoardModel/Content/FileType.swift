internal import DesktopTypes
internal import DragModel

/// The type of content that comes without one, as the desktop's MIME database has it.
package enum FileType {
  /// How many first bytes to hand to `infer`.
  package static let firstBytesWanted = TypeDatabase.firstBytesWanted

  /// The type of a file, without a charset.
  ///
  /// The name decides, as in a file manager; where it tells nothing, the bytes do. The database does not know geocaches
  /// where this package is not installed, nor GPX by its content: those are known here. Other text without a telling name
  /// is plain text, whatever language it is in.
  ///
  /// - Parameters:
  ///   - name: its name, nil for none.
  ///   - firstBytes: its first bytes.
  package static func infer(name: String?, firstBytes: [UInt8]) -> String {
    if let name, let own = ownType(name: name.lowercased()) { return own }
    let type = TypeDatabase.infer(name: name, firstBytes: firstBytes).essence
    if let name, TypeDatabase.knows(name: name) { return type }
    let isOther = [Geocache.type, GPX.type].contains(type) || type.hasPrefix("image/")
    guard !isOther, TypeDatabase.isText(type) else { return type }
    return ownType(firstBytes: firstBytes) ?? "text/plain"
  }

  private static func ownType(name: String) -> String? {
    if name.hasSuffix(".geocache") { return Geocache.type }
    return name.hasSuffix(".gpx") ? GPX.type : nil
  }

  private static func ownType(firstBytes: [UInt8]) -> String? {
    guard let text = Charset.decode(cut: firstBytes, "utf-8") else { return nil }
    let members = ["\"name\"", "\"summary\"", "\"latitude\""]
    if text.trimmed.hasPrefix("{"), members.allSatisfy({ text.contains($0) }) {
      return Geocache.type
    }
    return text.contains("<gpx") ? GPX.type : nil
  }

  /// The types that browsers give away as mere bytes.
  private static let sentAsBytes: Set = [
    "application/pdf", "image/gif", "image/jpeg", "image/png", "image/webp",
  ]

  /// The type of content that came as mere bytes from a browser; nil for what no browser sends so.
  static func inferFromBrowser(firstBytes: [UInt8]) -> String? {
    let type = TypeDatabase.infer(name: nil, firstBytes: firstBytes).essence
    return sentAsBytes.contains(type) ? type : nil
  }
}
