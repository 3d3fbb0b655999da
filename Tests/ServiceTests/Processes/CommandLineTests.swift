import Harness
import Testing

@Suite struct CommandLineTests {
  private func dragd(_ arguments: String...) throws -> Program.Result {
    // These calls need no bus.
    try Fixture.run { try $0.run(Built.dragd, arguments) }
  }

  @Test func `--help names every flag and needs no bus`() throws {
    let help = try dragd("--help")
    #expect(help.exit == .success && help.error.isEmpty)
    for flag in [
      "--help", "--version", "--print-interface", "--idle-exit", "--limit", "--verbose",
    ] {
      #expect(help.output.contains(flag), "\(flag) in \(help.output)")
    }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `--version prints the version`() throws {
    let version = try dragd("--version")
    #expect(version.exit == .success && version.error.isEmpty)
    #expect(version.output.hasPrefix("dragd "))
    #expect(version.output.split(separator: "\n").count == 1)
  }

  @Test func `--print-interface prints introspection XML`() throws {
    for name in ["Broker1", "Offer1", "Transfer1", "DropTarget1", "Source1", "Target1"] {
      let printed = try dragd("--print-interface", name)
      #expect(printed.exit == .success && printed.error.isEmpty)
      #expect(printed.output.contains("<interface name=\"org.dragd.\(name)\">"))
    }
  }

  @Test(arguments: [
    ["--no-such-flag"], ["positional"], ["--idle-exit"], ["--idle-exit", "soon"],
    ["--idle-exit", "-1"], ["--print-interface"], ["--print-interface", "NoSuch1"], ["--limit"],
    ["--limit", "nonsense=1"], ["--limit", "held_memory"],
    ["--limit", "held_memory=much"], ["--limit", "held_memory=-1"],
  ])
  func `a flag that is wrong is named on standard error, with status 2`(
    arguments: [String]
  ) throws {
    let result = try Fixture.run { try $0.run(Built.dragd, arguments) }
    #expect(result.exit == .exited(2))
    #expect(result.output.isEmpty)
    let wrong = arguments.last ?? ""
    let named = wrong.split(separator: "=").first.map(String.init) ?? wrong
    #expect(result.error.contains(named), "\(result.error)")
  }
}
