internal import DragModel
internal import DragProtocol

/// The options of an offer.
public struct OfferingOptions: Sendable {
  /// The operations that destinations may choose; `move` needs ``moves`` too.
  public var operations: [DragOperation] = [.copy]
  /// The source of moves, which deletes items that have moved away. `move` requires it, and an ``ItemProvider/key`` in
  /// each item; no key may have been used before under this cookie.
  public var moves: MoveSource?
  /// A label that programs show to people, at most 1,024 bytes.
  public var label: String?
  /// Whether the offer is not listed: then only programs that know its ``Offering/path`` can load it.
  public var isPrivate = false
  /// Whether dragd never writes the offer to a disk or a log, and removes it when this client leaves the bus.
  public var isSensitive = false
  /// How often each item can be accepted; the offer ends when no item is left. 0 for no limit.
  public var uses: UInt32 = 0
  /// The time after which the offer ends by itself; nil for never.
  public var expiresAfter: Duration?
  /// How long the content that dragd holds stays on offer after this client has left the bus; nil for dragd's default
  /// of a day.
  public var linger: Duration?

  /// By default a listed offer of copies that stays until it is withdrawn. The properties say what each parameter
  /// means.
  public init(
    operations: [DragOperation] = [.copy], moves: MoveSource? = nil, label: String? = nil,
    isPrivate: Bool = false, isSensitive: Bool = false, uses: UInt32 = 0,
    expiresAfter: Duration? = nil, linger: Duration? = nil
  ) {
    self.operations = operations
    self.moves = moves
    self.label = label
    self.isPrivate = isPrivate
    self.isSensitive = isSensitive
    self.uses = uses
    self.expiresAfter = expiresAfter
    self.linger = linger
  }
}

/// The effect on an item at its source once a destination has received it.
public enum DragOperation: String, CaseIterable, Hashable, Sendable {
  /// The source keeps the item.
  case copy
  /// The source deletes the item, exactly once, when the destination has it durably.
  case move
  /// The destination refers to the source's item.
  case link

  var model: DragModel.Operation {
    switch self {
    case .copy: .copy
    case .move: .move
    case .link: .link
    }
  }

  init(_ operation: DragModel.Operation) {
    self =
      switch operation {
      case .copy: .copy
      case .move: .move
      case .link: .link
      }
  }
}

extension OfferingOptions {
  /// Refuses what dragd would refuse too, with messages that name the parameters of this library.
  func check(_ items: [ItemProvider]) throws(DragError) {
    guard !items.isEmpty else {
      throw DragError(.invalidArguments, "items is empty: offer at least one")
    }
    guard operations.contains(.move) else { return }
    guard let moves else {
      throw DragError(
        .invalidArguments,
        "operations has move, but moves is nil: set a MoveSource, which deletes the items that have moved away"
      )
    }
    guard !isSensitive else {
      throw DragError(
        .invalidArguments,
        "isSensitive is true, but dragd records moves on the disk: leave move out of operations")
    }
    guard moves.cookie.unicodeScalars.count >= Lengths.cookie else {
      throw DragError(
        .invalidArguments,
        "the secret of the MoveSource is too short: use MoveSource.newCookie(), and keep what it returns"
      )
    }
    if let place = items.firstIndex(where: { $0.key == nil }) {
      throw DragError(
        .invalidArguments,
        "item \(place) has no key: each needs one of its own where operations has move")
    }
  }

  /// The options of the first publication.
  func offerOptions(source: String, replacing old: Identifier?) -> OfferOptions {
    var options = OfferOptions()
    options.operations = operations.map(\.model)
    options.source = source
    options.cookie = moves?.cookie
    options.label = label
    options.isPrivate = isPrivate
    options.isSensitive = isSensitive
    options.uses = uses
    options.expiresIn = expiresAfter.map { max($0.milliseconds, 1) } ?? 0
    if let linger { options.linger = linger.milliseconds }
    options.replaces = old
    return options
  }
}

extension Duration {
  /// Whole milliseconds; 0 for a negative duration.
  var milliseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, isTooLong) = UInt64(seconds).multipliedReportingOverflow(by: 1000)
    return isTooLong ? .max : product.addingSaturated(UInt64(attoseconds / 1_000_000_000_000_000))
  }
}
