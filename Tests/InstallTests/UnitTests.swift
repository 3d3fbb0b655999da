import Foundation
import Harness
import Testing

@Suite struct UnitTests {
  /// The unit as it is installed, beside a program that its ExecStart names.
  private func unit(_ fixture: Fixture, of program: String = "dragd") throws -> String {
    let prefix = fixture.folder.path("prefix")
    let installed = try Installation(fixture, prefix: prefix, binaries: Built.folder)
    try fixture.folder.makeFolder("prefix/bin")
    _ = try fixture.run("cp", ["\(Built.folder)/\(program)", "\(prefix)/bin/\(program)"])
    return "\(installed.destination)\(prefix)/lib/systemd/user/\(program).service"
  }

  @Test(
    .enabled(if: isInstalled("systemd-analyze"), "systemd is not installed"),
    arguments: ["dragd", "dragclip"])
  func `systemd has nothing to say against the unit`(program: String) throws {
    try Fixture.run { fixture in
      let result = try fixture.run(
        "systemd-analyze", ["--user", "verify", try unit(fixture, of: program)])
      #expect(result.exit == .success)
      // It succeeds even with keys that it does not know.
      #expect(result.error == "")
      // A crash writes nothing of others' content to a disk.
      let text = try String(contentsOfFile: try unit(fixture, of: program), encoding: .utf8)
      #expect(text.contains("\nLimitCORE=0\n"))
    }
  }

  @Test(
    .enabled(if: isInstalled("systemd-analyze"), "systemd is not installed"),
    arguments: ["dragd", "dragclip"])
  func `systemd calls the unit's exposure at most 6, the rights of root included`(
    program: String
  ) throws {
    try Fixture.run { fixture in
      let result = try fixture.run(
        "systemd-analyze",
        ["--user", "security", "--offline=true", try unit(fixture, of: program)])
      let overall = try #require(
        result.output.split(separator: "\n").last { $0.contains("Overall exposure level") })
      let words = overall.split(separator: " ")
      let colon = try #require(words.firstIndex { $0.hasSuffix(":") })
      let exposure = try #require(Double(words[colon + 1]))
      // The exposure counts the lack of namespaces, which dragd must not have, and rights that no ordinary user has.
      #expect(exposure <= 6, "\(overall)")
    }
  }
}

/// The unit in a real user manager: as an ordinary user, for whom much of it works in other ways
/// than for root, and as root.
@Suite(.enabled(if: UserManager.unavailable == nil, "no user manager of systemd here"))
struct UserManagerTests {
  static let users = Extent.part(of: [65_534, 0]) { $0 != 0 }

  /// The programs with units, and their names on the bus.
  static let programs = [("dragd", "org.dragd.Broker1"), ("dragclip", "org.dragd.Clipboard1")]

