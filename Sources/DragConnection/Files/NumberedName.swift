internal import DragModel
package import DragSystem

/// The name of something new in a folder.
package enum NumberedName {
  /// Calls `place` with `wanted`, `wanted (1)`, `wanted (2)` … until one is free, and returns that.
  ///
  /// - Parameters:
  ///   - used: names in the folder that this run has used already.
  ///   - place: throws an error that `isExisting` for a name that is used.
  package static func firstFree(
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
package struct UsedNames {
  private var names: Set<String> = []

  package init() {}

  package mutating func insert(_ name: [UInt8]) { names.insert(Self.folded(name)) }

  package func contains(_ name: [UInt8]) -> Bool { names.contains(Self.folded(name)) }

  /// Strings that differ only in their composition are equal (Unicode Standard Annex 15).
  private static func folded(_ name: [UInt8]) -> String {
    if let text = String(validating: name, as: UTF8.self) { return text.lowercased() }
    // A scalar for each byte: names that are no text differ if their bytes do.
    return "\u{0}" + String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
  }
}
