/// Names in a folder that one run has given, which even `--force` spares: two items of other names may have one safe name.
///
/// They are compared as the least exact file system does, which takes `A` for `a` and “é” for “e” with an accent.
struct TakenNames {
  private var names: Set<String> = []

  mutating func insert(_ name: [UInt8]) { names.insert(Self.folded(name)) }

  func contains(_ name: [UInt8]) -> Bool { names.contains(Self.folded(name)) }

  /// Strings that differ in their composition only are equal (Unicode Standard Annex 15).
  private static func folded(_ name: [UInt8]) -> String {
    String(decoding: name, as: UTF8.self).lowercased()
  }
}
