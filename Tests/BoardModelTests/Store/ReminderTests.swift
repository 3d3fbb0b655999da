import Harness
import Testing

@testable import BoardModel

@Suite struct ReminderTests {
  private static func date(_ text: String) throws -> DueDate { try #require(DueDate(text)) }

  @Test func `what has become due is told once, in its order`() throws {
    try TestBoard.run { board in
      let store = board.store
      let ids = try (1...7).map { try board.add("\($0)")[0] }
      let dues = [
        "2026-11-25T14:30", "2026-11-25", "2026-11-26", "2026-11-25T10:00", "2026-11-25T10:00",
        "2026-11-24", "2026-11-25T14:31",
      ]
      #expect(try store.takeReminders(at: Self.date("2026-11-25T08:00")) == [])
      for (index, due) in dues.enumerated() {
        try store.perform(
          .editDetails(ids[index], CardDetails(due: Self.date(due), isDone: index == 4)))
      }
      #expect(
        try store.nextReminder(at: Self.date("2026-11-25T08:00"))
          == Self.date("2026-11-25T09:00"))
      let told = try store.takeReminders(at: Self.date("2026-11-25T14:30"))
      #expect(told.map(\.title) == ["2", "4", "1"])
      #expect(told.map(\.list) == ["To Do", "To Do", "To Do"])
      #expect(try store.takeReminders(at: Self.date("2026-11-25T14:30")) == [])
      #expect(
        try store.nextReminder(at: Self.date("2026-11-25T14:30"))
          == Self.date("2026-11-25T14:31"))
      try store.perform(.archiveCards([ids[6]], true))
      try store.perform(.deleteCards([ids[2]]))
      #expect(try store.nextReminder(at: Self.date("2026-11-25T14:30")) == nil)
    }
  }

  @Test func `a notification goes when its card is not due any more`() async throws {
    let folder = try TemporaryFolder("board", inMemory: true)
    defer { folder.remove() }
    let board = TestBoard(folder: folder, store: try BoardStore(folder: folder.path("data")))
    let store = board.store
    let due = try Self.date("2026-11-25T10:00")
    let ids = try board.add("a", "b")
    _ = try store.takeReminders(at: Self.date("2026-11-25T08:00"))
    for id in ids { try store.perform(.editDetails(id, CardDetails(due: due))) }
    let told = try store.takeReminders(at: due)
    #expect(told.map(\.card) == ids)
    let index = BoardsIndex(folder: store.folder)
    #expect(try await index.notDue(told) == [])
    try store.perform(.setDone([ids[0]], true))
    #expect(try await index.notDue(told).map(\.card) == [ids[0]])
    #expect(try await index.nextReminder(at: due) == nil)
  }
}
