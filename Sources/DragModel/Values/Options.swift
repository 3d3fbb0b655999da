/// The options of `Broker1.Offer`; the contract's table gives each key and default.
package struct OfferOptions: Hashable, Sendable {
  package var operations: [Operation] = [.copy]
  /// The object path that implements Source1 on the offering connection.
  package var source: String?
  /// The secret that names the source across its restarts.
  package var cookie: String?
  package var label: String?
  package var isPrivate = false
  package var isSensitive = false
  /// Accepted items after which the item is used up; 0 means no limit.
  package var uses: UInt32 = 0
  /// Milliseconds; 0 means never.
  package var expiresIn: UInt64 = 0
  /// Milliseconds that held content stays after its source has left the bus.
  package var linger: UInt64 = 86_400_000
  package var replaces: Identifier?
  package var more = false

  package init() {}

  /// No log line may tell of the offer.
  package var isSecret: Bool { isPrivate || isSensitive }
}

/// The options of `Offer1.Accept`; the contract's table gives each key and default.
package struct AcceptOptions: Hashable, Sendable {
  package var operation = Operation.copy
  /// Patterns for further representations that come in the same transfer.
  package var also: [String] = []
  package var delivery = Delivery.any
  /// Bytes; what is held and no larger comes in the reply itself. Nil where it was not stated: then
  /// `usualInlineMax` with `any`, and nothing with `stream`.
  package var inlineMax: UInt64?
  /// Milliseconds until the source's first byte; 0 means never.
  package var startTimeout: UInt64 = 60_000
  /// Milliseconds between bytes, counted only while the source is waited for; 0 means never.
  package var stallTimeout: UInt64 = 30_000
  /// Milliseconds from delivered to Finish, for moves.
  package var finishTimeout: UInt64 = 60_000

  package init() {}

  package static let inlineLimit: UInt64 = 1 << 20
  package static let usualInlineMax: UInt64 = 65_536
}
