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
}
