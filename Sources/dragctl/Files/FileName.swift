/// File names from other people's suggestions.
enum FileName {
  /// Bytes that a file name may have on Linux (NAME_MAX).
  static let limit = 255

  /// The suggestion as a name that is safe to create in any folder: one component that is visible, is
  /// no flag to other tools, steers no terminal and leaves room for a number.
  static func safe(_ suggestion: String) -> String? {
    var name = String.UnicodeScalarView()
    for scalar in suggestion.unicodeScalars {
      name.append(scalar == "/" || Printable.isHostile(scalar) ? "_" : scalar)
    }
    // A hidden file would be there and not be seen; a leading dash is a flag to `rm *`.
    if let first = name.first, first == "." || first == "-" {
      name.replaceSubrange(...name.startIndex, with: CollectionOfOne("_"))
    }
    let text = String(name)
    return text.isEmpty ? nil : shortened(text, to: limit - reserve)
  }

  /// For ` (1234)`.
  private static let reserve = 8

  /// `photo.png` becomes `photo (1).png`, `backup.tar.gz` becomes `backup (1).tar.gz`.
  static func numbered(_ name: String, _ number: Int) -> String {
    let (stem, suffix) = split(name)
    return "\(stem) (\(number))\(suffix)"
  }

  /// The name with its ending replaced where it promises another type than the content has:
  /// `photo.png` accepted as a list of addresses is `photo.uri`.
  static func matching(_ name: String, type: String) -> String {
    let (stem, suffix) = split(name)
    guard
      let wanted = FileEnding.ending(for: type),
      !suffix.isEmpty,
      let promised = FileEnding.types(of: suffix.dropFirst().lowercased()),
      !promised.contains(where: { FileEnding.isKin($0, FileEnding.essence(of: type)) })
    else { return name }
    return "\(stem).\(wanted)"
  }

  /// The name without its ending, and the ending with its dot.
  static func split(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    let stem = name[..<dot]
    if stem.hasSuffix(".tar"), stem.utf8.count > 4 {
      return (String(stem.dropLast(4)), ".tar" + name[dot...])
    }
    return (String(stem), String(name[dot...]))
  }

  /// At most that many bytes, cut between characters, the ending kept if it is a short one.
  private static func shortened(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    let (stem, suffix) = split(name)
    let keepsSuffix = suffix.utf8.count <= 16
    let room = limit - (keepsSuffix ? suffix.utf8.count : 0)
    var front = ""
    for character in keepsSuffix ? stem : name {
      guard front.utf8.count + character.utf8.count <= room else { break }
      front.append(character)
    }
    return keepsSuffix ? front + suffix : front
  }
}
