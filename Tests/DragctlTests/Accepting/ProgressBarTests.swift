import Glibc
import Harness
import Testing

@Suite struct ProgressBarTests {
  /// Starts a source that sends its content in two parts, the second on request; returns the offer.
  private func source(_ shell: Shell) throws -> String {
    _ = try shell.sh("mkfifo go")
    return try shell.stay(
      "--exec", "a/b=head -c 500000 /dev/zero; read x < go; head -c 500000 /dev/zero",
      "--size", "1000000", "--name", "zeros"
    ).id
  }

  @Test(arguments: [40, 80, 200])
  func aTerminalShowsOneLineThatIsDrawnAgain(_ columns: Int) throws {
    try Shell.run { shell in
      let id = try source(shell)
      let destination = try shell.start(
        "accept", id, "-o", "out", output: .terminal(columns: columns))
      try destination.waitForOutput("50 %")
      _ = try shell.sh("echo > go")
      let result = try destination.wait()
      #expect(result.exit == .success)
      #expect(result.output.contains("zeros"))
      #expect(result.output.contains("100 %"))
      // The progress is one line, which ends once, at the end.
      #expect(result.outputBytes.count { $0 == UInt8(ascii: "\n") } == 1)
      #expect(result.outputBytes.last == UInt8(ascii: "\n"))
      for drawing in result.outputBytes.split(separator: UInt8(ascii: "\r")) {
        let text = String(decoding: drawing, as: UTF8.self).replacing("\u{1B}[K", with: "")
        #expect(text.unicodeScalars.count < columns, "\(text)")
      }
      #expect(result.output.contains("[====") == (columns > 40))
    }
  }

  @Test func theBarFollowsTheTerminalsSize() throws {
    try Shell.run { shell in
      let id = try source(shell)
      let destination = try shell.start("accept", id, "-o", "out", output: .terminal(columns: 40))
      try destination.waitForOutput("50 %")
      try destination.resizeTerminal(columns: 120)
      try destination.waitForOutput("[====")
      _ = try shell.sh("echo > go")
      #expect(try destination.wait().exit == .success)
    }
  }

  @Test func aFailureTakesTheBarAway() throws {
    try Shell.run { shell in
      let (_, id) = try shell.stay("--exec", "a/b=echo x; sleep 1; exit 1", "--name", "thing")
      let result = try shell.dragctl("accept", id, "-o", "out", output: .terminal(columns: 80))
      #expect(result.status == 5)
      #expect(result.output.contains("\r\u{1B}[Kdragctl: "))
    }
  }

  @Test func anInterruptionTakesTheBarAway() throws {
    try Shell.run { shell in
      let id = try source(shell)
      let destination = try shell.start("accept", id, "-o", "out", output: .terminal(columns: 80))
      try destination.waitForOutput("50 %")
      try destination.write([3])
      let result = try destination.wait()
      #expect(result.exit == .signalled(SIGINT))
      #expect(result.output.hasSuffix("\r\u{1B}[K"))
      #expect(try !shell.names().contains("out"))
    }
  }

  @Test func neverMeansNever() throws {
    try Shell.run { shell in
      let (_, id) = try shell.stay("--exec", "a/b=sleep 1")
      let result = try shell.dragctl(
        "accept", id, "-o", "out", "--progress", "never", output: .terminal(columns: 80))
      #expect(result.output == "")
    }
  }

  @Test func alwaysMeansLinesWhereThereIsNoTerminal() throws {
    try Shell.run { shell in
      try shell.offer("--text", "12345", "--name", "digits")
      let result = try shell.dragctl("accept", "--progress", "always")
      #expect(result.output == "12345")
      #expect(result.error.hasPrefix("digits: 100 %, 5 B of 5 B"))
      #expect(!result.error.contains("\r") && !result.error.contains("\u{1B}"))
      #expect(try shell.dragctl("accept", "--progress", "sometimes").status == 2)
    }
  }
}