  @Test(arguments: users, programs)
  func `a unit lets its program do what that has to, and nothing else`(
    user: Int, program: (name: String, busName: String)
  ) throws {
    try Fixture.run { fixture in
      let binaries = try fixture.folder.makeFolder("programs")
      for name in ["dragd", "dragctl", "dragclip"] {
        let stand = name == program.name ? Built.tool("unit-probe.py") : "/bin/true"
        _ = try fixture.run("cp", [stand, "\(binaries)/\(name)"])
      }
      let manager = try UserManager(fixture, user: user, binaries: binaries)
      let result = try manager.run(
        """
        echo $$ > ~/peer
        busctl --user --timeout=60 call \(program.busName) / org.freedesktop.DBus.Peer Ping
        cat $XDG_RUNTIME_DIR/dragd/probe.json
        echo
        systemctl --user show \(program.name) -P ActiveState
        systemctl --user show \(program.name) -P NFileDescriptorStore
        """)
      let lines = result.output.split(separator: "\n")
      let json = try #require(lines.first { $0.hasPrefix("{") }, "\(result.output)\(result.error)")
      let report = try JSONDecoder().decode([String: String].self, from: Data(json.utf8))
      let isBroker = program.name == "dragd"
      for need in ["runtime", "memfd", "splice", "thread", "limit", "pidfd"] {
        #expect(report[need] == "done", "\(need): \(report[need] ?? "")")
      }
      // dragclip writes only what ends with the session, and a history that does not; it reads the key to the display.
      #expect(report["history"] == "done")
      for folder in ["cache", "state", "home", "other runtime", "temporary"] {
        let result = report[folder]
        #expect(result == (isBroker ? "done" : "error: Read-only file system"), "\(folder)")
      }
      #expect(report["file in the home"].flatMap { Int($0) } != nil)
      // dragd has content that outlives it, and dragclip a connection while a program pastes.
      #expect(report["store"] == "done")
      #expect(report["peer's cgroup"]?.contains(":/") == true)
      // dragd needs this to tell which peers are in a sandbox, and tells dragclip.
      let denied = "error: Permission denied"
      #expect(report["peer's root"] == (isBroker ? "/" : denied))
      for kind in ["mnt", "user"] {
        #expect(report["peer's \(kind)"] == (isBroker ? "True" : denied))
      }
      #expect(report["network"] == "error: Address family not supported by protocol")
      for forbidden in ["mounts of its own", "shared memory", "another's memory"] {
        #expect(report[forbidden] == "error: Operation not permitted", "\(forbidden)")
      }
      let refused = "error: Operation not permitted"
      #expect(report["short turns"] == (isBroker ? "done" : refused))
      #expect(report["real-time priority"] == refused)
      #expect(report["program with privileges"] == "error: Operation not permitted")
      if !isBroker { #expect(report["system folder"] == "error: Read-only file system") }
      // Root keeps its rights: with fewer than its peers it could not look at them.
      if user != 0 {
        if isBroker { #expect(report["system folder"] == denied) }
        #expect(report["real-time attributes"] == refused)
        #expect(report["CapEff"] == "0000000000000000")
      }
      #expect(report["NoNewPrivs"] == "1")
      #expect(report["Seccomp"] == "2")
      #expect(lines.suffix(2) == ["active", "1"])
    }
  }
}

extension UserManagerTests {
  @Test(arguments: users)
  func `confined by its unit, dragd carries text, files and streams`(user: Int) throws {
    try Fixture.run { fixture in
      let manager = try UserManager.running("dragctl", fixture, user: user)
      let result = try manager.run(
        """
        cd; PATH=~/.local/bin:$PATH
        dragctl offer --detach --text "held in memory" > id
        dragctl accept $(cat id); echo
        seq 1000000 > file
        dragctl offer --detach file > id
        dragctl accept $(cat id) -o copy
        cmp file copy && echo held by reference
        dragctl offer --detach --exec "text/plain=cat file" > id
        dragctl accept $(cat id) | cmp - file && echo streamed
        systemctl --user show dragd -P ActiveState
        """)
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "held in memory\nheld by reference\nstreamed\nactive\n")
    }
  }

  @Test(arguments: users)
  func `the bus starts dragd through the manager, which starts it again after a kill`(
    user: Int
  ) throws {
    try Fixture.run { fixture in
      let manager = try UserManager.running("dragd", fixture, user: user)
      let result = try manager.run(
        """
        version() {
          busctl --user --timeout=60 get-property \\
            org.dragd.Broker1 /org/dragd/Broker1 org.dragd.Broker1 Version
        }
        owner() { busctl --user status org.dragd.Broker1 | sed -n s/^PID=//p; }
        version
        first=$(owner)
        [ "$first" = "$(systemctl --user show dragd -P MainPID)" ] && echo started by the manager
        kill -9 "$first"
        while [ "$(systemctl --user show dragd -P NRestarts)" = 0 ]; do sleep 0.05; done
        version
        [ "$first" != "$(owner)" ] && echo started again
        """)
      let lines = result.output.split(separator: "\n")
      #expect(result.exit == .success, "\(result.output)\(result.error)")
      try #require(lines.count == 4)
      #expect(lines.dropFirst() == ["started by the manager", lines[0], "started again"])
    }
  }
}

func isInstalled(_ program: String) -> Bool {
  (try? Program.run(program, ["--version"]).exit) == .success
}
