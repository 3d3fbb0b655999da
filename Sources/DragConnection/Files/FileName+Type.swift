package import DragModel

extension FileName {
  /// The name with another ending if its ending names another type than the content has: `photo.png` accepted as a list
  /// of addresses becomes `photo.uri`.
  package static func matching(_ name: String, type: String) -> String {
    String(decoding: matching(Array(name.utf8), type: type), as: UTF8.self)
  }

  /// The same for a name that need not be UTF-8.
  package static func matching(_ name: [UInt8], type: String) -> [UInt8] {
    let (stem, suffix) = split(name)
    guard
      let wanted = FileEnding.ending(for: type),
      !suffix.isEmpty,
      let promised = FileEnding.types(
        of: String(decoding: suffix.dropFirst(), as: UTF8.self).lowercased()),
      !promised.contains(where: { FileEnding.isKin($0, MIMEType.essence(of: type)) })
    else { return name }
    return stem + Array(".\(wanted)".utf8)
  }

  /// A safe name for a file in a folder: the suggested one if there is one.
  package static func forFile(suggestion: String?, type: String) -> String {
    if let name = suggestion.flatMap({ safe(matching($0, type: type)) }) { return name }
    return FileEnding.ending(for: type).map { "unnamed.\($0)" } ?? "unnamed"
  }
}
