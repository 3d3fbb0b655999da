import Harness
import Testing

@testable import dragctl

@Suite struct DragTests {
  @Test func withoutTheShelfTwoLinesSayWhatItNeeds() throws {
    try Shell.run { shell in
      let note = try shell.fixture.folder.write("note.txt", text: "Look up")
      let result = try shell.dragctl("drag", note)
      #expect(result.status == 7)
      #expect(result.error.contains("the shelf is not there"))
      #expect(result.error.contains("dragboard"))
      #expect(result.error.split(separator: "\n").count == 2, "\(result.error)")
    }
  }

  @Test func mistakesAreToldBeforeAnythingIsOffered() throws {
    try Shell.run { shell in
      let missing = try shell.dragctl("drag", "missing.txt")
      #expect(missing.status == 1)
      #expect(missing.error.contains("missing.txt"))
      let both = try shell.dragctl("drag", "--stdin", "-")
      #expect(both.status == 2)
      #expect(both.error.contains("--stdin"))
      let none = try shell.dragctl("drag", "--stdin")
      #expect(none.status == 3)
      #expect(none.error.contains("names no file"))
      // A name among others there, not the content of what has been read.
      let dash = try shell.sh("echo - | dragctl drag --stdin")
      #expect(dash.status == 1)
      #expect(dash.error.contains("./-: No such file"))
    }
  }
}
