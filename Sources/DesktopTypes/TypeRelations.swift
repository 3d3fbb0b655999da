internal import CGIO
internal import DragModel

/// The relations between types, read from the lists `aliases` and `subclasses` in the folders of the desktop's MIME
/// database (Shared MIME-info Database specification 0.21, section 2.11). GIO only tells whether one type is a
/// subclass of another, which is too slow for the many types that peers may choose. It also compares bytes, while the
/// MIME standard has types in lower case only and the database has some with capitals.
struct TypeRelations: TypeHierarchy, Equatable {
  private var aliases: [String: String] = [:]
  private var parents: [String: [String]] = [:]

  /// Reads the lists; a missing one has no relations.
  static func load() -> TypeRelations {
    var relations = TypeRelations()
    guard var folder = g_content_type_get_mime_dirs() else { return relations }
    while let path = folder.pointee {
      let path = String(cString: path)
      eachPair(path + "/aliases") { alias, type in
        // The first folder has precedence.
        relations.aliases[alias] = relations.aliases[alias] ?? type
      }
      eachPair(path + "/subclasses") { relations.parents[$0, default: []].append($1) }
      folder += 1
    }
    return relations
  }

  /// Every name that occurs in a relation.
  var known: Set<String> {
    var known = Set(parents.keys)
    for (alias, type) in aliases { known.formUnion([alias, type]) }
    return known
  }

  func canonical(_ essence: String) -> String { aliases[essence] ?? essence }

  /// All ancestors, the nearest first. Every `text/` type, known or not, is a subclass of plain text (section 2.11 of
  /// the specification).
  func ancestors(of essence: String) -> [String] {
    var found: [String] = []
    var next = 0
    var current = essence
    while true {
      var direct = parents[current]?.map { canonical($0) } ?? []
      if current.hasPrefix("text/") { direct.append("text/plain") }
      for parent in direct where parent != essence && !found.contains(parent) {
        found.append(parent)
      }
      guard next < found.count else { return found }
      current = found[next]
      next += 1
    }
  }

  /// Calls `body` with the two types of each line, in lower case.
  private static func eachPair(_ path: String, _ body: (String, String) -> Void) {
    var text: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    guard g_file_get_contents(path, &text, &length, nil) != 0 else { return }
    defer { g_free(text) }
    let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2 else { continue }
      body(lowercased(words[0]), lowercased(words[1]))
    }
  }

  private static func lowercased(_ word: some Sequence<UInt8>) -> String {
    String(decoding: word.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
