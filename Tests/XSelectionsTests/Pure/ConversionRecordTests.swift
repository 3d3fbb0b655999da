import DisplaySelections
import DragSystem
import Foundation
import Harness
import Testing

@testable import XSelections

@Suite struct ConversionRecordTests {
  private static let display = ":7"

  /// A record's file, and the record.
  private struct Bench {
    let path: String
    let record: ConversionRecord

    init(_ fixture: Fixture) throws {
      path = fixture.folder.path("record")
      record = ConversionRecord(
        try OwnedFileDescriptor.open(path, 0o102, mode: 0o600),
        display: ConversionRecordTests.display)
    }

    var bytes: [UInt8] { get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) } }

    var entries: [ConversionRecord.Entry] {
      get throws {
        ConversionRecord.entries(in: try bytes, display: ConversionRecordTests.display)
      }
    }
  }

  private func conversion(_ number: UInt64) -> Conversion {
    let requestor = UInt32(100 + number)
    let request = ConversionRequest(
      requestor: requestor, selection: 1, target: 2, property: 3, time: 4)
    return Conversion(
      id: RequestID(number: number),
      place: Conversion.Place(requestor: requestor, property: 3), target: 2, kind: .content,
      reply: ConversionReply(to: request) { _ in }, index: 0, slice: 10)
  }

  @Test func whatARequestorWaitsForIsRecorded() throws {
    try Fixture.run { fixture in
      let bench = try Bench(fixture)
      let (first, second) = (conversion(1), conversion(2))
      let before = Clock.boottime
      bench.record.note(first)
      bench.record.note(second)
      #expect(try bench.entries.map(\.state) == [.unanswered, .unanswered])
      #expect(try bench.entries.map(\.request) == [first.reply.request, second.reply.request])
      #expect(try bench.entries.allSatisfy { (before...Clock.boottime).contains($0.lastStep) })

      // More than a slice: the requestor is told of chunks.
      let read = first.state.answered(size: 11)
      #expect(read == .read(upTo: 10))
      let announced = first.state.received(10, isEnd: false)
      #expect(announced == .announce(11))
      first.reply.served(0)
      bench.record.note(first)
      #expect(try bench.entries.map(\.state) == [.chunked, .unanswered])
      #expect(try bench.entries.map(\.place) == [first.place, second.place])

      // All of it is in the property: there is nothing left to tell.
      _ = second.state.answered(size: 10)
      let delivered = second.state.received(10, isEnd: false)
      #expect(delivered == .deliver)
      second.reply.served(0)
      bench.record.note(second)
      #expect(try bench.entries.map(\.place) == [first.place])
      bench.record.remove(first.id)
      #expect(try bench.entries == [])

      let third = conversion(3)
      bench.record.note(third)
      #expect(try bench.entries.map(\.place) == [third.place])
    }
  }

  @Test func aRecordOfAnotherDisplayOrAPartOfOneIsNotRead() throws {
    try Fixture.run { fixture in
      let bench = try Bench(fixture)
      bench.record.note(conversion(1))
      let bytes = try bench.bytes
      #expect(ConversionRecord.entries(in: bytes, display: ":70") == [])
      for count in 0..<bytes.count {
        #expect(ConversionRecord.entries(in: Array(bytes.prefix(count)), display: ":7") == [])
      }
      #expect(ConversionRecord.entries(in: bytes, display: ":7").count == 1)
    }
  }
}
