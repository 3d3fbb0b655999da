internal import DragModel

/// How items are offered.
public struct OfferingOptions: Sendable {
  /// What destinations may do; `move` needs ``moves`` too.
  public var operations: [DragOperation] = [.copy]
  /// How items are deleted that move away; required for `move`, as is an ``ItemProvider/key`` of each item that was
  /// never used before under this cookie.
  public var moves: MoveSource?
  /// What to call the offer before people, at most 1,024 bytes.
  public var label: String?
  /// Not listed anywhere: whoever learns its ``Offering/path`` can load it.
  public var isPrivate = false
  /// Never written to a disk nor a log, and gone with this client.
  public var isSensitive = false
  /// After so many items were accepted the offer is used up; 0 is no limit.
  public var uses: UInt32 = 0
  /// When the offer ends by itself; nil never.
  public var expiresAfter: Duration?
  /// How long the content that dragd holds stays on offer after this client has left the bus; nil for dragd's default
  /// of a day.
  public var linger: Duration?

  /// Copies to everybody, until the offer is withdrawn.
  public init() {}
}

extension OfferingOptions {
  /// - Parameters:
  ///   - used: accepted items already.
  ///   - age: how long it has been on offer already.
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
