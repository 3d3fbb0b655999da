/// Names in a folder that this run has used already, which even `--force` does not replace: two items with different
/// names may have the same safe name.
///
/// They are compared as the least exact file system does, which treats `A` as `a`, and both forms of “é” alike.
struct UsedNames {
  private var names: Set<String> = []

  mutating func insert(_ name: [UInt8]) { names.insert(Self.folded(name)) }

  func contains(_ name: [UInt8]) -> Bool { names.contains(Self.folded(name)) }

  /// Strings that differ only in their composition are equal (Unicode Standard Annex 15).
  private static func folded(_ name: [UInt8]) -> String {
    String(decoding: name, as: UTF8.self).lowercased()
  }
}
