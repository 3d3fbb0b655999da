import DragModel
import DragSystem
import Testing

@testable import DragBroker

/// A dragd takes over what an older version held when an upgrade replaces it.
@Suite struct OlderVersionTests {
  private let id = Identifier(high: 1, middle: 2, low: 3)

  /// An offer as version 1 wrote it.
  private var offer: [UInt8] {
    var writer = StateWriter()
    writer.write(UInt64(2))
    writer.write(id.description)
    writer.write(":1.5")
    writer.write("org.example.App")
    writer.write(false)
    writer.write(1)
    writer.write("copy")
    writer.write(String?.some("/source"))
    writer.write(String?.none)
    writer.write(String?.some("A label"))
    writer.write(false)
    writer.write(UInt64(3))
    writer.write(UInt64(0))
    writer.write(UInt64(60_000))
    writer.write(UInt64(1_000))
    writer.write(UInt64(2_000))
    writer.write(UInt64?.none)
    writer.write("lingering")
    writer.write(1)
    writer.write(String?.some("notes.txt"))
    writer.write(String?.none)
    writer.write(String?.none)
    writer.write(UInt64(1))
    writer.write(false)
    writer.write(1)
    writer.write("text/plain")
    writer.write("all")
    writer.write("bytes")
    writer.write(Array("held".utf8))
    return writer.bytes
  }

  @Test func `an offer of version 1 is read, without what that did not state`() throws {
    var records = JournalRecords()
    records.append(StateRecord.version(1).bytes)
    records.append(offer)
    let state = SavedState(JournalContent(records.bytes))
    #expect(!state.isForeign)
    #expect(!state.isDamaged)
    let offer = try #require(state.offers[id])
    #expect(offer.owner.application == "org.example.App")
    #expect(offer.owner.program == "")
    #expect(offer.options.label == "A label")
    #expect(offer.options.sourceName == nil)
    #expect(offer.options.uses == 3)
    #expect(offer.options.linger == 60_000)
    #expect(offer.stage == .lingering)
    let item = try #require(offer.items.first)
    #expect(item.attributes == ItemAttributes(name: "notes.txt", key: nil, local: nil))
    #expect(item.useCount == 1)
    #expect(item.representations.first?.content == .bytes(Array("held".utf8)))
  }
}
