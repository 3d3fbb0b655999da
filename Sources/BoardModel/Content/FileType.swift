internal import DesktopTypes
internal import DragModel

/// Infers the type of content that comes without one, from the desktop's MIME database.
package enum FileType {
  /// How many first bytes to hand to `infer`.
  package static let firstBytesWanted = TypeDatabase.firstBytesWanted

  /// The type of a file, without a charset.
  ///
  /// The name decides, as in a file manager; where it tells nothing, the bytes decide. Where this package is not
  /// installed the database does not know geocaches, and it never knows GPX by its content: this function does. Any
  /// other text without a telling name is plain text: a script or a page becomes a text card.
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

  /// The types that browsers offer as `application/octet-stream`.
  private static let sentAsBytes: Set = [
    "application/pdf", "image/gif", "image/jpeg", "image/png", "image/webp",
  ]

  /// The type of content that a browser offered as `application/octet-stream`; nil for any other content.
  static func inferFromBrowser(firstBytes: [UInt8]) -> String? {
    let type = TypeDatabase.recognize(firstBytes)?.essence
    return type.flatMap { sentAsBytes.contains($0) ? $0 : nil }
  }
}
