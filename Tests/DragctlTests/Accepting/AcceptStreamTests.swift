import Foundation
import Harness
import Testing

@Suite struct AcceptStreamTests {
  @Test func standardOutputMayBeAnything() throws {
    try Shell.run { shell in
      let content = Sample.noise(2_000_000)
      try shell.folder.write("big", content)
      try shell.offer("big")
      let result = try shell.sh(
        "dragctl accept | cmp - big && dragctl accept > plain && cmp plain big"
          + " && echo start > appended && dragctl accept >> appended && tail -c +7 appended | cmp - big"
      )
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "" && result.error == "")
    }
  }

  @Test func theFirstPreferenceThatIsOnOfferWins() throws {
    try Shell.run { shell in
      try shell.folder.write("h", text: "html")
      try shell.offer("--rep", "text/html=h", "--text", "plain")
      #expect(try shell.dragctl("accept").output == "html")
      #expect(
        try shell.dragctl("accept", "-t", "image/png", "-t", "text/plain", "-t", "text/html").output
          == "plain")
      #expect(try shell.dragctl("accept", "-t", "text/*").output == "html")
    }
  }

  @Test func theNewestOfferThatFitsIsTaken() throws {
    try Shell.run { shell in
      try shell.offer("--text", "old", "-t", "a/b")
      try shell.offer("--text", "new", "-t", "c/d")
      #expect(try shell.dragctl("accept").output == "new")
      #expect(try shell.dragctl("accept", "-t", "a/b").output == "old")
    }
  }

  @Test func withoutAnItemTheFirstThatFitsIsTaken() throws {
    try Shell.run { shell in
      try shell.folder.write("a.txt", text: "text")
      try shell.folder.write("b.html", text: "<!doctype html><p>html")
      let id = try shell.offer("a.txt", "b.html")
      #expect(try shell.dragctl("accept", id, "-t", "text/html").output.contains("html"))
      #expect(try shell.dragctl("accept", id, "-t", "text/html", "--item", "0").status == 4)
      #expect(try shell.dragctl("accept", id, "-t", "image/*").status == 4)
    }
  }

  @Test func aBeginningOfTheIdIsEnough() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "x")
      #expect(try shell.dragctl("accept", String(id.prefix(6)).uppercased()).output == "x")
      #expect(try shell.dragctl("accept", "aaaaaaaaaaaa").status == 3)
      #expect(try shell.dragctl("accept", "not an id").status == 2)
      for _ in 0..<40 { try shell.offer("--text", "x") }
      // There are 41 ids with 32 possible first characters.
      let ids = try shell.dragctl("list", "-q").output.split(separator: "\n")
      let shared = try #require(
        Dictionary(grouping: ids) { $0.prefix(1) }.first { $0.value.count > 1 }?.key)
      let ambiguous = try shell.dragctl("accept", String(shared))
      #expect(ambiguous.status == 2)
      #expect(ambiguous.error.contains("ids begin with"))
    }
  }

  @Test func itWaitsUntilSomethingFits() throws {
    try Shell.run { shell in
      let destination = try shell.start("accept", "--wait", "-t", "image/png")
      try shell.offer("--text", "not this")
      try shell.offer("--text", "this", "-t", "image/png")
      let result = try destination.wait()
      #expect(result.exit == .success)
      #expect(result.output == "this")
    }
  }

  @Test func itWaitsForAnAddedRepresentationOfNothingLongerThanAsked() throws {
    try Shell.run { shell in
      let result = try shell.dragctl("accept", "--wait=300ms")
      #expect(result.status == 3)
      #expect(try shell.dragctl("accept", "--wait", "--timeout", "300ms").status == 3)
      #expect(try shell.dragctl("accept", "abc", "--wait").status == 2)
      let hint = try shell.dragctl("accept", "--wait", "5s")
      #expect(hint.error.contains("Did you mean “--wait=5s”?"))
    }
  }

  /// Regression: dragctl waited for ever for what could not come any more.
  @Test func itWaitsNoLongerThanTheBusIsThere() throws {
    try Shell.run { shell in
      let destination = try shell.start("accept", "--wait")
      try shell.waitForAnswer(from: destination)
      shell.bus.close()
      let result = try destination.wait()
      #expect(result.status == 7)
      #expect(result.error.contains("the connection to the session bus is lost"))
    }
  }

  @Test func ofManyWhoWaitForOneEachItemGoesToOne() throws {
    try Shell.run { shell in
      let waiting = try (0..<3).map { _ in try shell.start("accept", "--wait=20s") }
      for number in 0..<3 { try shell.offer("--text", "\(number)\n", "--once") }
      let results = try waiting.map { try $0.wait() }
      let outputs = results.map(\.output)
      #expect(Set(outputs) == ["0\n", "1\n", "2\n"], "\(results.map(\.error))")
    }
  }

  @Test func theTimeoutEndsATransferAndTellsTheSource() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--exec", "a/b=echo x; sleep 1000")
      // On a busy machine the time may be over before there is a transfer.
      try eventually("the source is told") {
        let result = try shell.dragctl("accept", id, "-o", "f", "--timeout", "500ms")
        #expect(result.status == 5)
        #expect(result.error.contains("gave up after 500 ms"))
        return source.hasSaid("gave up after 500 ms")
      }
      #expect(try !shell.names().contains("f"))
    }
  }

  @Test func binaryContentIsKeptFromATerminal() throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "a\u{1B}]0;x\u{7}b", "-t", "text/plain", "--once")
      let refused = try shell.dragctl("accept", id, output: .terminal(columns: 80))
      #expect(refused.status == 6)
      #expect(!refused.output.contains("]0;x"))
      #expect(refused.output.contains("--output"))
      // The refusal has not used the offer up.
      let asked = try shell.dragctl("accept", id, "-o", "-", output: .terminal(columns: 80))
      #expect(asked.exit == .success)
      #expect(asked.output.contains("]0;x"))
    }
  }

  @Test func textOnATerminalEndsItsLine() throws {
    try Shell.run { shell in
      try shell.offer("--text", "grüße")
      let result = try shell.dragctl("accept", output: .terminal(columns: 80))
      #expect(result.output == "grüße\r\n")
      try shell.offer("--text", "line\n")
      #expect(try shell.dragctl("accept", output: .terminal(columns: 80)).output == "line\r\n")
    }
  }
}
