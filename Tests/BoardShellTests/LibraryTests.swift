import Harness
import Testing

/// A system on which libical and libxml2 are broken: the board needs them for iCalendar and HTML alone.
@Suite struct LibraryTests {
  /// Where the loader looks first, and finds only empty files. The tests do not know the version that was built with.
  private func broken(_ fixture: Fixture) throws -> [String: String] {
    for library in try optional(fixture) {
      for number in 1...20 { try fixture.folder.write("lib/\(library).so.\(number)", text: "") }
    }
    return ["LD_LIBRARY_PATH": fixture.folder.path("lib")]
  }

  /// What dragboard does not need to start: libadwaita itself needs libxml2 (1.7).
  private func optional(_ fixture: Fixture) throws -> [String] {
    let needed = try fixture.run("/usr/bin/ldd", ["\(Built.folder)/dragboard"]).output
    return ["libical", "libxml2"].filter { !needed.contains("\($0).so") }
  }

  @Test func `a board works without them`() throws {
    try BoardShell.run { shell in
      let broken = try broken(shell.fixture)
      let added = try shell.dragboard("add", "To Do", "--text", "Paint", variables: broken)
      #expect(added.exit == .success, "\(added.error)")
      let list = try shell.dragboard("export", "--all", variables: broken)
      #expect(list.output.contains("Paint"))
    }
  }

  @Test func `what needs them says which is missing`() throws {
    try BoardShell.run { shell in
      let (broken, optional) = (try broken(shell.fixture), try optional(shell.fixture))
      _ = try shell.add("To Do", "--text", "Paint", "--due", "2026-11-25")
      let type = "text/calendar"
      let calendar = try shell.dragboard("export", "--all", "--type", type)
      #expect(calendar.output.contains("SUMMARY:Paint"))
      let tasks = try shell.fixture.folder.write("tasks.ics", calendar.outputBytes)
      let page = try shell.fixture.folder.write("page.html", text: "<ul><li>a</li></ul>")
      for (library, failed) in [
        ("libical", try shell.dragboard("export", "--all", "--type", type, variables: broken)),
        ("libical", try shell.dragboard("export", "Paint", "--type", type, variables: broken)),
        ("libical", try shell.dragboard("import", tasks, variables: broken)),
        ("libxml2", try shell.dragboard("import", page, variables: broken)),
      ] where optional.contains(library) {
        #expect(failed.exit == .exited(1))
        #expect(failed.output == "")
        #expect(failed.error.contains("the library \(library).so."), "\(failed.error)")
        #expect(failed.error.contains("is not installed"), "\(failed.error)")
      }
    }
  }
}
