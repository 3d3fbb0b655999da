import Harness
import Testing

/// What a service has of Swift's runtime takes memory in every session, whether it is used or not: the libraries of
/// tasks and of regular expressions are a seventh of an idle dragclip. One call of either links a release with all of
/// it.
@Suite struct RuntimeTests {
  private static let libraries = [
    // Regular expressions, and `replacing`, `ranges(of:)` and others of collections.
    "17_StringProcessing",
    // Tasks and actors.
    "swift_task_", "$sScM",
  ]

  @Test(arguments: ["dragd", "dragclip"])
  func `a service needs neither tasks nor regular expressions`(program: String) throws {
    try Fixture.run { fixture in
      let result = try fixture.run(
        "nm", ["--dynamic", "--undefined-only", "\(Built.folder)/\(program)"])
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output.contains("swift_retain"))
      for symbol in result.output.split(separator: "\n") {
        for library in Self.libraries {
          #expect(!symbol.contains(library), "\(symbol)")
        }
      }
    }
  }
}
