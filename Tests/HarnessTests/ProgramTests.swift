import CLinux
import Foundation
import Harness
import Testing

@Suite struct ProgramTests {
  private func shell(_ script: String, input: Program.Input = .empty) throws -> Program {
    try Program("/bin/sh", ["-c", script], input: input)
  }

  @Test func `a program's output, errors and status are kept apart`() throws {
    let result = try Program.run("/bin/sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(result.exit == .exited(3))
    #expect(result.output == "out\n")
    #expect(result.error == "err\n")
  }

  @Test func `a program that cannot be started is an error with its name`() {
    #expect(throws: HarnessFailure.self) { try Program("/no/such/program") }
  }

  @Test func `input comes from bytes, a pipe or nowhere`() throws {
    #expect(try Program.run("cat", input: .text("held")).output == "held")
    #expect(try Program.run("cat").output == "")
    let program = try Program("cat", input: .pipe)
    defer { program.close() }
    try program.write("one\n")
    #expect(try program.firstLine() == "one")
    try program.write("two\n")
    program.closeInput()
    #expect(try program.wait().output == "one\ntwo\n")
  }

  @Test func `more output than a pipe holds does not stop a program nobody waits for`() throws {
    let result = try Program.run("head", ["-c", "3000000", "/dev/zero"])
    #expect(result.outputBytes.count == 3_000_000)
  }

  @Test func `a killed program says by which signal`() throws {
    let program = try shell("echo ready; sleep 100")
    defer { program.close() }
    try program.waitForOutput("ready")
    #expect(program.isRunning)
    program.kill()
    #expect(program.exit == .signalled(9))
  }

  @Test func `a wait that runs out tells what the program printed`() throws {
    let program = try shell("echo so far; exec sleep 100")
    defer { program.close() }
    try program.waitForOutput("so far")
    let failure = #expect(throws: HarnessFailure.self) {
      try program.wait(within: .milliseconds(5))
    }
    #expect(failure?.description.contains("so far") == true)
    #expect(failure?.description.contains("still runs") == true)
  }

  @Test func `waiting for text fails at once when the program ends without it`() throws {
    let program = try shell("echo something else")
    defer { program.close() }
    let failure = #expect(throws: HarnessFailure.self) { try program.waitForOutput("never") }
    #expect(failure?.description.contains("something else") == true)
  }

  @Test func `close ends the children too`() throws {
    let program = try shell("sleep 1000 & echo $!; wait")
    let child = try #require(Int32(try program.firstLine()))
    #expect(try ProcessFacts(child).threadCount() == 1)
    program.close()
    // A process that adopts orphans may leave a zombie, which has no memory of its own.
    try eventually("the child to be gone") {
      (try? ProcessFacts(child).descriptorCount()) ?? 0 == 0
    }
  }

  @Test func `nothing is inherited but the standard streams and what is given`() throws {
    let null = try Program.run("ls", ["/proc/self/fd"])
    // The fourth is the folder that ls reads.
    #expect(null.output.split(separator: "\n") == ["0", "1", "2", "3"])
    let given = try Program.run("ls", ["/proc/self/fd"], descriptors: [0])
    #expect(given.output.split(separator: "\n") == ["0", "1", "2", "3", "4"])
  }

  @Test
  func `a copy of the warm interpreter has what a new one has, and is a program as any other`()
    throws
  {
    try Fixture.run { fixture in
      let bus = try fixture.bus(.dbusDaemon)
      let script = Built.tool("peer.py")
      let new = try fixture.start("/usr/bin/python3", [script], on: bus, input: .pipe)
      let copies = try (0..<3).map { _ in
        try fixture.startWarm(script, on: bus, input: .pipe)
      }
      let counts = try ([new] + copies).map { program in
        try program.waitForOutput("ready")
        return try program.facts.descriptorCount()
      }
      #expect(Set(counts).count == 1, "\(counts)")
      for copy in copies { #expect(getpgid(copy.processIdentifier) == copy.processIdentifier) }
      copies[0].kill()
      #expect(copies[0].exit == .signalled(SIGKILL))
      copies[1].closeInput()
      #expect(try copies[1].wait().exit == .success)
      #expect(copies[2].isRunning)
    }
  }

  @Test func `an empty variable is removed, the session's are not inherited`() throws {
    let result = try Program.run("env", environment: ["HOME": "", "ADDED": "yes"])
    let names = result.output.split(separator: "\n").map { $0.prefix { $0 != "=" } }
    #expect(names.contains("ADDED") && names.contains("PATH") && !names.contains("HOME"))
    #expect(!names.contains { $0.hasPrefix("XDG_") || $0.hasPrefix("DBUS_") })
  }

  @Test func `a terminal has the width that was asked for, and can be resized`() throws {
    let program = try Program(
      "/bin/sh", ["-c", "trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done"],
      output: .terminal(columns: 72, rows: 20))
    defer { program.close() }
    try program.waitForOutput("20 72")
    try program.resizeTerminal(columns: 40, rows: 10)
    try program.waitForOutput("10 40")
  }

  @Test func `a screen shows what is left after progress lines were overwritten`() throws {
    let script = "printf 'start\\n  1%%\\r 50%%\\r\\033[32m100%%\\033[0m done\\033[K\\n'"
    let program = try Program("/bin/sh", ["-c", script], output: .terminal(columns: 20))
    defer { program.close() }
    try program.wait()
    #expect(program.screen(columns: 20).lines == ["start", "100% done"])
    #expect(Screen("abcdef", columns: 4).lines == ["abcd", "ef"])
    #expect(Screen("a\nb\u{1B}[1Ac\u{1B}[2K", columns: 9).lines == ["", " b"])
  }
}

@Suite struct DescriptorStoreTests {
  @Test func `what a program stores is given to the next one that is started`() throws {
    try Fixture.run { fixture in
      let store = try DescriptorStore(in: fixture.folder)
      defer { store.close() }
      let keep = """
        import os, socket
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.connect(os.environ["NOTIFY_SOCKET"])
        for name in ("one", "two", "three"):
            held = os.memfd_create(name)
            os.write(held, name.encode())
            socket.send_fds(notify, [f"FDSTORE=1\\nFDNAME={name}".encode()], [held])
        notify.send(b"FDSTOREREMOVE=1\\nFDNAME=two")
        """
      let source = try store.start("/usr/bin/python3", ["-c", keep], in: fixture).wait()
      #expect(source.exit == .success, "\(source.error)")
      try store.settle()
      #expect(store.names == ["one", "three"])

      let read = """
        import os
        assert os.environ["LISTEN_PID"] == str(os.getpid())
        print(os.environ["LISTEN_FDS"], os.environ["LISTEN_FDNAMES"])
        print(os.pread(3, 9, 0).decode(), os.pread(4, 9, 0).decode())
        """
      let next = try store.start("/usr/bin/python3", ["-c", read], in: fixture)
      #expect(try next.wait().output == "2 one:three\none three\n")
    }
  }
}
