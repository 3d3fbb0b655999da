import DBus
import Foundation
import Harness
import Testing

/// A shell ends its script only with a program that a signal has killed.
@Suite struct SignalTests {
  @Test(arguments: [
    "dragctl accept -t a/b -o film", "dragctl offer --exec 'c/d=echo' | cat", "dragctl watch",
    "dragctl target 'in box' --exec '*/*=cat'", "dragctl watch --exec true",
    "dragctl accept --next=1h -t a/b -o film", "dragctl drop list.txt --on slow",
  ])
  func aScriptStopsAtTheKey(_ command: String) throws {
    try Shell.run { shell in
      _ = try shell.stay("--exec", "a/b=touch begun; sleep 1000")
      try shell.folder.write("list.txt", text: "x")
      let target = try shell.start("target", "slow", "--exec", "*/*=sleep 1000")
      try target.waitForError("slow")
      // One that stays: a caller of each question would be among the programs for a moment.
      let observer = try Connection.open(address: shell.bus.address)
      defer { observer.close() }
      func programs() throws -> Set<String> {
        let call = try Connection.busCall("ListNames")
        var names = try observer.callAndWait(call, timeout: 20_000).read()
        return Set(try names.strings().filter { $0.hasPrefix(":") })
      }
      let before = try programs()
      let script = try shell.fixture.start(
        "/bin/bash", ["-c", "PATH=\(Built.folder):$PATH; \(command); touch went-on"], on: shell.bus,
        output: .terminal(columns: 80))
      // Until then the key would end the shell alone.
      try eventually("the program is on the bus: \(script.standardOutput)") {
        try !programs().isSubset(of: before)
      }
      try script.write([3])
      #expect(try script.wait().exit == .signalled(SIGINT))
      #expect(try !shell.names().contains { $0 == "went-on" || $0 == "film" })
    }
  }

  /// Nobody waits for the content any more when the foreground process has been killed, and a caller learns by what
  /// the background process was killed.
  @Test func bothProcessesEndTogether() throws {
    try Shell.run { shell in
      for (parent, child, expected) in [(SIGKILL, nil, SIGKILL), (nil, SIGINT, SIGINT)] {
        let program = try shell.start("offer", "--detach", "--sensitive", input: .pipe)
        let children =
          "/proc/\(program.processIdentifier)/task/\(program.processIdentifier)/children"
        var background: Int32?
        try eventually("there is a background process") {
          background = Int32(
            try String(contentsOfFile: children, encoding: .utf8)
              .trimmingCharacters(in: .whitespaces))
          return background != nil
        }
        let other = try #require(background)
        if let parent { program.send(parent) }
        if let child { kill(other, child) }
        #expect(try program.wait().exit == .signalled(expected))
        try shell.waitForEnd(String(other))
      }
    }
  }

  /// Regression: a lock of flock(1) stayed locked as long as the offer was there.
  @Test(arguments: ["offer --detach", "offer --detach --sensitive"])
  func theBackgroundKeepsNoDescriptorOfItsCaller(_ verb: String) throws {
    try Shell.run { shell in
      let result = try shell.sh(
        """
        exec 9>lock; flock 9
        dragctl \(verb) --exec a/b='echo x' /dev/fd/8 8< <(printf words) >id
        exec 9>&-; flock -n lock echo free
        dragctl accept $(cat id) -t a/b; dragctl accept $(cat id) -t text/plain
        dragctl withdraw $(cat id)
        """)
      #expect(result.output == "free\nx\nwords", "\(result.error)")
    }
  }
}
