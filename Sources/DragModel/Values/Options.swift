/// The options of `Broker1.Offer`. `OfferOptions+Keys.swift` gives each key; the contract's table is made of that.
package struct OfferOptions: Hashable, Sendable {
  package var operations: [Operation] = [.copy]
  /// The object path that implements Source1 on the offering connection.
  package var source: String?
  /// The secret that names the source across its restarts.
  package var cookie: String?
  package var label: String?
  /// The source's name for people.
  package var sourceName: String?
  package var isPrivate = false
  package var isSensitive = false
  /// Successful accepts after which an item is used up; 0 means no limit.
  package var uses: UInt32 = 0
  /// Milliseconds; 0 means never.
  package var expiresIn: UInt64 = 0
  /// Milliseconds that held content stays after its source has left the bus.
  package var linger: UInt64 = 86_400_000
  package var replaces: Identifier?
  package var more = false

  package init() {}

  /// Whether no log line may mention the offer.
  package var isSecret: Bool { isPrivate || isSensitive }
}

/// The options of `Offer1.Accept`. `AcceptOptions+Keys.swift` gives each key; the contract's table is made of that.
package struct AcceptOptions: Hashable, Sendable {
  package var operation = Operation.copy
  /// Patterns of further representations in the same transfer.
  package var also: [String] = []
  package var delivery = Delivery.any
  /// Held content of up to so many bytes is in the reply itself. Nil if the caller gave no value: then
  /// `usualInlineMax` with `any`, and none with `stream`.
  package var inlineMax: UInt64?
  /// Milliseconds until the source's first byte; 0 means no limit.
  package var startTimeout: UInt64 = 60_000
  /// Milliseconds between bytes while dragd waits for the source; 0 means no limit.
  package var stallTimeout: UInt64 = 30_000
  /// Milliseconds from `delivered` to Finish, for moves.
  package var finishTimeout: UInt64 = 60_000

  package init() {}

  package static let inlineLimit: UInt64 = 1 << 20
  package static let usualInlineMax: UInt64 = 65_536
}

/// How the destination gets the content.
package enum Delivery: String, CaseIterable, Hashable, Sendable {
  /// Small held content in the reply itself; anything else as `file`.
  case any
  /// A complete, immutable snapshot.
  case file
  /// A pipe, with the bytes as they arrive.
  case stream
}

/// The effect on an item at its source once a destination has received it.
package enum Operation: String, CaseIterable, Hashable, Sendable {
  /// The source keeps the item.
  case copy
  /// The source deletes the item, exactly once, after the destination has stored it durably.
  case move
  /// The destination refers to the source's item.
  case link
}
