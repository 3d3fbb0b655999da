import DBus
import DragModel
import DragProtocol

extension FuzzTarget {
  /// Every reply and signal of the contract: a byte that says which, then what `Codec.run` takes.
  static let replies = FuzzTarget(
    "replies", seeds: seeds(of: Replies.all), dictionary: MessageSamples.words
  ) { bytes in
    var input = FuzzInput(bytes)
    let codec = Replies.all[Int(input.byte()) % Replies.all.count]
    try codec.run(input)
  }
}

/// New ones are added at the end: the first byte of what the corpus has says which.
enum Replies {
  static let all =
    broker + offer + transfer + source + target + properties + signals
    + identifying

  private static let broker = [
    Codec(
      replyTo: .broker, BrokerMethod.offer, { try $0.readOffer() },
      { try $1.reply(with: .offer($0)) }),
    Codec(
      replyTo: .broker, BrokerMethod.registerTarget, { try $0.readTarget() },
      { try $1.reply(with: .target($0)) }),
    Codec(
      replyTo: .broker, BrokerMethod.findTargets, { try TargetSummary.read($0) },
      { try TargetSummary.reply(to: $1, $0) }),
    Codec(
      replyTo: .broker, BrokerMethod.outcome, { try MoveOutcome($0) }, { try $0.reply(to: $1) }),
    Codec(
      replyTo: .broker, BrokerMethod.unacknowledgedMoves, { try UnacknowledgedMove.read($0) },
      { try UnacknowledgedMove.reply(to: $1, $0) }),
  ]

  private static let identifying = [
    Codec(
      replyTo: .broker, BrokerMethod.identify, { try Identity($0) }, { try $0.reply(to: $1) })
  ]

  private static let offer = [
    Codec(
      replyTo: .offer, OfferMethod.accept,
      { Parts(try AcceptedPart.read($0)) }, { try AcceptedPart.reply(to: $1, $0.parts) }),
    Codec(
      replyTo: .offer, OfferMethod.getItems,
      { Shown(try ShownItems.read($0)) }, { try ShownItems.reply(to: $1, $0.items) }),
  ]

  private static let transfer = [
    Codec(
      replyTo: .transfer, TransferMethod.receive,
      { message in
        // Only the broker writes it.
        _ = try ReceivedFile(message)
        return false
      }, { _, _ in nil }),
    Codec(
      replyTo: .transfer, TransferMethod.finish, { try FinishResult($0) },
      { try $0.reply(to: $1) }),
  ]

  private static let source = [
    Codec(
      replyTo: .source, SourceMethod.provide, { try ProvidedResult($0) },
      { try $0.reply(to: $1) })
  ]

  private static let target = [
    Codec(
      replyTo: .target, TargetMethod.propose, { try ProposalReply($0) },
      { try $0.reply(to: $1) }),
    Codec(
      replyTo: .dropTarget, DropTargetMethod.drop, { try DropResult($0) },
      { try $0.reply(to: $1) }),
  ]

  private static let properties = [
    all(BrokerProperties.self), all(OfferProperties.self), all(TransferProperties.self),
    all(TargetProperties.self),
    Codec(
      replyTo: .objectManager, ObjectManagerMethod.getManagedObjects,
      properties: Contract.interface(.offer).propertyKeys,
      { Objects(try ManagedObjects($0)) }, { try $0.objects.reply(to: $1) }),
  ]

  private static let signals = [
    changes(BrokerProperties.self), changes(OfferProperties.self),
    changes(TransferProperties.self), changes(TargetProperties.self),
    Codec(
      signal: SignalName.interfacesAdded, of: .objectManager,
      properties: Contract.interface(.offer).propertyKeys,
      { Added(try ManagedObject(added: $0)) }, { try $0.signal() }),
    Codec(
      signal: SignalName.interfacesRemoved, of: .objectManager,
      { try ManagedObject.removed($0) }, { _ in nil }),
  ]

  /// GetAll.
  private static func all<Values: PropertyValues & Equatable>(_: Values.Type) -> Codec {
    Codec(
      replyTo: .properties, PropertiesMethod.getAll,
      properties: Contract.interface(Values.interface).propertyKeys,
      { message in
        let values = try Values(message)
        // The contract has no transfer without an offer.
        if let transfer = values as? TransferProperties, transfer.offer == nil {
          throw Rejection(.invalidArguments, "there is no offer")
        }
        return values
      },
      { try $0.reply(to: $1, .getAll) })
  }

  private static func changes<Values: PropertyValues & Equatable>(_: Values.Type) -> Codec {
    Codec(
      signal: SignalName.propertiesChanged, of: .properties,
      properties: Contract.interface(Values.interface).propertyKeys,
      { message in
        var values = Values()
        try values.update(message)
        return values
      },
      { values in
        if let transfer = values as? TransferProperties, transfer.offer == nil { return nil }
        return try values.changed(Array(Values.Name.allCases), at: .root)
      })
  }
}

private struct Parts: Equatable {
  let parts: [AcceptedPart]

  init(_ parts: [AcceptedPart]) { self.parts = parts }

  static func == (one: Parts, other: Parts) -> Bool {
    one.parts.elementsEqual(other.parts) {
      $0.transfer == $1.transfer && $0.item == $1.item && $0.type == $1.type && $0.name == $1.name
        && $0.size == $1.size && data($0) == data($1)
    }
  }

  private static func data(_ part: AcceptedPart) -> [UInt8]? {
    switch part.content {
    case .data(let bytes): bytes
    case .descriptor, .later: nil
    }
  }
}

private struct Shown: Equatable {
  let items: [Item<ShownRepresentation>]

  init(_ items: [Item<ShownRepresentation>]) { self.items = items }

  static func == (one: Shown, other: Shown) -> Bool {
    one.items.elementsEqual(other.items) { one, other in
      one.attributes == other.attributes
        && one.representations.elementsEqual(other.representations) {
          $0.content.type == $1.content.type && $0.content.size == $1.content.size
            && $0.content.isHeld == $1.content.isHeld
        }
    }
  }
}

private struct Objects: Equatable {
  let objects: ManagedObjects

  init(_ objects: ManagedObjects) { self.objects = objects }

  static func == (one: Objects, other: Objects) -> Bool {
    one.objects.offers.elementsEqual(other.objects.offers, by: ==)
      && one.objects.targets.elementsEqual(other.objects.targets, by: ==)
  }
}

private struct Added: Equatable {
  let object: ManagedObject?

  init(_ object: ManagedObject?) { self.object = object }

  func signal() throws -> Message? {
    switch object {
    case .offer(let id, let properties): try properties.added(at: .offer(id))
    case .target(let id, let properties): try properties.added(at: .target(id))
    case nil: nil
    }
  }

  static func == (one: Added, other: Added) -> Bool {
    switch (one.object, other.object) {
    case (.offer(let id, let properties), .offer(let otherID, let otherProperties)):
      id == otherID && properties == otherProperties
    case (.target(let id, let properties), .target(let otherID, let otherProperties)):
      id == otherID && properties == otherProperties
    case (nil, nil): true
    case (_, _): false
    }
  }
}
