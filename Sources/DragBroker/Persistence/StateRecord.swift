internal import DragModel
internal import DragSystem

/// One record of the state file.
enum StateRecord: Sendable {
  /// The first record of every file.
  case version(UInt64)
  case offer(OfferRecord<StoredContent>)
  /// More items of an offer, from an index on.
  case items(Identifier, from: Int, isComplete: Bool, [RecordedItem<StoredContent>])
  case used(Identifier, item: Int, count: UInt32)
  case emptied(Identifier, item: Int)
  case left(Identifier, expires: UInt64, deadline: UInt64)
  case ended(Identifier)

  /// Raised with each change that an older dragd would read wrongly. This dragd reads the records of all versions up
  /// to its own, because it also takes over from an older one.
  static let version: UInt64 = 3

  private enum Kind: UInt64 {
    case version = 1
    case offer, items, used, emptied, left, ended
  }

  var bytes: [UInt8] {
    var writer = StateWriter()
    switch self {
    case .version(let version):
      writer.write(Kind.version.rawValue)
      writer.write(version)
    case .offer(let offer):
      writer.write(Kind.offer.rawValue)
      writer.write(offer)
    case .items(let id, let first, let isComplete, let items):
      writer.write(Kind.items.rawValue)
      writer.write(id.description)
      writer.write(first)
      writer.write(isComplete)
      writer.write(items)
    case .used(let id, let item, let count):
      writer.write(Kind.used.rawValue)
      writer.write(id.description)
      writer.write(item)
      writer.write(UInt64(count))
    case .emptied(let id, let item):
      writer.write(Kind.emptied.rawValue)
      writer.write(id.description)
      writer.write(item)
    case .left(let id, let expires, let deadline):
      writer.write(Kind.left.rawValue)
      writer.write(id.description)
      writer.write(expires)
      writer.write(deadline)
    case .ended(let id):
      writer.write(Kind.ended.rawValue)
      writer.write(id.description)
    }
    return writer.bytes
  }

  /// - Parameter version: the version of the file, which its first record states.
  init(_ bytes: ArraySlice<UInt8>, version: UInt64 = version) throws(StateDamage) {
    var reader = StateReader(bytes, version: version)
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
        .used(try reader.identifier(), item: try reader.integer(), count: try reader.integer())
      case .emptied: .emptied(try reader.identifier(), item: try reader.integer())
      case .left:
        .left(
          try reader.identifier(), expires: try reader.number(), deadline: try reader.number())
      case .ended: .ended(try reader.identifier())
      }
    guard reader.isAtEnd else { throw StateDamage() }
  }
}

/// The content of a representation in the state file. `name` is the name under which the service manager keeps the
/// descriptor.
enum StoredContent: Equatable, Sendable {
  /// Small content, in the state file itself.
  case bytes([UInt8])
  /// A sealed memfd.
  case memory(name: String, size: UInt64)
  /// dragd's own unlinked file.
  case spool(name: String, size: UInt64)
  /// The source's file, and its identity when it was offered.
  case reference(name: String, FileIdentity)
  case lazy(size: UInt64?)

  /// The most bytes of content from a message that are written into the state file. Longer content gets a file of its
  /// own.
  static let mostBytes = 65_536
}
