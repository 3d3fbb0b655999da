package import DragModel

// An entry of the ledger as bytes: a byte for its kind, then its values in order. Only an older dragd wrote the kinds
// `reservedWithoutParties` and `committedWithoutParties`. A number has 8 bytes, little-endian; a text its length (u32)
// and its UTF-8; an identifier its 26 characters; a flag is 1 or 0.

extension LedgerEntry {
  /// The version of this format; no other can be read.
  package static let recordVersion: UInt32 = 1

  private enum Kind: UInt8 {
    case claimed = 1
    case unclaimed, reservedWithoutParties, abandoned, committedWithoutParties, unlisted, deleted
    case acknowledged, reserved, committed
  }

  package var record: [UInt8] {
    var writer = RecordWriter()
    switch self {
    case .claimed(let cookie, let broker, let claim):
      writer.add(Kind.claimed.rawValue, cookie, broker, claim)
    case .unclaimed(let cookie, let broker, let claim):
      writer.add(Kind.unclaimed.rawValue, cookie, broker, claim)
    case .reserved(let move, let broker):
      writer.add(Kind.reserved.rawValue, move)
      writer.add(broker)
    case .abandoned(let transfer): writer.add(Kind.abandoned.rawValue, transfer)
    case .committed(let move, let isListed):
      writer.add(Kind.committed.rawValue, move)
      writer.bytes.append(isListed ? 1 : 0)
    case .unlisted(let transfer): writer.add(Kind.unlisted.rawValue, transfer)
    case .deleted(let transfer): writer.add(Kind.deleted.rawValue, transfer)
    case .acknowledged(let transfer): writer.add(Kind.acknowledged.rawValue, transfer)
    }
    return writer.bytes
  }

  /// Nil for bytes that `record` does not write.
  package init?(record: [UInt8]) {
    var reader = RecordReader(record)
    guard let kind = reader.byte().flatMap(Kind.init(rawValue:)),
      let entry = Self.read(kind, from: &reader), reader.isAtEnd
    else { return nil }
    self = entry
  }

  private static func read(_ kind: Kind, from reader: inout RecordReader) -> LedgerEntry? {
    switch kind {
    case .claimed:
      guard let cookie = reader.text(), let broker = reader.number(), let claim = reader.number()
      else { return nil }
      return .claimed(cookie: cookie, broker: broker, claim: claim)
    case .unclaimed:
      guard let cookie = reader.text(), let broker = reader.number(), let claim = reader.number()
      else { return nil }
      return .unclaimed(cookie: cookie, broker: broker, claim: claim)
    case .reserved, .reservedWithoutParties:
      guard let move = reader.move(hasParties: kind == .reserved), let broker = reader.number()
      else { return nil }
      return .reserved(move, broker: broker)
    case .committed, .committedWithoutParties:
      guard let move = reader.move(hasParties: kind == .committed),
        let isListed = reader.flag()
      else { return nil }
      return .committed(move, isListed: isListed)
    case .abandoned: return reader.identifier().map { .abandoned($0) }
    case .unlisted: return reader.identifier().map { .unlisted($0) }
    case .deleted: return reader.identifier().map { .deleted($0) }
    case .acknowledged: return reader.identifier().map { .acknowledged($0) }
    }
  }
}

private struct RecordWriter {
  var bytes: [UInt8] = []

  mutating func add(_ kind: UInt8, _ cookie: String, _ broker: UInt64, _ claim: UInt64) {
    bytes.append(kind)
    add(cookie)
    add(broker)
    add(claim)
  }

  mutating func add(_ kind: UInt8, _ move: MoveRecord) {
    add(kind, move.transfer)
    add(move.cookie)
    add(move.key)
    add(move.source)
    add(move.destination)
    add(move.accepted)
  }

  mutating func add(_ kind: UInt8, _ transfer: Identifier) {
    bytes.append(kind)
    bytes += transfer.description.utf8
  }

  mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func add(_ text: String) {
    let length = UInt32(text.utf8.count)
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: length >> shift))
    }
    bytes += text.utf8
  }
}

/// Reads values from the front; nil if the bytes end too early.
private struct RecordReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  private mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func byte() -> UInt8? { bytes(1)?.first }

  mutating func flag() -> Bool? {
    guard let byte = byte(), byte <= 1 else { return nil }
    return byte == 1
  }

  mutating func number() -> UInt64? { integer(8) }

  private mutating func integer(_ size: Int) -> UInt64? {
    bytes(size)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func text() -> String? {
    integer(4).flatMap { bytes(Int($0)) }.flatMap { String(validating: $0, as: UTF8.self) }
  }

  mutating func identifier() -> Identifier? {
    bytes(Identifier.length).flatMap { String(validating: $0, as: UTF8.self) }
      .flatMap { Identifier($0) }
  }

  mutating func move(hasParties: Bool) -> MoveRecord? {
    guard let transfer = identifier(), let cookie = text(), let key = text() else { return nil }
    guard hasParties else { return MoveRecord(transfer: transfer, cookie: cookie, key: key) }
    guard let source = text(), let destination = text(), let accepted = number() else { return nil }
    return MoveRecord(
      transfer: transfer, cookie: cookie, key: key, source: source, destination: destination,
      accepted: accepted)
  }
}
