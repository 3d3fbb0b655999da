/// A named place that somebody has registered to be dropped onto.
struct Target: Hashable, Sendable {
  /// Questions that an owner may leave unanswered at a time. The bus remembers each of them, and has
  /// room for so many.
  static let mostUnanswered = 16

  let id: Identifier
  let name: String
  let owner: Party
  /// What to call for a proposal and a drop.
  let object: TargetObject
  /// Counts registrations, so that the oldest can be listed first.
  let number: UInt64
  private(set) var label: String
  private(set) var types: TypePreferences
  private(set) var operations: [Operation]
  /// Proposals asked for whose answer has not come, those that were given up on included.
  private(set) var unanswered = 0

  /// - Throws: InvalidType, naming the first pattern that is none.
  init(
    id: Identifier, name: String, types: [String], owner: Party, options: TargetOptions,
    number: UInt64
  ) throws(Rejection) {
    self.id = id
    self.name = name
    self.owner = owner
    self.number = number
    object = TargetObject(peer: owner.peer, path: options.target)
    label = options.label ?? ""
    self.types = try TypePreferences(types)
    operations = options.operations
  }

  /// Takes the changes over and says which properties are others now.
  /// - Throws: InvalidType; then nothing has changed.
  mutating func update(_ changes: TargetChanges) throws(Rejection) -> [ChangedTargetValue] {
    var changed: [ChangedTargetValue] = []
    if let patterns = changes.types {
      let new = try TypePreferences(patterns)
      if new != types { changed.append(.types) }
      types = new
    }
    if let new = changes.label {
      if new != label { changed.append(.label) }
      label = new
    }
    if let new = changes.operations {
      if new != operations { changed.append(.operations) }
      operations = new
    }
    return changed
  }

  mutating func asked() { unanswered += 1 }
  mutating func answered() { unanswered = max(0, unanswered - 1) }

  var shown: ShownTarget {
    ShownTarget(
      id: id, name: name, label: label, types: types.patterns.map(\.description),
      operations: operations, owner: owner.peer.name, application: owner.application)
  }
}

/// What can change of a drop target.
package enum ChangedTargetValue: Hashable, Sendable {
  case label
  case types
  case operations
}

/// A drop target as its properties show it.
package struct ShownTarget: Hashable, Sendable {
  package let id: Identifier
  package let name: String
  package let label: String
  /// Patterns, best first; empty for any.
  package let types: [String]
  package let operations: [Operation]
  package let owner: String
  package let application: String
}
