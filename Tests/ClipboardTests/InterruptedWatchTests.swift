import Foundation
import Harness
import Testing

/// A signal that ends `dragctl paste --watch` also ends its command.
@Suite struct InterruptedWatchTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends the command too`(_ signal: Int32) throws {
    try ClipboardSession.run(.x11) { session in
      _ = try session.copies(["\(OutTests.text)=two words"])
      try session.current("the copy is there") { _ in true }
      let watch = try session.fixture.start(
        Built.dragctl, ["paste", "--watch", "echo $$; exec sleep 600"], on: session.bus,
        environment: session.variables)
      let command = try #require(Int32(try watch.firstLine()))
      #expect(kill(command, 0) == 0)
      watch.send(signal)
      #expect(try watch.wait().exit == .signalled(signal))
      try eventually("the command has ended") { kill(command, 0) != 0 }
    }
  }

  /// Regression: `dragctl paste --watch cat | head -1` went on for ever.
  @Test func `it ends with the reader of its output`() throws {
    try ClipboardSession.run(.x11) { session in
      _ = try session.copies(["\(OutTests.text)=two words"])
      try session.current("the copy is there") { _ in true }
      let pipeline = try session.fixture.start(
        "/bin/bash",
        [
          "-c",
          "\"$0\" paste --watch 'cat; while echo more; do :; done' | head -c 3; echo $PIPESTATUS",
          Built.dragctl,
        ], on: session.bus, environment: session.variables)
      let result = try pipeline.wait()
      #expect(result.output == "two141\n" && result.error == "", "\(result.error)")
    }
  }
}
