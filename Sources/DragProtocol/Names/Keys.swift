// The keys of every `a{sv}` of the contract, an enumeration for each dictionary, so that a switch
// over one names them all.

/// What a source says of an item beside its representations.
package enum ItemKey: String, CaseIterable, Hashable, Sendable {
  case name
  case key
  case local
}

/// A representation as a source offers it.
package enum RepresentationKey: String, CaseIterable, Hashable, Sendable {
  case type
  case data
  case fd
  case size
  case visibility
}

/// A representation as `GetItems` shows it.
package enum ShownRepresentationKey: String, CaseIterable, Hashable, Sendable {
  case type
  case size
  case held
}

/// The options of `Broker1.Offer`.
package enum OfferKey: String, CaseIterable, Hashable, Sendable {
  case operations
  case source
  case cookie
  case label
  case isPrivate = "private"
  case isSensitive = "sensitive"
  case uses
  case expiresIn = "expires_in"
  case linger
  case replaces
  case more
}

/// The options of `Offer1.AddItems`.
package enum AddItemsKey: String, CaseIterable, Hashable, Sendable {
  case more
}

/// The options of `Offer1.Accept`.
package enum AcceptKey: String, CaseIterable, Hashable, Sendable {
  case operation
  case also
  case delivery
  case inlineMax = "inline_max"
  case startTimeout = "start_timeout"
  case stallTimeout = "stall_timeout"
  case finishTimeout = "finish_timeout"
}

/// One representation in the reply of `Offer1.Accept`.
package enum AcceptedKey: String, CaseIterable, Hashable, Sendable {
  case item
  case type
  case name
  case size
  case data
  case fd
}

/// The reply of `Transfer1.Receive`.
package enum ReceivedKey: String, CaseIterable, Hashable, Sendable {
  case fd
  case size
}

/// The reply of `Transfer1.Finish`.
package enum FinishedKey: String, CaseIterable, Hashable, Sendable {
  case bytes
  case operation
  case acknowledged
}

/// The property `Offer1.Source`.
package enum SourceKey: String, CaseIterable, Hashable, Sendable {
  case appID = "app_id"
  case connection
}

/// What `Broker1.OpenMoves` says of a move.
package enum OpenMoveKey: String, CaseIterable, Hashable, Sendable {
  case key
  case sourceAppID = "source_app_id"
  case destinationAppID = "destination_app_id"
  case accepted
  case sourceAcknowledged = "source_acknowledged"
  case destinationAcknowledged = "destination_acknowledged"
}

/// The options of `Broker1.RegisterTarget`.
package enum TargetKey: String, CaseIterable, Hashable, Sendable {
  case target
  case label
  case operations
}

/// What `Broker1.FindTargets` says of a target.
package enum FoundTargetKey: String, CaseIterable, Hashable, Sendable {
  case appID = "app_id"
  case label
}

/// What `DropTarget1.Update` may change.
package enum TargetChangeKey: String, CaseIterable, Hashable, Sendable {
  case label
  case types
  case operations
}

/// The context of a proposal or drop; `dropper` is dragd's own word.
package enum ContextKey: String, CaseIterable, Hashable, Sendable {
  case operations
  case index
  case items
  case dropper
}

/// Who drops, as dragd knows it from the bus.
package enum DropperKey: String, CaseIterable, Hashable, Sendable {
  case connection
  case appID = "app_id"
}

/// The details of a proposal.
package enum DetailKey: String, CaseIterable, Hashable, Sendable {
  case intent
  case index
  case reason
}

/// The result of `DropTarget1.Drop`.
package enum DroppedKey: String, CaseIterable, Hashable, Sendable {
  case items
  case bytes
}

/// The reply of `Source1.Provide`.
package enum ProvidedKey: String, CaseIterable, Hashable, Sendable {
  case bytes
}

/// The details of `Source1.Ended`.
package enum EndedKey: String, CaseIterable, Hashable, Sendable {
  case error
  case message
  case bytes
}
