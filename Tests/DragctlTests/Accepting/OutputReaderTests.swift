import Foundation
import Harness
import Testing

/// The effects of a reader of standard output on a transfer.
@Suite struct OutputReaderTests {
  /// tar(1) reads only to its end mark. Here the program that makes the content ends after the reader.
  @Test func whatWasWrittenHasArrivedThoughItsReaderIsGone() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay(
        "--exec", "text/plain=printf all; until test -e gone; do sleep 0.01; done", "--once")
      let result = try shell.sh(
        "dragctl accept \(id) | { head -c 3; exec <&-; touch gone; }; echo \" ${PIPESTATUS[0]}\"")
      #expect(result.output == "all 0\n")
      #expect(result.error == "")
      #expect(try source.wait().exit == .success)
    }
  }

  @Test func aReaderThatStopsEarlyEndsItAsItEndsCat() throws {
    try Shell.run { shell in
      let (source, id) = try shell.stay("--exec", "text/plain=seq 1 10000000")
      let result = try shell.sh(
        "dragctl accept \(id) | head -1; echo ${PIPESTATUS[0]}")
      #expect(result.output == "1\n141\n")
      #expect(result.error == "")
      try source.waitForError("Broken pipe")
    }
  }

  /// A caller that ignores SIGPIPE gets an error message.
  @Test func whoeverIgnoresTheSignalIsTold() throws {
    try Shell.run { shell in
      let (_, id) = try shell.stay("--exec", "text/plain=seq 1 10000000")
      let result = try shell.sh(
        "trap '' PIPE; dragctl accept \(id) | head -1; echo ${PIPESTATUS[0]}")
      #expect(result.output == "1\n141\n")
      #expect(result.error == "dragctl: standard output: Broken pipe\n")
    }
  }

  @Test(arguments: [">&-", "1</dev/null"])
  func nothingIsUsedUpForAnOutputThatTakesNothing(_ redirection: String) throws {
    try Shell.run { shell in
      let id = try shell.offer("--text", "once", "--once")
      let result = try shell.sh("dragctl accept \(id) \(redirection)")
      #expect(result.exit == .exited(1))
      #expect(result.error.contains("standard output is closed, or open for reading only"))
      #expect(try shell.dragctl("accept", id).output == "once")
    }
  }
}
