internal import DragModel

/// Members by name. What has another type than Trello gives it counts as missing.
struct TrelloObject {
  private let members: [String: JSON]

  init(_ object: JSONObject) {
    members = Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  private init?(_ value: JSON) {
    guard case .object(let members) = value else { return nil }
    self.members = Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
  }

  subscript(_ name: String) -> JSON? { members[name] }

  /// A number counts as its text.
  func string(_ name: String) -> String? { members[name].flatMap(Self.string) }

  private static func string(_ value: JSON) -> String? {
    switch value {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  func flag(_ name: String) -> Bool {
    if case .bool(let flag)? = members[name] { flag } else { false }
  }

  var position: Double {
    if case .number(let spelling)? = members["pos"] { Double(spelling) ?? 0 } else { 0 }
  }

  func object(_ name: String) -> TrelloObject? { members[name].flatMap { TrelloObject($0) } }

  func strings(_ name: String) -> [String] {
    guard case .array(let values)? = members[name] else { return [] }
    return values.compactMap(Self.string)
  }

  func objects(_ name: String) -> [TrelloObject] {
    if case .array(let values)? = members[name] {
      values.compactMap { TrelloObject($0) }
    } else {
      []
    }
  }

  /// Whether a member that Trello writes as objects has anything else.
  func hasUnknown(_ name: String) -> Bool {
    switch members[name] {
    case nil, .null: false
    case .array(let values): objects(name).count < values.count
    default: true
    }
  }

  /// What two checklists share that are the same: the id, and the names and states of the items. Nil without an id.
  var checklist: [[String?]]? {
    guard let id = string("id") else { return nil }
    let items = objects("checkItems").inOrder
    return [[id]] + items.map { [$0.string("name"), $0.string("state")] }
  }
}

extension [TrelloObject] {
  /// The objects by Trello's positions; those with the same position keep their order.
  var inOrder: [TrelloObject] {
    enumerated().sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
      .map(\.element)
  }
}
