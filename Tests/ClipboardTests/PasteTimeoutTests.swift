import DragProtocol
import Harness
import Testing

/// `--timeout` of the verbs that take content.
@Suite struct PasteTimeoutTests {
  /// The shortest times are over before dragclip answers, the others while the command runs.
  @Test func `a time that is over is the reason, however short it was`() throws {
    try ClipboardSession.run(.x11) { session in
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--exec", "text/plain=sleep 1000"], on: session.bus,
        environment: session.variables)
      try #require(copied.exit == .success, "\(copied.error)")
      for time in [0, 1, 2, 5, 10, 20, 50, 100] {
        for verb in [["paste"], ["accept", "\(try session.current().offer)"]] {
          let result = try session.fixture.run(
            Built.dragctl, verb + ["--timeout", "\(time)ms"], on: session.bus,
            environment: session.variables)
          #expect(result.exit == .exited(5), "\(verb): \(result.error)")
          #expect(result.error.contains("gave up after \(time) ms"), "\(result.error)")
        }
      }
    }
  }
}
