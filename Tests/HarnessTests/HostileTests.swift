import CLinux
import Harness
import Testing

@Suite struct HangingFileSystemTests {
  @Test(
    .enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"),
    arguments: [
      (HangingFileSystem.Operation.getattr, "import os; os.fstat(descriptor)"),
      (.read, "import os; os.pread(descriptor, 100, 0)"),
      (.flush, "import os; os.close(descriptor)"),
      (.open, "open('/proc/self/fd/%d' % descriptor)"),
    ])
  func `an operation hangs from when it is told to until it is let go`(
    operation: HangingFileSystem.Operation, call: String
  ) throws {
    try Fixture.run { fixture in
      let fileSystem = try fixture.hangingFileSystem()
      let script = """
        import os
        descriptor = os.open("\(fileSystem.file)", os.O_RDONLY)
        print("size", os.fstat(descriptor).st_size, flush=True)
        input()
        try: \(call)
        finally: print("returned", flush=True)
        """
      let victim = try fixture.start("/usr/bin/python3", ["-c", script], input: .pipe)
      try victim.waitForOutput("size \(fileSystem.size)\n")
      try fileSystem.hang(operation)
      try victim.write("\n")
      try fileSystem.waitUntilHung(operation)
      #expect(!victim.standardOutput.contains("returned"))
      try fileSystem.answer(operation)
      #expect(try victim.waitForOutput("returned").contains("returned"))
      #expect(try victim.wait().exit == .success)
    }
  }

  @Test(.enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"))
  func `closing it frees who hangs, with an error`() throws {
    try Fixture.run { fixture in
      let fileSystem = try fixture.hangingFileSystem(hanging: [.read])
      let victim = try fixture.start("cat", [fileSystem.file])
      try fileSystem.waitUntilHung(.read)
      #expect(victim.isRunning)
      fileSystem.close()
      #expect(try victim.wait().exit == .exited(1))
    }
  }

  @Test(.enabled(if: HangingFileSystem.unavailable == nil, "no FUSE mounts here"))
  func `its content is the one it promises`() throws {
    try Fixture.run { fixture in
      let fileSystem = try fixture.hangingFileSystem(size: 300_001)
      let content = try fixture.run("cat", [fileSystem.file]).outputBytes
      #expect(content == (0..<300_001).map(HangingFileSystem.byte(at:)))
    }
  }
}

@Suite struct SmallDiskTests {
  @Test(.enabled(if: SmallDisk.unavailable == nil, "no private mounts here"))
  func `a small disk is full after so many bytes, and only for its program`() throws {
    try Fixture.run { fixture in
      let disk = SmallDisk(bytes: 1 << 20, at: fixture.folder.path("cache"))
      let (executable, arguments) = disk.command(
        "/bin/sh",
        ["-c", "dd if=/dev/zero of=\(disk.folder)/big bs=64k count=64; echo full; read x"])
      let program = try fixture.start(executable, arguments, input: .pipe)
      try program.waitForOutput("full")
      try program.waitForError("No space left on device")
      let inside = try fixture.run("stat", ["-c", "%s", "\(disk.folder(seenBy: program))/big"])
      #expect(inside.output == "1048576\n")
      #expect(try fixture.run("ls", [disk.folder]).output == "")
    }
  }

  @Test(.enabled(if: SmallDisk.unavailable == nil, "no private mounts here"))
  func `the program on a small disk has the process id that was started and the same user`() throws
  {
    try Fixture.run { fixture in
      let disk = SmallDisk(bytes: 65_536, at: fixture.folder.path("cache"))
      let (executable, arguments) = disk.command("/bin/sh", ["-c", "echo $$ $(id -u)"])
      let program = try fixture.start(executable, arguments)
      let mine = try fixture.run("id", ["-u"]).output
      #expect(try program.wait().output == "\(program.processIdentifier) \(mine)")
    }
  }
}

@Suite struct ProcessFactsTests {
  @Test func `descriptors, memory and threads of another process are seen`() throws {
    try Fixture.run { fixture in
      let script = """
        import os, threading
        end = threading.Event()
        def ready():
            print("ready", flush=True)
        keep = os.memfd_create("counted"), bytearray(b"x" * 20_000_000)
        threading.Thread(target=end.wait, daemon=True).start()
        ready()
        input()
        """
      let program = try fixture.start("/usr/bin/python3", ["-c", script], input: .pipe)
      try program.waitForOutput("ready")
      let facts = program.facts
      #expect(try facts.descriptors().values.contains("/memfd:counted (deleted)"))
      #expect(try facts.descriptorCount() == 4)
      #expect(try facts.threadCount() == 2)
      #expect(try facts.anonymousMemory() > 20_000_000)
      #expect(try facts.anonymousMemory() < 100_000_000)
      #expect(try facts.proportionalMemory() > 20_000_000)
      #expect(try facts.voluntarySwitches() >= 1)
    }
  }

  @Test func `a condition that never holds fails within its limit`() {
    #expect(throws: HarnessFailure.self) {
      try eventually(within: .milliseconds(20)) { false }
    }
  }
}

@Suite struct FixtureTests {
  @Test func `a fixture is taken down last in first out, also after an error`() throws {
    struct Broken: Error {}
    final class Log { var lines: [String] = [] }
    let log = Log()
    var folder: TemporaryFolder?
    #expect(throws: Broken.self) {
      try Fixture.run { fixture in
        folder = fixture.folder
        fixture.atEnd { log.lines.append("first") }
        fixture.atEnd { log.lines.append("second") }
        throw Broken()
      }
    }
    #expect(log.lines == ["second", "first"])
    let path = try #require(folder?.path)
    #expect(try Program.run("ls", [path]).exit != .success)
  }

  @Test func `the built programs stand beside the tests`() throws {
    #expect(try Program.run("test", ["-x", Built.dragd]).exit == .success)
    #expect(try Program.run("test", ["-x", Built.dragctl]).exit == .success)
    #expect(try Program.run("test", ["-f", "\(Built.packageRoot)/Package.swift"]).exit == .success)
  }
}
