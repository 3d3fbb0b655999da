import Foundation
import Harness
import Testing

/// `dragctl install HOST`, on a machine that has nothing of dragd in its home yet.
@Suite struct LineInstallationTests {
  /// Runs it with a home of its own there; `$1` is what ssh would have that machine's shell run.
  private func run(
    command: String = #"exec sh -c "$1""#, _ arguments: [String] = ["--yes"],
    _ body: (Machines, Program.Result, _ home: String) throws -> Void
  ) throws {
    try Machines.run { machines in
      let home = try machines.there.folder.makeFolder("home")
      try machines.setCommand("HOME='\(home)'; export HOME; \(command)")
      machines.set("LANGUAGE", "en")
      let result = try machines.here.fixture.run(
        Built.dragctl, ["install", "there"] + arguments, on: machines.here.bus,
        environment: machines.environment.filter { $0.key != "DRAGCTL_REMOTE" })
      try body(machines, result, home)
    }
  }

  private func files(below home: String) -> [String] {
    (FileManager.default.subpaths(atPath: home) ?? []).filter {
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(home)/\($0)")
      return attributes?[.type] as? FileAttributeType != .typeDirectory
    }.sorted()
  }

  @Test(arguments: ["sh", "bash", "zsh", "fish", "tcsh"])
  func `what it has put there is found and started`(shell: String) throws {
    let path = ["/bin", "/usr/bin"].map { "\($0)/\(shell)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let path else { return }
    try run(command: #"exec \#(path) -c "$1""#) { machines, result, home in
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output.contains("there: dragclip, dragctl, dragd "), "\(result.output)")
      let bin = "\(home)/.local/bin"
      let service = try String(
        contentsOfFile: "\(home)/.local/share/dbus-1/services/org.dragd.Broker1.service",
        encoding: .utf8)
      #expect(service.contains("\nExec=\(bin)/dragd\n"))
      #expect(files(below: home).allSatisfy { !$0.contains("dragctl-install") })
      // By its usual name, which is not in PATH there.
      let status = try machines.here.fixture.run(
        Built.dragctl, ["-H", "there", "status"], on: machines.here.bus,
        environment: machines.environment.filter { $0.key != "DRAGCTL_REMOTE" })
      #expect(status.exit == .success, "\(status.error)")
      // As another tool's name, by the link.
      let tool = try machines.there.fixture.run(
        "\(home)/.local/libexec/dragd/bin/xsel", ["--version"])
      #expect(tool.output.hasPrefix("xsel (dragctl "), "\(tool.error)")
    }
  }

  @Test func `without a terminal and a word that it may, it does nothing`() throws {
    try run([]) { _, result, home in
      #expect(result.status == 2)
      #expect(result.error.contains("install asks first"), "\(result.error)")
      #expect(files(below: home).isEmpty)
    }
  }

  struct Case: CustomTestStringConvertible {
    /// In the shell there, before the command.
    var before: String
    var status: Int32
    var words: String
    var testDescription: String { words }
  }

  static let cases = [
    Case(before: "uname() { echo Linux m68k; }", status: 1, words: "there is Linux m68k, and this"),
    Case(
      before: "dragctl() { echo dragctl 0.1; }", status: 6,
      words: "there has dragctl 0.1 in dragctl, which dragctl -H finds first"),
    Case(before: "HOME='/a b'", status: 1, words: "the home folder “/a b” is not a path of"),
    Case(before: "tar() { echo no tar here >&2; return 1; }", status: 1, words: "no tar here"),
    Case(before: "mkdir() { return 1; }", status: 1, words: "there: not all was installed"),
    Case(before: "exec cat /dev/zero", status: 7, words: "there does not answer"),
    Case(before: "echo Permission denied >&2; exit 255", status: 7, words: "Permission denied"),
    Case(before: "yes", status: 7, words: "there does not answer"),
    Case(before: "exit 0", status: 7, words: "there is no line to there"),
  ]

  @Test(arguments: cases)
  func `what is in the way is said, and nothing stays`(_ wrong: Case) throws {
    // The command is `exec sh -c '…'`: its own shell gets the words before.
    let before = wrong.before.replacing("'", with: #"'\''"#)
    try run(
      command: #"command=${1#exec sh -c ?}; exec sh -c '\#(before)'"; ${command%?}""#
    ) { _, result, home in
      #expect(result.status == wrong.status, "\(result.error)")
      #expect(result.error.contains(wrong.words), "\(result.error)")
      #expect(files(below: home).isEmpty)
    }
  }

  @Test func `a program that cannot run there is named and left out`() throws {
    try run(
      command: """
        command=${1#exec sh -c ?}; exec sh -c \
        "tar() { command tar \\"\\$@\\"; echo broken > bin/dragclip; }; ${command%?}"
        """
    ) { _, result, home in
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.error.contains("there: dragclip cannot run there: "), "\(result.error)")
      #expect(result.output.contains("there: dragctl, dragd "), "\(result.output)")
      let names = files(below: home)
      #expect(names.contains(".local/bin/dragd") && !names.contains { $0.contains("dragclip") })
    }
  }
}
