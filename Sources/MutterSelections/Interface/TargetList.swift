/// The names of types and targets: best first, without duplicates, and at most `mostNames`.
struct TargetList: Equatable {
  /// The list leaves out longer names: RFC 6838 allows 127 bytes for type and subtype each, and a name above 4 KiB
  /// would end the connection of each Wayland program to which mutter sends it.
  static let longestName = 255
  static let mostNames = 1_024

  /// Targets by which X11 programs ask an owner about its content (ICCCM section 2.6.2).
  private static let questions: Set = ["TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS"]

  private(set) var names: [String] = []
  private var known: Set<String> = []

  init() {}

  init(_ names: [String]) {
    for name in names { append(name) }
  }

  var isFull: Bool { names.count >= Self.mostNames }

  mutating func append(_ name: String) {
    guard !isFull, !name.isEmpty, name.utf8.count <= Self.longestName, !name.utf8.contains(0),
      !Self.questions.contains(name), known.insert(name).inserted
    else { return }
    names.append(name)
  }

  func contains(_ name: String) -> Bool { known.contains(name) }
}
