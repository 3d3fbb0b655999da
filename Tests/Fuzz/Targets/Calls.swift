import DBus
import DragModel
import DragProtocol

extension FuzzTarget {
  /// Every call of the contract: a byte that says which, then what `Codec.run` takes.
  static let calls = FuzzTarget(
    "calls", seeds: seeds(of: Calls.all), dictionary: MessageSamples.words
  ) { bytes in
    var input = FuzzInput(bytes)
    let codec = Calls.all[Int(input.byte()) % Calls.all.count]
    try codec.run(input)
  }

  static func seeds(of codecs: [Codec]) -> [[UInt8]] {
    codecs.enumerated().flatMap { index, codec in codec.seeds.map { [UInt8(index)] + $0 } }
  }
}

/// New ones are added at the end: the first byte of what the corpus has says which.
enum Calls {
  static let all =
    broker + offer + transfer + dropTarget + source + target + properties
    + identifying

  static let id = Identifier(high: 1, middle: 2, low: 3)
  private static let sourceObject = SourceObject(peer: Peer(":1.1"), path: "/source")
  private static let targetObject = TargetObject(peer: Peer(":1.1"), path: "/target")

  private static let broker = [
    Codec(
      .broker, BrokerMethod.offer, at: .root,
      { message in
        let call = try OfferCall(message) { _ in }
        return OfferedItems(call.items, options: call.options)
      },
      {
        try OfferCall(items: $0.items, options: $0.options)
          .message(descriptors: DescribedMessage.descriptors)
      }),
    Codec(
      .broker, BrokerMethod.find, at: .root, { try FindCall($0) }, { try $0.message() }),
    Codec(
      .broker, BrokerMethod.registerTarget, at: .root, { try RegisterTargetCall($0) },
      { try $0.message() }),
    Codec(
      .broker, BrokerMethod.findTargets, at: .root, { try FindTargetsCall($0) },
      { try $0.message() }),
    Codec(
      .broker, BrokerMethod.outcome, at: .root, { try MoveCall(.outcome, $0) },
      { try $0.message() }),
    Codec(
      .broker, BrokerMethod.unacknowledgedMoves, at: .root, { try UnacknowledgedMovesCall($0) },
      { try $0.message() }),
    Codec(
      .broker, BrokerMethod.acknowledgeMove, at: .root, { try AcknowledgeMoveCall($0) },
      { try $0.message() }),
    Codec(
      .broker, BrokerMethod.acknowledgeOutcome, at: .root,
      { try MoveCall(.acknowledgeOutcome, $0) }, { try $0.message() }),
    Codec(
      .broker, BrokerMethod.settleMove, at: .root, { try MoveCall(.settleMove, $0) },
      { try $0.message() }),
  ]

  private static let identifying = [
    Codec(
      .broker, BrokerMethod.identify, at: .root, { try IdentifyCall($0) }, { try $0.message() })
  ]

  private static let offer = [
    Codec(
      .offer, OfferMethod.accept, at: .offer(id),
      { try AcceptCall($0) }, { try $0.message(to: id) }),
    Codec(
      .offer, OfferMethod.getItems, at: .offer(id), { try GetItemsCall($0) },
      { try $0.message(to: id) }),
    Codec(
      .offer, OfferMethod.addItems, at: .offer(id),
      { message in
        let call = try AddItemsCall(message) { _ in }
        return OfferedItems(call.items, more: call.more)
      },
      {
        try AddItemsCall(items: $0.items, more: $0.more)
          .message(to: id, descriptors: DescribedMessage.descriptors)
      }),
  ]

  private static let transfer = [
    Codec(
      .transfer, TransferMethod.receive, at: .transfer(id), { try ReceiveCall($0) },
      { try $0.message(to: id) }),
    Codec(
      .transfer, TransferMethod.cancel, at: .transfer(id), { try CancelCall($0) },
      { try $0.message(to: id) }),
  ]

  private static let dropTarget = [
    Codec(
      .dropTarget, DropTargetMethod.propose, at: .target(id), { try DropCall($0) },
      { try $0.propose(to: id) }),
    Codec(
      .dropTarget, DropTargetMethod.drop, at: .target(id), { try DropCall($0) },
      { try $0.drop(on: id) }),
    Codec(
      .dropTarget, DropTargetMethod.leave, at: .target(id), { try LeaveCall($0) },
      { try $0.message(to: id) }),
    Codec(
      .dropTarget, DropTargetMethod.update, at: .target(id), { try TargetChanges($0) },
      { try $0.message(to: id) }),
  ]

  private static let source = [
    Codec(
      .source, SourceMethod.provide, at: .root,
      { message in
        // Only the broker writes it, with a pipe of its own.
        _ = try ProvideCall(message)
        return false
      }, { _ in nil }),
    Codec(
      .source, SourceMethod.prepare, at: .root, { try PrepareCall($0) },
      { try $0.message(to: sourceObject) }),
    Codec(
      .source, SourceMethod.ended, at: .root, { try EndedCall($0) },
      { try $0.message(to: sourceObject) }),
    Codec(
      .source, SourceMethod.released, at: .root,
      { message in
        _ = try SourceMethod(message)
        return try ReleasedCall(message)
      },
      { try $0.message(to: sourceObject) }),
  ]

  private static let target = [
    Codec(
      .target, TargetMethod.propose, at: .root,
      { message in
        _ = try TargetMethod(message)
        return try TargetProposeCall(message)
      },
      { try $0.message(to: targetObject) }),
    Codec(
      .target, TargetMethod.leave, at: .root, { try TargetLeaveCall($0) },
      { try $0.message(to: targetObject) }),
    Codec(
      .target, TargetMethod.perform, at: .root, { try TargetPerformCall($0) },
      { try $0.message(to: targetObject) }),
  ]

  /// These calls are only read; the replies to them are written.
  private static let properties = PropertiesMethod.allCases.map { method in
    Codec(
      .properties, method, at: .offer(id),
      { message in
        let request = try PropertiesRequest(method, message, at: .offer(id))
        _ = try OfferProperties().reply(to: message, request).travelled()
        return false
      },
      { _ in nil })
  }
}

/// What Offer and AddItems have in common.
struct OfferedItems: Equatable {
  let items: [Item<ReceivedContent>]
  let options: OfferOptions
  let more: Bool

  init(_ items: [Item<ReceivedContent>], options: OfferOptions = OfferOptions(), more: Bool = false)
  {
    self.items = items
    self.options = options
    self.more = more
  }

  static func == (one: OfferedItems, other: OfferedItems) -> Bool {
    one.options == other.options && one.more == other.more
      && one.items.elementsEqual(other.items) { one, other in
        one.attributes == other.attributes
          && one.representations.elementsEqual(other.representations) {
            $0.type == $1.type && $0.visibility == $1.visibility && $0.content == $1.content
          }
      }
  }
}
