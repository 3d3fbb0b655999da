package import DragModel

// A line of the ledger as bytes: a byte that tells which, then its values in order. The kinds `begun` and `committed` are
// as dragd wrote them before it knew of applications. A number has 8 bytes, little-endian;
// a text its length (u32) and its UTF-8; an identifier its 26 characters; yes and no are 1 and 0.

extension LedgerEntry {
  /// The version of what is written here; another one's bytes are not understood.
  package static let recordVersion: UInt32 = 1

  private enum Kind: UInt8 {
    case claimed = 1
    case unclaimed, begun, abandoned, committed, unlisted, deleted, settled
    case begunBetween, committedBetween
  }

  package var record: [UInt8] {
    var writer = RecordWriter()
    switch self {
    case .claimed(let cookie, let broker, let claim):
      writer.add(Kind.claimed.rawValue, cookie, broker, claim)
    case .unclaimed(let cookie, let broker, let claim):
      writer.add(Kind.unclaimed.rawValue, cookie, broker, claim)
    case .begun(let move, let broker):
      writer.add(Kind.begunBetween.rawValue, move)
      writer.add(broker)
    case .abandoned(let transfer): writer.add(Kind.abandoned.rawValue, transfer)
    case .committed(let move, let isListed):
      writer.add(Kind.committedBetween.rawValue, move)
      writer.bytes.append(isListed ? 1 : 0)
    case .unlisted(let transfer): writer.add(Kind.unlisted.rawValue, transfer)
    case .deleted(let transfer): writer.add(Kind.deleted.rawValue, transfer)
    case .settled(let transfer): writer.add(Kind.settled.rawValue, transfer)
    }
    return writer.bytes
  }

  /// Nil for whatever `record` does not write.
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
    case .begun, .begunBetween:
      guard let move = reader.move(hasParties: kind == .begunBetween), let broker = reader.number()
      else { return nil }
      return .begun(move, broker: broker)
    case .committed, .committedBetween:
      guard let move = reader.move(hasParties: kind == .committedBetween),
        let isListed = reader.flag()
      else { return nil }
      return .committed(move, isListed: isListed)
    case .abandoned: return reader.identifier().map { .abandoned($0) }
    case .unlisted: return reader.identifier().map { .unlisted($0) }
    case .deleted: return reader.identifier().map { .deleted($0) }
    case .settled: return reader.identifier().map { .settled($0) }
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

/// Takes values off the front; nil when they are not there.
private struct RecordReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var isAtEnd: Bool { rest.isEmpty }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func byte() -> UInt8? { take(1)?.first }

  mutating func flag() -> Bool? {
    guard let byte = byte(), byte <= 1 else { return nil }
    return byte == 1
  }

  mutating func number() -> UInt64? { integer(8) }

  private mutating func integer(_ size: Int) -> UInt64? {
    take(size)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func text() -> String? {
    integer(4).flatMap { take(Int($0)) }.flatMap { String(validating: $0, as: UTF8.self) }
  }

  mutating func identifier() -> Identifier? {
    take(Identifier.length).flatMap { String(validating: $0, as: UTF8.self) }
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
