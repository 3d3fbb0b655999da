/// The options of `Broker1.Offer`. The contract's table is built from the keys in DragProtocol's
/// `OfferOptions+Keys.swift`. They are not declared here as those of `AcceptOptions` are: their values are of seven
/// kinds, four of them for one key alone, and each kind would be one more method of `OptionVisitor`.
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

/// The options of `Offer1.Accept`.
///
/// An option is declared here and nowhere else: a property with its default, and its line in `visit` with the key and
/// the kind of the value. The contract's table, the readers and the writers visit these lines. For a kind that no
/// option has yet, say a flag, add a method to `OptionVisitor`, and to both extensions of `KeyedDictionary.swift` that
/// implement it with the kind's codec.
///
/// Its meaning is in `Broker+Planning.swift` (what is chosen), or in `Part.swift` and `Transfer+Deadlines.swift`
/// (time-outs). These set options: in dragctl `AcceptCommand.accept`, `AcceptCall.rehearse`, `CommandDrop`,
/// `PasteWatch` and `LimitedContent`; in dragclip `OfferPaste`, `OfferRelay` and `HistoryFile`; in DragClient
/// `LoadingOptions`, with its documentation; in dragbench `Receiver`. Tests: `ArgumentTests.swift`,
/// `AcceptTests.swift`, `ContractTests.swift` with the defaults, `Codec.swift` of the fuzzer.
package struct AcceptOptions: Hashable, Sendable {
  package var operation = Operation.copy
  /// Patterns of further representations in the same transfer.
  package var also: [String] = []
  package var delivery = Delivery.any
  /// With `any` and `stream`, dragd puts held content of up to so many bytes into the reply itself. Nil if the caller
  /// gave no value: then `usualInlineMax` with `any`, and none with `stream`.
  package var inlineMax: UInt64?
  /// Milliseconds until the source's first byte; 0 means no limit.
  package var startTimeout: UInt64 = 60_000
  /// Milliseconds between bytes while dragd waits for the source; 0 means no limit.
  package var stallTimeout: UInt64 = 30_000
  /// Milliseconds from `delivered` to Finish, for moves.
  package var finishTimeout: UInt64 = 60_000

  /// The options in the contract's order.
  @inlinable
  package static func visit<Visitor: OptionVisitor & ~Copyable>(
    _ options: inout Visitor, of value: inout Self
  ) throws(Visitor.Failure) {
    try options.word("operation", &value.operation, unstated.operation)
    try options.patterns("also", &value.also, unstated.also)
    try options.word("delivery", &value.delivery, unstated.delivery)
    try options.number(
      "inline_max", &value.inlineMax, usually: usualInlineMax, atMost: inlineLimit)
    try options.number("start_timeout", &value.startTimeout, unstated.startTimeout, not0: nil)
    try options.number("stall_timeout", &value.stallTimeout, unstated.stallTimeout, not0: nil)
    try options.number(
      "finish_timeout", &value.finishTimeout, unstated.finishTimeout,
      not0: "a move must not wait for ever, give milliseconds")
  }

  package init() {}

  package static let inlineLimit: UInt64 = 1 << 20
  package static let usualInlineMax: UInt64 = 65_536
  /// What a call without options means.
  package static let unstated = Self()
}

/// Visits options: the key, the value, the default, and the kind of the value, for which DragProtocol has the codec.
package protocol OptionVisitor: ~Copyable {
  associatedtype Failure: Error

  /// One word of an enumeration.
  mutating func word<Word: RawRepresentable<String> & CaseIterable & Equatable>(
    _ key: String, _ value: inout Word, _ usual: @autoclosure () -> Word
  ) throws(Failure)

  /// Patterns of types.
  mutating func patterns(
    _ key: String, _ value: inout [String], _ usual: @autoclosure () -> [String]
  ) throws(Failure)

  /// - Parameter reason: why 0 is not allowed, and what to give instead; nil where 0 is allowed.
  mutating func number(
    _ key: String, _ value: inout UInt64, _ usual: @autoclosure () -> UInt64, not0 reason: String?
  ) throws(Failure)

  /// A number that may be left out. The model decides what that means: usually `usual`.
  mutating func number(
    _ key: String, _ value: inout UInt64?, usually usual: UInt64, atMost limit: UInt64
  ) throws(Failure)
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
