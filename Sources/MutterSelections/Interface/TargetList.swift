/// The names of types and targets, best first, without doubles, and bounded: a program may offer anything.
struct TargetList: Equatable {
  /// A longer name is left out; RFC 6838 allows 127 bytes for type and subtype each. Those above 4 KiB would end the
  /// connection of each Wayland program that mutter tells of them.
  static let longestName = 255
  static let mostNames = 1_024

  /// Questions of X11 programs to an owner and its answers' bookkeeping (ICCCM section 2.6.2): no content.
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
