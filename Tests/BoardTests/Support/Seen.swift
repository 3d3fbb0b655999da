/// Something that assistive technology sees in a window.
struct Seen: Decodable, Equatable {
  let role: String
  let name: String
  /// The text of an editable field.
  let text: String?
  let depth: Int
  /// Coordinates in the window, without its shadow.
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  let isSelected: Bool
  let isFocused: Bool

  var isShown: Bool { width > 0 && height > 0 }
}

/// The things whose places `look` reports; each place costs a message.
enum Places {
  case all
  case none
  /// Windows.
  case frames
  /// Things with this role and name.
  case of(String, String)

  /// The words for Tests/Tools/accessible.
  var words: String {
    switch self {
    case .all: ""
    case .none: " none"
    case .frames: " frame"
    case .of(let role, let name): " \(role)\t\(name)"
    }
  }
}

/// A list of the board as assistive technology sees it.
struct SeenList: Equatable {
  let title: String
  let cards: [String]

  /// Whether it has these cards, as far as GTK has made rows for them: since 4.12 only for what is in sight.
  func shows(_ all: [String]) -> Bool {
    all == cards
      || all.count > 10 && !cards.isEmpty && all.indices.contains { all[$0...].starts(with: cards) }
  }
}

extension [Seen] {
  /// The lists with the names of their rows, from the top.
  var lists: [SeenList] {
    indices.filter { self[$0].role == "list" }.map { index in
      let rows = self[(index + 1)...].prefix { $0.depth > self[index].depth }
        .filter { $0.role == "list item" }
      return SeenList(title: self[index].name, cards: rows.map(\.name))
    }
  }

  /// The first thing with this role and name.
  func first(_ role: String, _ name: String) -> Seen? {
    first { $0.role == role && $0.name == name }
  }
}
