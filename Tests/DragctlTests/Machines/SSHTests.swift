import Foundation
import Harness
import Testing

private enum OpenSSH {
  static let isHere = ["/usr/bin/ssh", "/usr/sbin/sshd", "/usr/bin/ssh-keygen"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }
}

/// The same over ssh itself: its client here, and its server in the place of a network, as a command of the client
/// (`ProxyCommand`), with no port and no right beyond this user's.
@Suite(.enabled(if: OpenSSH.isHere, "no OpenSSH server here"))
struct SSHTests {
  /// Writes keys and settings of both sides; returns the program that dials.
  private func configure(_ machines: Machines) throws -> String {
    let folder = machines.there.folder
    if getuid() == 0 {
      // What the package makes at the start of the system.
      try? FileManager.default.createDirectory(
        atPath: "/run/sshd", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o755])
    }
    for key in ["host", "user"] {
      let made = try machines.there.fixture.run(
        "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", folder.path(key)])
      #expect(made.exit == .success, "\(made.error)")
    }
    let variables = machines.there.fixture.environment.merging(
      ["DBUS_SESSION_BUS_ADDRESS": machines.there.bus.address]
    ) { $1 }.filter { $0.key != "HOME" }
    let list = variables.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: " ")
    try folder.write(
      "sshd_config",
      text: """
        HostKey \(folder.path("host"))
        AuthorizedKeysFile \(folder.path("user.pub"))
        StrictModes no
        UsePAM no
        PermitRootLogin yes
        PidFile none
        SetEnv \(list)

        """)
    try folder.write(
      "ssh_config",
      text: """
        Host there
          ProxyCommand /usr/sbin/sshd -i -f \(folder.path("sshd_config")) -E \(folder.path("log"))
          IdentityFile \(folder.path("user"))
          IdentitiesOnly yes
          UserKnownHostsFile /dev/null
          StrictHostKeyChecking no
          LogLevel ERROR

        """)
    let program = try folder.write(
      "dial", text: "#!/bin/sh\nexec /usr/bin/ssh -F \(folder.path("ssh_config")) \"$@\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    return program
  }

  @Test func `offers, streams and moves pass over ssh`() throws {
    try Machines.run { machines in
      machines.set("DRAGCTL_SSH", try configure(machines))
      let log = { (try? machines.there.content("log")) ?? "" }
      for shell in [machines.here, machines.there] { try shell.makeFolders() }
      let status = try machines.dragctl("status")
      #expect(status.exit == .success, "\(status.error) \(log())")
      let content = Sample.noise(4_000_000)
      try machines.here.folder.write("from/big", content)
      let (source, id) = try machines.stay("--operations", "copy,move", "from/big")
      #expect(try machines.there.dragctl("accept", id, "--move", "-o", "to").exit == .success)
      #expect(try source.wait().exit == .success)
      #expect(try machines.there.bytes("to/big") == content)
      #expect(!machines.here.exists("from/big"))
      let (lazy, back) = try machines.there.stay("--exec", "text/plain=seq 300000")
      let seen = try machines.dragctl("accept", back)
      #expect(seen.output.split(separator: "\n").count == 300_000, "\(seen.error)")
      lazy.send(SIGTERM)
    }
  }

  @Test func `an unknown program there is told from a line that does not come about`() throws {
    try Machines.run { machines in
      machines.set("DRAGCTL_SSH", try configure(machines))
      machines.set("DRAGCTL_REMOTE", "/nowhere/dragctl")
      let result = try machines.dragctl("status")
      #expect(result.status == 7)
      #expect(result.error.contains("has no dragctl where its shell finds one"), "\(result.error)")
    }
  }
}
