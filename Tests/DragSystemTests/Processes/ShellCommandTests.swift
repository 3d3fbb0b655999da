import DragSystem
import Foundation
import Testing

@Suite struct ShellCommandTests {
  let loop: EventLoop

  init() throws { loop = try EventLoop() }

  /// Runs a command to its end; its output, what is left of its errors, and how it ended.
  func run(
    _ command: String, environment: [(String, String)] = []
  ) throws -> (output: String, errors: String, end: ShellCommand.End?) {
    let pipe = try Pipe()
    let reader = pipe.reader
    var end: ShellCommand.End?
    let shell: ShellCommand
    do {
      let writer = pipe.writer
      shell = try ShellCommand(
        Array(command.utf8), output: writer, environment: environment, on: loop
      ) { end = $0 }
    }
    #expect(loop.turn { end != nil })
    let output = try reader.readToEnd() ?? []
    return (
      String(decoding: output, as: UTF8.self), String(decoding: shell.errorTail, as: UTF8.self), end
    )
  }

  @Test func itsOutputGoesToTheDescriptor() throws {
    let result = try run("echo hello; pwd >/dev/null")
    #expect(result.output == "hello\n")
    #expect(result.end == .exited(0))
  }

  @Test func theExitStatusIsReported() throws {
    #expect(try run("exit 7").end == .exited(7))
    #expect(try run("kill -9 $$").end == .signalled(9))
    #expect(try run("no-such-command-anywhere").end == .exited(127))
  }

  @Test func theEndOfItsErrorsIsKept() throws {
    #expect(try run("echo oops >&2; exit 1").errors == "oops\n")
    let long = try run("i=0; while [ $i -lt 2000 ]; do echo line $i >&2; i=$((i+1)); done")
    #expect(long.errors.hasSuffix("line 1999\n"))
    #expect(long.errors.utf8.count == 4096)
  }

  @Test func itSeesTheEnvironmentAndReadsNothing() throws {
    let result = try run("cat; echo \"$DRAG_TYPE\"", environment: [("DRAG_TYPE", "text/plain")])
    #expect(result.output == "text/plain\n")
  }

  @Test func itsWholeGroupIsEnded() throws {
    let pipe = try Pipe()
    let reader = pipe.reader
    var end: ShellCommand.End?
    let shell: ShellCommand
    do {
      let writer = pipe.writer
      shell = try ShellCommand(
        Array("sleep 1000 & echo started; sleep 1000".utf8), output: writer, environment: [],
        on: loop
      ) { end = $0 }
    }
    #expect(try reader.read(upTo: 100) == Array("started\n".utf8))
    shell.terminate()
    #expect(loop.turn { end == .signalled(SIGTERM) })
    // The other child held the output open too: an end of file means that it has gone.
    #expect(try reader.readToEnd()?.isEmpty == true)
  }

  @Test func brokenPipesAndBlockedSignalsAreNotInherited() throws {
    signal(SIGPIPE, SIG_IGN)
    let result = try run("kill -PIPE $$; echo still here")
    #expect(result.output == "")
    #expect(result.end == .signalled(SIGPIPE))
  }

  @Test func itInheritsNoOtherDescriptor() throws {
    let result = try run("ls /proc/self/fd | wc -l")
    // Its three streams, and the folder that ls reads.
    #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "4")
  }
}
