import DBus
import DragClient
import Harness
import Testing

/// A dragd that has not decided yet when it is asked.
@Suite struct PendingOutcomeTests {
  @Test func recoveringWaitsForTheDecisionAndKeepsWhatWasCommitted() async throws {
    try await Fixture.runInTurn { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let asked = Box(0)
      let fake = try FakeDragd(on: bus) { member in
        guard member == "Outcome" else { return .reply { _ in } }
        var count = 0
        asked.update {
          $0 += 1
          count = $0
        }
        return count < 4
          ? .reply { try $0.append("pending") } : .reply { try $0.append("committed") }
      }
      defer { withExtendedLifetime(fake) {} }
      let client = try await DragClient.connect(to: .address(bus.address))
      let store = Store()
      let move = TransferID(rawValue: "abcdefghijklmnopqrstuvwxyz")
      await store.store("the only copy", as: move)
      let recovery = try await client.recover(journal: store)
      #expect(recovery.kept == [move])
      #expect(await store.items == ["the only copy"])
      #expect(asked.value == 4)
    }
  }

  /// The one that has other records says `aborted`, and is replaced before it is asked which records it has.
  @Test func anOutcomeAndItsLedgerAreThoseOfOneDragd() async throws {
    try await Fixture.runInTurn { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let (move, ledger) = (String(repeating: "a", count: 26), String(repeating: "b", count: 26))
      let stranger = try FakeDragd(on: bus) { member in
        member == "Outcome" ? .replyAndVanish { try $0.append("aborted") } : .reply { _ in }
      }
      let successor = try FakeDragd(on: bus) { member in
        switch member {
        case "Outcome": .reply { try $0.append("committed") }
        case "GetAll":
          .reply { writer in
            try writer.appendDictionary { entries throws(BusError) in
              try entries.entry("Ledger", signature: "s") { value throws(BusError) in
                try value.append(ledger)
              }
            }
          }
        default: .reply { _ in }
        }
      }
      defer { withExtendedLifetime((stranger, successor)) {} }
      let client = try await DragClient.connect(to: .address(bus.address))
      let store = Store()
      await store.store("the only copy", as: TransferID(rawValue: "\(move)_\(ledger)"))
      let recovery = try await client.recover(journal: store)
      #expect(recovery.kept.count == 1)
      #expect(await store.items == ["the only copy"])
      #expect(stranger.calls.contains("Outcome") && successor.calls.contains("Outcome"))
    }
  }

  @Test(arguments: [true, false])
  func whatOtherRecordsSayDecidesNothingAndTheUserSettlesIt(isKept: Bool) async throws {
    try await World.run { world in
      let store = Store()
      let move = TransferID(
        rawValue: String(repeating: "a", count: 26) + "_" + String(repeating: "b", count: 26))
      await store.store("the only copy", as: move)
      let client = try await world.client()
      let recovery = try await client.recover(journal: store)
      #expect(recovery.kept.isEmpty && recovery.discarded.isEmpty)
      #expect(recovery.undecided.map(\.error.code) == [.unrecorded])
      #expect(await store.pending[move] == "the only copy")
      try await client.settle(move, keeping: isKept, journal: store)
      #expect(await store.items == (isKept ? ["the only copy"] : []))
      #expect(await store.pending.isEmpty)
      #expect(await store.noted.isEmpty)
    }
  }
}
