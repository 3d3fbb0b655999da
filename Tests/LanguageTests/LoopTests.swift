import Harness
import Testing

/// The programs whose main thread turns a loop of another library.
@Suite struct LoopTests {
  static let programs = ["GLibLoop/GLibLoop.swift", "PollLoop/PollLoop.swift"]

  /// Regression: code of the main actor never ran there.
  @Test(arguments: programs)
  func theMainActorRunsInIt(_ name: String) throws {
    try PageSession.run { session in
      let offered = try session.dragctl("offer", "--text", "words")
      #expect(offered.exit == .success, "\(offered.error)")
      let told = try session.run(PagePrograms.command(.loops, name))
      #expect(told.output == "words\n" && told.exit == .success, "\(told.error)")
      #expect(try session.dragctl("withdraw", "--all").exit == .success)
      let failed = try session.run(PagePrograms.command(.loops, name))
      #expect(failed.exit == .exited(1))
    }
  }
}
