/// File names made from other programs' suggestions.
package enum FileName {
  /// The most bytes of a file name on Linux (NAME_MAX).
  package static let limit = 255

  /// How far the names that a source states are followed.
  package enum Rule: Hashable, Sendable {
    /// As they are, for a program of the user outside of any sandbox: `own`.
    case exact
    /// Cleaned, for all others: `safe` and `safeInFolder`.
    case safe
  }

  /// The name as it is, if it is one component of a path: a file of that name is in the folder itself. Nil for any
  /// other name, and for one that is too long.
  package static func own(_ name: [UInt8]) -> [UInt8]? {
    let isComponent =
      !name.isEmpty && name.count <= limit && !name.elementsEqual(".".utf8)
      && !name.elementsEqual("..".utf8) && !name.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    return isComponent ? name : nil
  }

  /// The suggestion as a name that is safe to create in any folder: one component, visible, without misleading
  /// characters, no flag to other tools. Nil if no character is left.
  ///
  /// Callers apply it last, after every other change of a name. Applying it twice changes nothing.
  package static func safe(_ suggestion: String) -> String? {
    var name = cleaned(suggestion)
    guard let first = name.first else { return nil }
    // A leading dot hides a file, and a leading dash is a flag to `rm *`.
    if first == "." || first == "-" { name[name.startIndex] = "_" }
    // A mark would be drawn onto the slash before the name.
    if first.isMark { name.insert("_", at: name.startIndex) }
    return text(trimmed(shortened(name)))
  }

  /// The same for a name in a folder that arrives as a whole: hidden files are a part of it, and no name gets a number.
  package static func safeInFolder(_ suggestion: String) -> String? {
    var name = cleaned(suggestion)
    guard let first = name.first else { return nil }
    if first == "-" { name[name.startIndex] = "_" }
    if first.isMark { name.insert("_", at: name.startIndex) }
    name = trimmed(shortened(name))
    // Last: what is left of a long name may be `..`.
    if name.allSatisfy({ $0 == "." }), name.count <= 2 { name[name.startIndex] = "_" }
    return text(name)
  }

  private static func cleaned(_ suggestion: String) -> Scalars {
    trimmed(
      suggestion.unicodeScalars.map { scalar -> Unicode.Scalar in
        guard scalar.isFileNameScalar else { return "_" }
        // A person cannot type the other kinds of space.
        return scalar.properties.generalCategory == .spaceSeparator ? " " : scalar
      }[...])
  }

  /// `photo.png` becomes `photo (1).png`, `backup.tar.gz` becomes `backup (1).tar.gz`. A long name is cut so that the
  /// number fits.
  package static func numbered(_ name: String, _ number: Int) -> String {
    String(decoding: numbered(Array(name.utf8), number), as: UTF8.self)
  }

  /// The same for a name that need not be UTF-8.
  package static func numbered(_ name: [UInt8], _ number: Int) -> [UInt8] {
    var (stem, suffix) = split(name)
    let words = Array(" (\(number))".utf8)
    if suffix.count > longestSuffix, name.count + words.count > limit {
      (stem, suffix) = (name, [])
    }
    return cut(stem, to: limit - words.count - suffix.count) + words + suffix
  }

  /// The name, cut so that a folder can have it.
  package static func shortened(_ name: String) -> String {
    String(decoding: shortened(Array(name.utf8)), as: UTF8.self)
  }

  /// The same for a name that need not be UTF-8. What was UTF-8 stays it.
  package static func shortened(_ name: [UInt8], to most: Int = limit) -> [UInt8] {
    guard name.count > most else { return name }
    let (stem, suffix) = split(name)
    guard suffix.count <= longestSuffix else { return cut(name, to: most) }
    return cut(stem, to: most - suffix.count) + suffix
  }

  /// Not within a character.
  private static func cut(_ name: [UInt8], to most: Int) -> [UInt8] {
    guard name.count > most else { return name }
    var end = most
    // A character has at most three bytes that continue it.
    while end > 0, end > most - 4, name[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(name.prefix(name[end] & 0xC0 == 0x80 ? most : end))
  }

  /// In bytes: a longer ending is a part of the name like any other.
  private static let longestSuffix = 16

  /// The name without its ending, and the ending with its dot.
  package static func split(_ name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]) {
    guard var dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return (name, []) }
    let archive = ".tar".utf8
    if dot > archive.count, name[..<dot].suffix(archive.count).elementsEqual(archive) {
      dot -= archive.count
    }
    return (Array(name[..<dot]), Array(name[dot...]))
  }

  /// The name without its ending, and the ending with its dot.
  package static func split(_ name: String) -> (stem: String, suffix: String) {
    let (stem, suffix) = split(Array(name.utf8))
    return (String(decoding: stem, as: UTF8.self), String(decoding: suffix, as: UTF8.self))
  }

  // MARK: Scalars

  // A character may have any number of scalars: a limit that cut whole characters could remove the whole name.
  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func shortened(_ name: Scalars) -> Scalars {
    Array(shortened(text(name)).unicodeScalars)[...]
  }

  private static func trimmed(_ name: Scalars) -> Scalars {
    var name = name.drop { $0 == " " }
    while name.last == " " { name.removeLast() }
    return name
  }

  private static func text(_ name: Scalars) -> String { String(String.UnicodeScalarView(name)) }
}
