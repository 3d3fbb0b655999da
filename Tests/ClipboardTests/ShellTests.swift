import DragConnection
import DragModel
import DragProtocol
import Foundation
import Harness
import Testing

/// What the shell does with the clipboard.
@Suite struct ShellTests {
  @Test(arguments: [("cat", "finished"), ("head -c 10", "cancelled")])
  func `what a watching command has read was delivered, and what it leaves is cancelled`(
    _ command: String, _ outcome: String
  ) throws {
    try ClipboardSession.run(.x11) { session in
      let folder = session.fixture.folder
      let size = 3_000_000
      let text = try folder.write("text", [UInt8](repeating: 0x78, count: size))
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--exec", "text/plain=cat \(text)"], on: session.bus,
        environment: session.variables)
      try #require(copied.exit == .success, "\(copied.error)")
      let pasted = folder.path("pasted")
      let watch = try session.fixture.start(
        Built.dragctl, ["paste", "--watch", "\(command) > \(pasted); echo done"], on: session.bus,
        environment: session.variables)
      try watch.waitForOutput("done")
      try eventually("the transfer is over") {
        let statistics = try session.connection.perform(.status(), timeout: 20_000).statistics
        #expect(statistics["transfers_failed"] == 0)
        return statistics["transfers_\(outcome)"] == 1
      }
      let count = try String(contentsOfFile: pasted, encoding: .utf8).utf8.count
      #expect(count == (command == "cat" ? size : 10))
      #expect(watch.standardError == "")
    }
  }

  @Test func `the newline that is left out is that of standard input`() throws {
    try ClipboardSession.run(.x11) { session in
      let folder = try session.fixture.folder.makeFolder("folder")
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "-n", folder, "--rep", "text/plain=-"], on: session.bus,
        environment: session.variables, input: .text("word\n"))
      try #require(copied.exit == .success, "\(copied.error)")
      let offer = try session.current().offer
      #expect(try session.accept(offer, "text/plain") == Array("word".utf8))
      #expect(try session.accept(offer, "text/uri-list").suffix(2) == [0x0D, 0x0A])
    }
  }

  @Test func `an offer that is cleared after a time is copied once`() throws {
    try ClipboardSession.run(.x11) { session in
      let offer = try session.offer(["--type", OutTests.text], input: .text("soon gone"))
      let copied = try session.fixture.run(
        Built.dragctl, ["copy", "--clear-after", "1s", "\(offer)"], on: session.bus,
        environment: session.variables)
      try #require(copied.exit == .success, "\(copied.error)")
      #expect(try session.current().offer == offer)
      #expect(try session.lastSerial() == 1)
      try eventually("the clipboard is empty") {
        do {
          _ = try session.current()
          return false
        } catch let error as RequestError {
          return error.code == .broker(.noSuchOffer)
        }
      }
    }
  }
}
