import DragModel

@testable import DragBroker
@testable import DragSystem

extension FuzzTarget {
  /// The state file: records, each behind its length. With the first bit of the first byte set, a record of the version
  /// known here stands before them.
  static let state = FuzzTarget("state", seeds: stateSeeds) { bytes throws(BrokenPromise) in
    var input = FuzzInput(bytes)
    var file: [UInt8] = []
    if input.flag() {
      JournalFrame.append(StateRecord.version(StateRecord.version).bytes, to: &file)
    }
    for record in input.records() {
      try checkState(record)
      JournalFrame.append(record, to: &file)
    }
    let saved = SavedState(JournalContent(file))
    let ordered = saved.ordered
    try promise(ordered.count == saved.offers.count, "offers are lost in their order")
    for offer in ordered {
      try promise(saved.offers[offer.id] == offer, "an offer stands under another's id")
      try checkState(StateRecord.offer(offer).bytes)
    }
  }

  /// A record as inputs have them.
  static func framed(_ record: [UInt8]) -> [UInt8] {
    [UInt8(truncatingIfNeeded: record.count), UInt8(truncatingIfNeeded: record.count >> 8)] + record
  }

  private static let stateSeeds: [[UInt8]] = {
    var options = OfferOptions()
    options.operations = [.copy, .move]
    options.source = "/source"
    options.cookie = "abcdefghijklmnopqrstuvwxyz"
    options.label = "Label"
    let contents: [StoredContent] = [
      .bytes([1, 2, 3]), .memory(name: "m1", size: 5), .spool(name: "s1", size: 6),
      .reference(name: "r1", FileIdentity(device: 1, inode: 2, size: 3, modified: -4)),
      .lazy(size: nil), .lazy(size: 7),
    ]
    let items = contents.map { content in
      RecordedItem(
        attributes: ItemAttributes(name: "a.txt", key: "key", local: "local"),
        representations: [
          RecordedRepresentation(type: .utf8Text, visibility: .app, content: content)
        ], useCount: 1)
    }
    func offer(_ stage: OfferStage) -> StateRecord {
      .offer(
        OfferRecord(
          id: Calls.id, owner: Party(Peer(":1.7"), application: "org.example.App"),
          options: options, created: 1_000_000, expires: 0, deadline: 9, stage: stage,
          items: items))
    }
    let records: [[StateRecord]] = [
      [offer(.adding), .items(Calls.id, from: 6, isComplete: true, items)],
      [offer(.open), .used(Calls.id, item: 1, count: 2), .emptied(Calls.id, item: 0)],
      [offer(.lingering), .left(Calls.id, expires: 5, deadline: 6)],
      [offer(.open), .ended(Calls.id)],
    ]
    return records.map { [1] + $0.flatMap { framed($0.bytes) } }
  }()

  private static let ledgerSeeds: [[UInt8]] = {
    let cookie = "abcdefghijklmnopqrstuvwxyz"
    let move = MoveRecord(transfer: Calls.id, cookie: cookie, key: "key")
    let entries: [[LedgerEntry]] = [
      [.claimed(cookie: cookie, broker: 2, claim: 3), .reserved(move, broker: 2)],
      [.reserved(move, broker: 2), .abandoned(Calls.id)],
      [
        .committed(move, isListed: true), .unlisted(Calls.id), .deleted(Calls.id),
        .acknowledged(Calls.id),
      ],
      [.unclaimed(cookie: cookie, broker: 2, claim: 3)],
    ]
    return entries.map { $0.flatMap { framed($0.record) } }
  }()

  private static func checkState(_ bytes: [UInt8]) throws(BrokenPromise) {
    guard let record = try? StateRecord(bytes[...]) else { return }
    // Numbers can be written longer than need be, so bytes may differ the first time.
    let written = record.bytes
    guard let again = try? StateRecord(written[...]) else {
      throw BrokenPromise(description: "\(record) is not read again")
    }
    try promise(again.bytes == written, "\(record) is \(again) when it is read again")
  }

  /// A journal: the first byte says whether the rest is the file itself, or records of which the file is then cut short
  /// and damaged.
  static let journal = FuzzTarget(
    "journal",
    seeds: [[1, 0, 0, 0, 0, 0] + framed([1, 2, 3]) + framed([]) + framed(Array(0..<40))]
  ) { bytes throws(BrokenPromise) in
    var input = FuzzInput(bytes)
    guard input.flag() else {
      try checkJournal(Array(input.rest))
      return
    }
    let length = input.short()
    let (place, change) = (input.short(), input.byte())
    let records = input.records()
    var file: [UInt8] = []
    for record in records { JournalFrame.append(record, to: &file) }
    try promise(
      JournalContent(file).records.elementsEqual(records, by: { $0 == $1[...] }),
      "records do not come back")
    file = Array(file.prefix(max(0, file.count - length)))
    let cut = JournalContent(file)
    try promise(
      cut.records.elementsEqual(records.prefix(cut.records.count), by: { $0 == $1[...] }),
      "a journal that was cut short has other records")
    if !file.isEmpty { file[place % file.count] ^= change }
    try checkJournal(file)
  }

  /// What is read is in the file, and is read again when it is written.
  private static func checkJournal(_ file: [UInt8]) throws(BrokenPromise) {
    let content = JournalContent(file)
    var frames: [UInt8] = []
    for record in content.records { JournalFrame.append(Array(record), to: &frames) }
    try promise(
      frames.count + content.damage == file.count,
      "\(frames.count) bytes of records and \(content.damage) of damage are no \(file.count)")
    let again = JournalContent(frames)
    try promise(again.damage == 0 && again.records == content.records, "records do not come back")
  }

  /// The ledger of moves: its entries, each behind its length.
  static let ledger = FuzzTarget("ledger", seeds: ledgerSeeds) { bytes throws(BrokenPromise) in
    var input = FuzzInput(bytes)
    var ledger = LedgerState(limit: MoveCost(moves: 64, bytes: 1 << 20))
    for record in input.records() {
      guard let entry = LedgerEntry(record: record) else { continue }
      // What an older dragd wrote has less; it is written with all that there is now.
      try promise(LedgerEntry(record: entry.record) == entry, "\(entry) does not come back")
      ledger.apply(entry)
    }
    let live = ledger.entries { $0 % 2 == 0 }
    var again = LedgerState(limit: MoveCost(moves: 64, bytes: 1 << 20))
    for entry in live { again.apply(entry) }
    try promise(
      again.entries { $0 % 2 == 0 } == live, "the ledger is another one when it is written anew")
  }
}
