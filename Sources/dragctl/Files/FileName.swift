internal import CommandLineArguments
internal import DragModel
internal import DragSystem
internal import Translations

extension FileName {
  /// The name with another ending if its ending names another type than the content has: `photo.png` accepted as a list
  /// of addresses becomes `photo.uri`.
  static func matching(_ name: String, type: String) -> String {
    String(decoding: matching(Array(name.utf8), type: type), as: UTF8.self)
  }

  /// The same for a name that need not be UTF-8.
  static func matching(_ name: [UInt8], type: String) -> [UInt8] {
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
  static func forFile(suggestion: String?, type: String) -> String {
    if let name = suggestion.flatMap({ safe(matching($0, type: type)) }) { return name }
    return FileEnding.ending(for: type).map { "unnamed.\($0)" } ?? "unnamed"
  }
}

/// The name that something new gets, made of the one that its source states.
struct GivenName: Hashable {
  let bytes: [UInt8]
  /// The stated name, if it could not be kept.
  private(set) var former: String?

  /// A name that is followed as it is.
  init(own bytes: [UInt8]) { self.bytes = bytes }

  /// - Parameters:
  ///   - suggestion: the stated name as text.
  ///   - exact: its bytes, if the source has stated them.
  ///   - change: what the content makes of a name, before the name is checked.
  ///   - safe: the safe name of a text.
  private init(
    _ suggestion: String?, _ exact: [UInt8]?, _ rule: FileName.Rule,
    change: ([UInt8]) -> [UInt8], safe: (String?) -> String
  ) {
    let stated = exact ?? suggestion.map { Array($0.utf8) }
    switch rule {
    case .exact:
      if let own = stated.flatMap({ FileName.own(change($0)) }) {
        bytes = own
        return
      }
    case .safe: break
    }
    bytes = Array(safe(suggestion ?? exact.map { String(decoding: $0, as: UTF8.self) }).utf8)
    if let stated, change(stated) != bytes { former = Argument(stated).text }
  }

  init(
    ofFile suggestion: String?, _ exact: [UInt8]?, type: MIMEType, _ rule: FileName.Rule
  ) {
    self.init(
      suggestion, exact, rule, change: { FileName.matching($0, type: type.description) },
      safe: { FileName.forFile(suggestion: $0, type: type.description) })
  }

  init(ofFolder suggestion: String?, _ exact: [UInt8]?, _ rule: FileName.Rule) {
    self.init(
      suggestion, exact, rule, change: { $0 },
      safe: { $0.flatMap(FileName.safe) ?? "folder" })
  }

  init(ofArchive suggestion: String?, _ exact: [UInt8]?, _ rule: FileName.Rule) {
    self.init(
      suggestion ?? "folder", exact, rule,
      change: { FileName.shortened($0 + Array(".tar".utf8)) },
      safe: { FileName.safe("\($0 ?? "folder").tar") ?? "folder.tar" })
  }

  /// For people: that the stated name could not be kept; nil if it was.
  var words: String? {
    former.map { translated("its name, “{name}”, was not safe", ["name": Printable.line($0)]) }
  }
}

/// The name of something new in a folder.
enum NumberedName {
  /// Calls `place` with `wanted`, `wanted (1)`, `wanted (2)` … until one is free, and returns that.
  ///
  /// - Parameters:
  ///   - used: names in the folder that this run has used already.
  ///   - place: throws an error that `isExisting` for a name that is used.
  static func firstFree(
    _ wanted: [UInt8], avoiding used: UsedNames = UsedNames(),
    _ place: (_ name: [UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) -> [UInt8] {
    var number = 0
    while true {
      let name = number == 0 ? wanted : FileName.numbered(wanted, number)
      number += 1
      if used.contains(name) { continue }
      do throws(SystemError) {
        try place(name)
        return name
      } catch {
        guard error.isExisting, number < 10_000 else { throw error }
      }
    }
  }
}

/// Names in a folder that this run has used already, which even `--force` does not replace: two items with different
/// names may have the same safe name.
///
/// Compares them as the least exact file system does, which treats `A` as `a`, and both forms of “é” alike.
struct UsedNames {
  private var names: Set<String> = []

  mutating func insert(_ name: [UInt8]) { names.insert(Self.folded(name)) }

  func contains(_ name: [UInt8]) -> Bool { names.contains(Self.folded(name)) }

  /// Strings that differ only in their composition are equal (Unicode Standard Annex 15).
  private static func folded(_ name: [UInt8]) -> String {
    if let text = String(validating: name, as: UTF8.self) { return text.lowercased() }
    // A scalar for each byte: names that are no text differ if their bytes do.
    return "\u{0}" + String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
  }
}
