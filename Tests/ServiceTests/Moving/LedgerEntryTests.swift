import DragBroker
import DragModel
import Testing

@Suite struct LedgerEntryTests {
  private static let entries: [LedgerEntry] = [
    .claimed(cookie: "c", broker: 0, claim: .max),
    .unclaimed(cookie: String(repeating: "ü", count: 512), broker: 1 << 62 - 1, claim: 0),
    .reserved(record(1, "", cookie: "日本"), broker: 77), .abandoned(record(2).transfer),
    .committed(record(.max, "key\u{0}\n"), isListed: true), .committed(record(3), isListed: false),
    .reserved(
      MoveRecord(
        transfer: record(7).transfer, cookie: "c", key: "k", source: "org.example.A",
        destination: "ü", accepted: .max), broker: 1),
    .unlisted(record(4).transfer), .deleted(record(5).transfer), .acknowledged(record(6).transfer),
  ]

  @Test(arguments: entries)
  func `an entry is read as it was written`(entry: LedgerEntry) {
    #expect(LedgerEntry(record: entry.record) == entry)
  }

  @Test(arguments: entries)
  func `a part, an addition and every wrong byte is refused or says something else`(
    entry: LedgerEntry
  ) {
    let whole = entry.record
    for count in 0..<whole.count { #expect(LedgerEntry(record: Array(whole[..<count])) == nil) }
    #expect(LedgerEntry(record: whole + [0]) == nil)
    for index in whole.indices {
      for byte in [0, 1, 2, 9, 0x7F, 0x80, 0xC0, 0xFF] as [UInt8] where byte != whole[index] {
        var wrong = whole
        wrong[index] = byte
        if let other = LedgerEntry(record: wrong) {
          #expect(other != entry)
          #expect(other.record == wrong)
        }
      }
    }
  }

  /// Versions before applications were known wrote such lines.
  @Test func `a line without applications is read, of unknown ones`() throws {
    func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count), 0, 0, 0] + Array(text.utf8) }
    let move = record(1, "key", cookie: "cookie")
    let body = Array(move.transfer.description.utf8) + text("cookie") + text("key")
    let broker: [UInt8] = [9, 0, 0, 0, 0, 0, 0, 0]
    #expect(LedgerEntry(record: [3] + body + broker) == .reserved(move, broker: 9))
    #expect(LedgerEntry(record: [5] + body + [1]) == .committed(move, isListed: true))
  }
}
