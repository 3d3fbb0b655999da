internal import DragModel

/// One record of the state file.
enum StateRecord: Sendable {
  /// The first of every file.
  case version(UInt64)
  case offer(OfferRecord<StoredContent>)
  /// More items of an offer, from an index on.
  case items(Identifier, from: Int, isComplete: Bool, [RecordedItem<StoredContent>])
  case used(Identifier, item: Int, taken: UInt32)
  case emptied(Identifier, item: Int)
  case left(Identifier, expires: UInt64, deadline: UInt64)
  case over(Identifier)

  /// Raised whenever an older dragd would read a record wrongly.
  static let version: UInt64 = 1

  private enum Kind: UInt64 {
    case version = 1
    case offer, items, used, emptied, left, over
  }

  var bytes: [UInt8] {
    var writer = StateWriter()
    switch self {
    case .version(let version):
      writer.put(Kind.version.rawValue)
      writer.put(version)
    case .offer(let offer):
      writer.put(Kind.offer.rawValue)
      writer.put(offer)
    case .items(let id, let first, let isComplete, let items):
      writer.put(Kind.items.rawValue)
      writer.put(id.description)
      writer.put(first)
      writer.put(isComplete)
      writer.put(items)
    case .used(let id, let item, let taken):
      writer.put(Kind.used.rawValue)
      writer.put(id.description)
      writer.put(item)
      writer.put(UInt64(taken))
    case .emptied(let id, let item):
      writer.put(Kind.emptied.rawValue)
      writer.put(id.description)
      writer.put(item)
    case .left(let id, let expires, let deadline):
      writer.put(Kind.left.rawValue)
      writer.put(id.description)
      writer.put(expires)
      writer.put(deadline)
    case .over(let id):
      writer.put(Kind.over.rawValue)
      writer.put(id.description)
    }
    return writer.bytes
  }

  init(_ bytes: ArraySlice<UInt8>) throws(StateDamage) {
    var reader = StateReader(bytes)
    guard let kind = Kind(rawValue: try reader.number()) else { throw StateDamage() }
    self =
      switch kind {
      case .version: .version(try reader.number())
      case .offer: .offer(try reader.offer())
      case .items:
        .items(
          try reader.identifier(), from: try reader.integer(), isComplete: try reader.flag(),
          try reader.items())
      case .used:
        .used(try reader.identifier(), item: try reader.integer(), taken: try reader.integer())
      case .emptied: .emptied(try reader.identifier(), item: try reader.integer())
      case .left:
        .left(
          try reader.identifier(), expires: try reader.number(), deadline: try reader.number())
      case .over: .over(try reader.identifier())
      }
    guard reader.isAtEnd else { throw StateDamage() }
  }
}
