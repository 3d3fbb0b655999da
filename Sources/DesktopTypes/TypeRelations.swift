internal import DragModel
internal import DragSystem

/// The relations between types, read from the lists `aliases` and `subclasses` in the folders of the desktop's MIME
/// database (Shared MIME-info Database specification 0.21, section 2.11). GIO only tells whether one type is a
/// subclass of another, which is too slow for the many types that peers may choose. It also compares bytes, while the
/// MIME standard has types in lower case only and the database has some with capitals.
struct TypeRelations: TypeHierarchy {
  private var aliases: [String: String] = [:]
  private var parents: [String: [String]] = [:]
  /// The lists that were read; nil before any was.
  private var files: TypeFiles?

  /// Reads the lists again; a missing one has no relations.
  ///
  /// Reading takes longer than all else that an Accept does, so it is done only when a list is another file.
  /// - Returns: whether one is.
  mutating func reload() -> Bool {
    let present = TypeFiles(["aliases", "subclasses"])
    guard present != files else { return false }
    self = TypeRelations()
    files = present
    for folder in DataFolders.paths(of: "mime") {
      TypeList(folder + "/aliases").eachPair { alias, type in
        // The first folder has precedence.
        aliases[alias] = aliases[alias] ?? type
      }
      TypeList(folder + "/subclasses").eachPair { parents[$0, default: []].append($1) }
    }
    return true
  }

  /// The types of the longest ending of a file's name, of those with the greatest weight: the list `globs2` of the
  /// specification, section 2.5. Patterns that are no endings do not count.
  static func types(ofName name: String) -> [String] {
    let name = TypeList.lowercased(Array(name.utf8))
    var found: [(rank: (Int, Int), type: String)] = []
    for folder in DataFolders.paths(of: "mime") {
      TypeList(folder + "/globs2").eachLine { words in
        let fields = words[0].split(separator: UInt8(ascii: ":"))
        guard words.count == 1, fields.count >= 3, fields[2].starts(with: Array("*.".utf8)),
          let weight = Int(String(decoding: fields[0], as: UTF8.self))
        else { return }
        let ending = TypeList.lowercased(fields[2].dropFirst())
        guard name.utf8.count > ending.utf8.count, name.hasSuffix(ending) else { return }
        found.append(((weight, ending.utf8.count), TypeList.lowercased(fields[1])))
      }
    }
    guard let best = found.map(\.rank).max(by: <) else { return [] }
    return found.filter { $0.rank == best }.map(\.type)
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
}

/// Every type of the database and every other name of one.
struct TypeNames {
  private static let lists = ["types", "aliases"]
  private let files = TypeFiles(lists)
  private var names: Set<String> = []

  init() {
    for folder in DataFolders.paths(of: "mime") {
      for list in Self.lists {
        TypeList("\(folder)/\(list)").eachLine { names.insert(TypeList.lowercased($0[0])) }
      }
    }
  }

  func contains(_ essence: String) -> Bool { names.contains(essence) }

  /// Whether a list is another file now.
  var isStale: Bool { TypeFiles(Self.lists) != files }
}

/// Which files some lists are, in each folder of the database: update-mime-database(1) replaces them.
private struct TypeFiles: Hashable {
  private let identities: [FileIdentity?]

  init(_ lists: [String]) {
    identities = DataFolders.paths(of: "mime").flatMap { folder in
      lists.map { (try? FileStatus.of(path: Array("\(folder)/\($0)".utf8)))?.identity }
    }
  }
}

/// A list of the database as it is on the disk: one or two types on a line.
private struct TypeList {
  private let bytes: [UInt8]

  /// A missing list is empty.
  init(_ path: String) {
    bytes = (try? FilePath.openForReading(Array(path.utf8)).readToEnd(limit: Self.largest)) ?? []
  }

  /// The most bytes of a list; those of a full desktop have a hundredth of it.
  private static let largest = 16 << 20

  /// Calls `body` with the two types of each line, in lower case.
  func eachPair(_ body: (String, String) -> Void) {
    eachLine { words in
      if words.count == 2 { body(Self.lowercased(words[0]), Self.lowercased(words[1])) }
    }
  }

  /// Calls `body` with the words of each line that has some.
  func eachLine(_ body: ([ArraySlice<UInt8>]) -> Void) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      if !words.isEmpty { body(words) }
    }
  }

  static func lowercased(_ word: some Sequence<UInt8>) -> String {
    String(decoding: word.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
