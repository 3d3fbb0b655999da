import Harness
import Testing

@Suite struct RestoreTests {
  @Test func `lists and cards come back as one change`() throws {
    try BoardShell.run { shell in
      let lists = """
        {"lists": [{"id": "1", "name": "First", "closed": true},
                   {"id": "2", "name": "Second", "closed": true}], "cards": []}
        """
      let read = try shell.dragboard(
        "import", "-", "--type", "application/json", input: .text(lists))
      #expect(read.exit == .success, "\(read.error)")
      let card = try shell.add("To Do", "--text", "Put away")[0]
      #expect(try shell.dragboard("archive", card).exit == .success)
      func shown() throws -> [Bool] {
        let all = try shell.dragboard("ls").output
        return ["First", "Second", "Put away"].map { all.contains($0) }
      }
      #expect(try shown() == [false, false, false])
      let restored = try shell.dragboard("archive", "--restore", "First", "Second", card)
      #expect(restored.exit == .success, "\(restored.error)")
      #expect(try shown() == [true, true, true])
      #expect(try shell.dragboard("undo").exit == .success)
      #expect(try shown() == [false, false, false])
      // Of a list whose title is used nothing comes back, and nothing with it.
      #expect(try shell.dragboard("add-list", "second").exit == .success)
      #expect(try shell.dragboard("archive", "--restore", "First", "Second", card).exit != .success)
      #expect(try shown() == [false, false, false])
    }
  }
}
