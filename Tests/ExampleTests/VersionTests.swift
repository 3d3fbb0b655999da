import DragModel
import Harness
import Testing

@Suite struct VersionTests {
  @Test(arguments: ["dragpick", "dragtext"])
  func `an example has the version of the package`(program: String) throws {
    try Fixture.run { fixture in
      let result = try fixture.run("\(Built.folder)/\(program)", ["--version"])
      #expect(result.exit == .success)
      #expect(result.output == "\(program) \(Release.version)\n")
    }
  }

  @Test func `dragtext says what it does not take`() throws {
    try Fixture.run { fixture in
      let result = try fixture.run("\(Built.folder)/dragtext", ["file.txt"])
      #expect(result.exit == .exited(2))
      #expect(result.error.contains("“file.txt”"))
    }
  }
}
