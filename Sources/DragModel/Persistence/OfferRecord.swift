/// A recorded offer. `Content` is the content in the broker, or in the state file.
package struct OfferRecord<Content: Sendable>: Sendable {
  package let id: Identifier
  package let owner: Party
  package let options: OfferOptions
  /// Moments of the real-time clock; `expires` is 0 for never.
  package let created: UInt64
  package var expires: UInt64
  /// When it expires or its lingering ends, on the boottime clock; nil for never.
  package var deadline: UInt64?
  package var stage: OfferStage
  package var items: [RecordedItem<Content>]

  package init(
    id: Identifier, owner: Party, options: OfferOptions, created: UInt64, expires: UInt64,
    deadline: UInt64?, stage: OfferStage, items: [RecordedItem<Content>]
  ) {
    self.id = id
    self.owner = owner
    self.options = options
    self.created = created
    self.expires = expires
    self.deadline = deadline
    self.stage = stage
    self.items = items
  }

  /// The same offer with other items.
  package func with<Other>(_ items: [RecordedItem<Other>]) -> OfferRecord<Other> {
    OfferRecord<Other>(
      id: id, owner: owner, options: options, created: created, expires: expires,
      deadline: deadline, stage: stage, items: items)
  }
}

/// A recorded item. An emptied item has no representations and keeps its index.
package struct RecordedItem<Content: Sendable>: Sendable {
  package var attributes: ItemAttributes
  package var representations: [RecordedRepresentation<Content>]
  /// Successful accepts, if the offer limits its uses.
  package var useCount: UInt32
  /// Whether it was moved away.
  package var hasMovedAway: Bool

  package init(
    attributes: ItemAttributes, representations: [RecordedRepresentation<Content>],
    useCount: UInt32,
    hasMovedAway: Bool = false
  ) {
    self.attributes = attributes
    self.representations = representations
    self.useCount = useCount
    self.hasMovedAway = hasMovedAway
  }
}

package struct RecordedRepresentation<Content: Sendable>: Sendable {
  package let type: MIMEType
  package let visibility: Visibility
  package let content: Content

  package init(type: MIMEType, visibility: Visibility, content: Content) {
    self.type = type
    self.visibility = visibility
    self.content = content
  }
}

extension OfferRecord: Equatable where Content: Equatable {}
extension RecordedItem: Equatable where Content: Equatable {}
extension RecordedRepresentation: Equatable where Content: Equatable {}
