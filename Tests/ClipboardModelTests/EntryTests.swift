import ClipboardModel
import DragModel
import Testing

/// The entries of the history keep their ids, and follow the limits that a person sets.
@Suite struct EntryTests {
  private static func content(_ number: UInt64, bytes: UInt64 = 10) -> KeptContent {
    KeptContent(
      serial: Serial(number),
      types: [
        KeptType(
          imported: ImportedType(type: .utf8Text, target: "text/plain"), read: ReadNumber(number),
          size: bytes, fingerprint: number)
      ], copied: number * 100_000_000)
  }

  private static func history(_ count: UInt64, seed: [UInt8] = [1]) -> History {
    var history = History(seed: seed)
    for number in 1...count { _ = history.add(content(number)) }
    return history
  }

  @Test func `each entry has another id, which no shift changes`() throws {
    var history = Self.history(20)
    let ids = history.entries.map(\.id)
    #expect(Set(ids).count == 20)
    #expect(ids.allSatisfy { EntryID($0.description) == $0 })
    // Copied again from the history, or by a program.
    let isRaised = history.raise(history.entries[4].content.serial, copied: 1)
    #expect(isRaised)
    #expect(history.entries[0].id == ids[4])
    var again = KeptContent(
      serial: Serial(99), types: Self.content(3).types, copied: 99 * 100_000_000)
    _ = history.add(again)
    #expect(history.entries[0].content.serial == Serial(99))
    #expect(history.entries[0].id == ids[17])
    #expect(Set(history.entries.map(\.id)) == Set(ids))
    // A new one displaces the oldest, and has an id of its own.
    again = Self.content(100)
    _ = history.add(again)
    #expect(!ids.contains(history.entries[0].id))
  }

  @Test(arguments: ["", "bcdf", "bcdfgh", "bcdfa", "bcdf1", "BCDFG"])
  func `other text is no id`(_ text: String) {
    #expect(EntryID(text) == nil)
  }

  @Test func `a restored entry is at its time, with its id unless another one has that`() throws {
    var history = Self.history(3)
    let (first, known) = (try #require(EntryID("zzzzz")), history.entries[0].id)
    var late = Self.content(2)
    late = KeptContent(serial: Serial(50), types: Self.content(50).types, copied: late.copied + 1)
    var left = history.restore(late, id: first, isPinned: true)
    #expect(left.isEmpty)
    #expect(history.entries.map(\.content.serial.number) == [3, 50, 2, 1])
    #expect(history.entries[1].id == first && history.entries[1].isPinned)
    left = history.restore(Self.content(51), id: known, isPinned: false)
    #expect(left.isEmpty)
    #expect(history.entries[0].id != known)
    // What was copied since is the same entry.
    let equal = KeptContent(serial: Serial(52), types: Self.content(1).types, copied: 1)
    left = history.restore(equal, id: nil, isPinned: true)
    #expect(left == [equal])
    #expect(history.entries.last?.isPinned == true)
  }

  /// The world with entries of a history.
  private static func world(_ count: Int) -> ClipboardWorld {
    var world = ClipboardWorld()
    for number in 0..<count {
      world.copies(["text/plain"])
      world.wait(250_000)
      world.settle("text \(number)", fingerprint: UInt64(number))
    }
    return world
  }

  @Test func `smaller limits displace the oldest, and no pinned one`() throws {
    var world = Self.world(5)
    let oldest = try #require(world.clipboard.keptHistory.last)
    _ = world.call { .pin($0, oldest.offer) }
    var limits = History.Limits()
    limits.count = 2
    var effects = world.happens(.configured(readAheadBytes: 1 << 20, limits))
    #expect(effects.contains(.historyChanged))
    #expect(world.history.count == 3 && world.history.last == oldest.content)
    #expect(world.clipboard.settings.readAheadBytes == 1 << 20)
    // Nothing is displaced, so nobody is told.
    effects = world.happens(.configured(readAheadBytes: 1 << 20, limits))
    #expect(!effects.contains(.historyChanged))
    world.happens(.configured(readAheadBytes: 0, limits))
    #expect(world.history.isEmpty)
  }

  @Test func `all is forgotten, also what has no offer`() throws {
    var world = Self.world(2)
    world.happens(.brokerLeft)
    let call = world.call { .forgetAll($0) }
    #expect(world.replies[call] == .done)
    #expect(world.history.isEmpty && world.kept.isEmpty)
  }
}
