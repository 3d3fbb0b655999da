/// A named place that a connection has registered, for drops onto it.
struct Target: Hashable, Sendable {
  /// The most questions that a target may leave unanswered: the bus remembers each and has limited room.
  static let mostUnanswered = 16

  let id: Identifier
  let name: String
  let owner: Party
  /// The object that is asked for proposals and performs drops.
  let object: TargetObject
  /// Registrations are numbered in their order: the oldest is listed first.
  let number: UInt64
  private(set) var label: String
  private(set) var types: TypePreferences
  private(set) var operations: [Operation]
  /// Questions without an answer, also those past their deadline.
  private(set) var unanswered = 0

  /// - Throws: InvalidType, which names the first invalid pattern.
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

  /// Applies changes and returns which properties have another value now.
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

  mutating func recordQuestion() { unanswered += 1 }
  mutating func recordAnswer() { unanswered = max(0, unanswered - 1) }

  var shown: ShownTarget {
    ShownTarget(
      id: id, name: name, label: label, types: types.patterns.map(\.description),
      operations: operations, owner: owner.peer.name, application: owner.application)
  }
}

/// A property of a drop target that can change.
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
