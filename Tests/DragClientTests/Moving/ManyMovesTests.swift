import DBus
import DragClient
import DragModel
import DragProtocol
import Harness
import Testing

/// A dragd that lists what has moved away in parts.
@Suite struct ManyMovesTests {
  @Test func aSourceDeletesUntilNothingIsListedAnyMore() async throws {
    try await Fixture.runInTurn { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let asked = Box(0)
      let fake = try FakeDragd(on: bus) { member in
        guard member == "UnacknowledgedMoves" else { return .reply { _ in } }
        let part = asked.value
        asked.count()
        return .reply { writer in
          try writer.appendArray(of: "(ss)") { array throws(BusError) in
            for number in 0..<2 where part < 3 {
              try array.appendStructure { fields throws(BusError) in
                let id = Identifier(high: 0, middle: UInt64(part), low: UInt8(number))
                try fields.append(id.description)
                try fields.append("\(part).\(number)")
              }
            }
          }
        }
      }
      let deleted = Box<[String]>([])
      let client = try await DragClient.connect(to: .address(bus.address))
      let source = MoveSource(cookie: MoveSource.newCookie()) { key in
        deleted.update { $0.append(key) }
      }
      let keys = try await client.recover(source: source)
      #expect(deleted.value == ["0.0", "0.1", "1.0", "1.1", "2.0", "2.1"])
      #expect(keys == Set(deleted.value))
      #expect(fake.calls.filter { $0 == "AcknowledgeMove" }.count == 6)
      #expect(asked.value == 4)
    }
  }

  /// A new dragd does not know the claim of the one before.
  @Test func aSourceClaimsAgainBeforeABusyDragdIsAskedAgain() async throws {
    try await Fixture.runInTurn { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let offers = Box(0)
      let fake = try FakeDragd(on: bus) { member in
        guard member == "Offer" else {
          return .reply { try $0.appendArray(of: "(ss)") { _ throws(BusError) in } }
        }
        offers.count()
        guard offers.value > 1 else { return .error(ErrorCode.busy.errorName, "claim first") }
        return .reply { try $0.appendPath(Identifier(high: 1, middle: 2, low: 3).offerPath) }
      }
      let client = try await DragClient.connect(to: .address(bus.address))
      var options = OfferingOptions(operations: [.move])
      options.moves = MoveSource(cookie: MoveSource.newCookie()) { _ in }
      let offering = try await client.offer(
        [ItemProvider("held", key: "a")], options: options)
      #expect(fake.calls == ["UnacknowledgedMoves", "Offer", "UnacknowledgedMoves", "Offer"])
      withExtendedLifetime(offering) {}
    }
  }
}
