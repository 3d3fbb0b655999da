internal import CGIO
internal import DragModel

/// How types relate, read whole out of the lists `aliases` and `subclasses` in the folders of the desktop's MIME database
/// (Shared MIME-info Database specification 0.21, section 2.11). GIO answers only whether one type is a subclass of
/// another, which is too slow where peers choose very many of both; and it compares by bytes, while the MIME standard knows
/// types in lower case only, and the database has some with capitals.
struct TypeRelations: TypeHierarchy, Equatable {
  private var aliases: [String: String] = [:]
  private var parents: [String: [String]] = [:]

  /// Reads the lists; one that is missing has nothing to tell.
  static func load() -> TypeRelations {
    var relations = TypeRelations()
    guard var folder = g_content_type_get_mime_dirs() else { return relations }
    while let path = folder.pointee {
      let path = String(cString: path)
      eachPair(path + "/aliases") { alias, type in
        // The folder that is looked at first counts.
        relations.aliases[alias] = relations.aliases[alias] ?? type
      }
      eachPair(path + "/subclasses") { relations.parents[$0, default: []].append($1) }
      folder += 1
    }
    return relations
  }

  /// Every name that a relation is known of.
  var known: Set<String> {
    var known = Set(parents.keys)
    for (alias, type) in aliases { known.formUnion([alias, type]) }
    return known
  }

  func canonical(_ essence: String) -> String { aliases[essence] ?? essence }

  /// All ancestors, the nearest first. Every text is plain text too (the specification's section 2.11), known or not.
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

  /// Calls the body with the two types of each line, in lower case.
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
