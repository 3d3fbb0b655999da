internal import CGIO

/// The types that the MIME database writes with capital letters, by their name in lower case. GIO
/// compares by bytes, but the MIME standard knows types in lower case only: without this
/// `application/vnd.ms-excel.sheet.macroEnabled.12` would have neither alias nor parent.
struct TypeSpellings {
  private var byLowerCase: [String: String] = [:]

  /// How the database writes `essence`.
  func spelling(of essence: String) -> String {
    byLowerCase[essence] ?? essence
  }

  /// Reads the lists of names in the database's folders; one that is missing has none to tell.
  static func load() -> TypeSpellings {
    var spellings = TypeSpellings()
    guard var folder = g_content_type_get_mime_dirs() else { return spellings }
    while let path = folder.pointee {
      for list in ["types", "aliases"] {
        spellings.read(String(cString: path) + "/" + list)
      }
      folder += 1
    }
    return spellings
  }

  private mutating func read(_ path: String) {
    var text: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    guard g_file_get_contents(path, &text, &length, nil) != 0 else { return }
    defer { g_free(text) }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
    for word in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: " ") })
    where word.contains(UInt8(ascii: "/")) && word.contains(where: Self.isCapital) {
      let name = String(decoding: word, as: UTF8.self)
      // The folder that is looked at first counts.
      byLowerCase[name.lowercased()] = byLowerCase[name.lowercased()] ?? name
    }
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
