internal import DragModel
internal import DragSystem

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
    let text = String(decoding: wanted, as: UTF8.self)
    var number = 0
    while true {
      let name = Array((number == 0 ? text : FileName.numbered(text, number)).utf8)
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
    String(decoding: name, as: UTF8.self).lowercased()
  }
}
