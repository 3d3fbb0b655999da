/// File names made from other programs' suggestions.
package enum FileName {
  /// The most bytes of a file name on Linux (NAME_MAX).
  package static let limit = 255

  /// Bytes that are kept free for a number, up to ` (99999)`.
  private static let numberRoom = 8

  /// The suggestion as a name that is safe to create in any folder: one component, visible, without misleading
  /// characters, no flag to other tools, with room for a number. Nil if no character is left.
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
    name = trimmed(shortened(name, to: limit))
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

  /// `photo.png` becomes `photo (1).png`, `backup.tar.gz` becomes `backup (1).tar.gz`.
  package static func numbered(_ name: String, _ number: Int) -> String {
    let (stem, suffix) = split(name)
    return "\(stem) (\(number))\(suffix)"
  }

  /// The name, cut so that there is room for a number.
  package static func shortened(_ name: String) -> String {
    text(shortened(Array(name.unicodeScalars)[...]))
  }

  /// The name without its ending, and the ending with its dot.
  package static func split(_ name: String) -> (stem: String, suffix: String) {
    let scalars = Array(name.unicodeScalars)[...]
    let dot = suffixStart(scalars)
    return (text(scalars[..<dot]), text(scalars[dot...]))
  }

  // MARK: Scalars

  // A character may have any number of scalars: a limit that cut whole characters could remove the whole name.
  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func suffixStart(_ name: Scalars) -> Int {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name.endIndex }
    let stem = name[..<dot]
    let archive = ".tar".unicodeScalars
    guard stem.count > archive.count, stem.suffix(archive.count).elementsEqual(archive) else {
      return dot
    }
    return dot - archive.count
  }

  /// Keeps a short ending.
  private static func shortened(_ name: Scalars, to most: Int = limit - numberRoom) -> Scalars {
    guard bytes(name) > most else { return name }
    var suffix = name[suffixStart(name)...]
    if bytes(suffix) > 16 { suffix = [] }
    var room = most - bytes(suffix)
    let front = name.prefix { scalar in
      room -= UTF8.width(scalar)
      return room >= 0
    }
    return front + suffix
  }

  private static func trimmed(_ name: Scalars) -> Scalars {
    var name = name.drop { $0 == " " }
    while name.last == " " { name.removeLast() }
    return name
  }

  private static func bytes(_ name: Scalars) -> Int { name.reduce(0) { $0 + UTF8.width($1) } }

  private static func text(_ name: Scalars) -> String { String(String.UnicodeScalarView(name)) }
}
