internal import DragModel

extension FileName {
  /// The name with another ending if its ending names another type than the content has: `photo.png` accepted as a list
  /// of addresses becomes `photo.uri`.
  static func matching(_ name: String, type: String) -> String {
    let (stem, suffix) = split(name)
    guard
      let wanted = FileEnding.ending(for: type),
      !suffix.isEmpty,
      let promised = FileEnding.types(of: suffix.dropFirst().lowercased()),
      !promised.contains(where: { FileEnding.isKin($0, MIMEType.essence(of: type)) })
    else { return name }
    return "\(stem).\(wanted)"
  }

  /// A safe name for a file in a folder: the suggested one if there is one.
  static func forFile(suggestion: String?, type: String) -> String {
    if let name = suggestion.flatMap({ safe(matching($0, type: type)) }) { return name }
    return FileEnding.ending(for: type).map { "unnamed.\($0)" } ?? "unnamed"
  }
}
