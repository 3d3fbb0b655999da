import Foundation
import Harness
import Testing

/// The manual's table for users of other clipboard tools is correct.
@Suite struct OtherToolsTests {
  static let tools = ["wl-copy", "wl-paste", "xclip", "xsel", "pbcopy", "pbpaste"]

  @Test(arguments: tools)
  func `each row of the manual's table does what the tool does`(_ tool: String) throws {
    let rows = try FlagTable.rows(of: tool)
    try #require(!rows.isEmpty)
    try ClipboardSession.run(tool.hasPrefix("wl-") ? .wayland : .x11) { session in
      // Debian 12's tools lack flags that newer ones have.
      let help =
        switch tool {
        case "xsel", "wl-copy": try Self.help(tool, "--help")
        case "xclip": try Self.help(tool, "-help") + " -d -f -l -r -t"
        default: nil as String?
        }
      for row in rows
      where !row.flags.hasPrefix("-") || help?.contains(row.flags.prefix { $0 != " " }) != false {
        do {
          try RowTrial(session: session, row: row).check()
        } catch {
          Issue.record("\(row): \(error)")
        }
      }
    }
  }

  @Test func `the table has the tools that are tested, and no other`() throws {
    #expect(Set(try FlagTable.rows().map(\.tool)) == Set(Self.tools))
  }

  private static func help(_ tool: String, _ flag: String) throws -> String {
    let result = try Fixture.run { try $0.run("/usr/bin/\(tool)", [flag]) }
    return result.output + result.error
  }

  @Test(arguments: [
    ("wl-copy", "--help"), ("wl-paste", "--help"), ("xclip", "-help"), ("xsel", "--help"),
  ])
  func `every flag of a tool has a row`(_ tool: String, _ help: String) throws {
    let flags = try Self.help(tool, help).split(separator: "\n")
      .filter { !$0.contains("help") && !$0.contains("version") }
      .compactMap { $0.firstMatch(of: /^\s+(--?[a-z0-9]+)/) }.map {
        String($0.1)
      }
    try #require(flags.count > 5)
    let rows = try FlagTable.rows(of: tool)
    for flag in flags {
      // xclip accepts every prefix of a long flag.
      let names = [flag, String(flag.prefix(2))]
      #expect(
        rows.contains { row in
          row.flags.split(separator: " ").contains { names.contains(String($0)) }
        },
        "\(tool) \(flag)")
    }
  }
}
