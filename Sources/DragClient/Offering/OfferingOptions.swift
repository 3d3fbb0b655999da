internal import DragModel

/// The options of an offer.
public struct OfferingOptions: Sendable {
  /// The operations that destinations may choose; `move` needs ``moves`` too.
  public var operations: [DragOperation] = [.copy]
  /// The source of moves, which deletes items that have moved away. It is required for `move`, as is an
  /// ``ItemProvider/key`` for each item that was never used before under this cookie.
  public var moves: MoveSource?
  /// A label that programs show to people, at most 1,024 bytes.
  public var label: String?
  /// Not listed: only programs that know its ``Offering/path`` can load it.
  public var isPrivate = false
  /// Never written to a disk or a log, and removed when this client leaves the bus.
  public var isSensitive = false
  /// The number of accepted items after which the offer ends; 0 for no limit.
  public var uses: UInt32 = 0
  /// The time after which the offer ends by itself; nil for never.
  public var expiresAfter: Duration?
  /// How long the content that dragd holds stays on offer after this client has left the bus; nil for dragd's default
  /// of a day.
  public var linger: Duration?

  /// A listed offer of copies, until it is withdrawn.
  public init() {}
}

extension OfferingOptions {
  /// - Parameters:
  ///   - used: the number of items that were accepted already.
  ///   - age: the time since the offer was first published.
  func wire(
    source: String, replacing old: Identifier?, used: UInt32, age: Duration
  ) -> OfferOptions {
    var options = OfferOptions()
    options.operations = operations.map(\.model)
    options.source = source
    options.cookie = moves?.cookie
    options.label = label
    options.isPrivate = isPrivate
    options.isSensitive = isSensitive
    options.uses = uses == 0 ? 0 : max(uses, used + 1) - used
    options.expiresIn = expiresAfter.map { max(($0 - age).milliseconds, 1) } ?? 0
    if let linger { options.linger = linger.milliseconds }
    options.replaces = old
    return options
  }
}

extension Duration {
  /// Whole milliseconds; none where it is negative.
  var milliseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1000)
    return isTooLong ? .max : product.addingSaturated(UInt64(attoseconds / 1_000_000_000_000_000))
  }
}
